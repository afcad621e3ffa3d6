import type { NoteCode } from '#analysis/values/pitch.ts';
import { drawFragrance } from '#features/fragrance/domain/drawing/drawing.ts';
import type { Drawable, Drawing } from '#features/fragrance/domain/drawing/shapes.ts';

/** A petal's index among the shapes and the time of its note, s. */
export interface PetalMoment {
  shape: number;
  note: NoteCode;
  /** Infinity if there is no time. */
  from: number;
  to: number;
}

/** A note that a flower shows, with its time, s; Infinity if there is none. */
export type FlowerNote = Pick<PetalMoment, 'note' | 'from' | 'to'>;

/** Duration of a petal whose note has no end, s. */
const MIN_NOTE_SECONDS = 0.3;

/** The times of the petals of a drawing. Petals without a time follow their note. */
function petalMoments(drawing: Drawing, { trace }: Drawable): PetalMoment[] {
  // A flower without petals animates its layers.
  const alive = drawing.shapes.some(({ role }) => role === 'petal') ? 'petal' : 'layer';
  return drawing.shapes.flatMap(({ role, at = Infinity, fill, stroke }, shape): PetalMoment[] => {
    const note = fill?.note ?? stroke?.note;
    if (role !== alive || note === undefined) return [];
    const end = Math.max(0, ...(trace?.notes ?? []).filter(({ onset }) => onset === at).map(({ offset }) => offset));
    return [{ shape, note, from: at, to: Math.max(at + MIN_NOTE_SECONDS, end) }];
  });
}

/** The note of a petal: petals have the colours of accents, too. */
export function noteOf({ note, from, to }: PetalMoment, { trace }: Drawable): FlowerNote {
  return { note: trace?.notes.find(({ onset }) => onset === from)?.note ?? note, from, to };
}

/** The notes of a flower, each once, in the order of their times. */
export function flowerNotes(moments: readonly PetalMoment[], fragrance: Drawable): FlowerNote[] {
  const notes = new Map<string, FlowerNote>();
  for (const moment of moments) {
    const one = noteOf(moment, fragrance);
    notes.set(`${one.from} ${one.note}`, one);
  }
  return [...notes.values()].sort((a, b) => (a.from === b.from ? 0 : a.from - b.from));
}

/** A drawing with its petals' times. */
export interface TimedDrawing {
  drawing: Drawing;
  moments: PetalMoment[];
}

export function timedDrawing(fragrance: Drawable): TimedDrawing {
  const drawing = drawFragrance(fragrance);
  return { drawing, moments: petalMoments(drawing, fragrance) };
}
