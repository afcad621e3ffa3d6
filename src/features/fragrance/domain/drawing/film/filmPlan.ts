/** The timing of the film: the part of the sound, and the appearance of each shape. All times in seconds. */
import { ESSENCE_SPACING } from '#features/fragrance/domain/composition/exportNotes.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { Drawable, Drawing, DrawingShape } from '../shapes.ts';

/** Nominal size for painting, px, whatever the film's size. */
export const FILM_WIDTH = 720;
export const FILM_HEIGHT = 1280;
/** Frames a second. */
export const FILM_RATE = 30;
/** Maximum length. */
const MAX_FILM_SECONDS = 15;
/** Length of the ending after the sound. */
const ENDING_S = 3;
const MAX_SOUND = MAX_FILM_SECONDS - ENDING_S;
/** Minimum length of the sound part; shorter sounds are padded with silence. */
const MIN_SOUND = 1;
/** An excerpt of a long sound begins this long before a note. */
const LEAD_IN_S = 0.25;

export interface FilmPlan {
  /** Start in the recording. */
  from: number;
  /** Length of the sound part. */
  sound: number;
  /** Length of the film. */
  seconds: number;
}

/** Time of a shape in the film; `null` for the ending. */
export type ShapeTime = number | null;

/** The needed fields of a fragrance. */
type Filmed = Pick<Drawable, 'musicEssence' | 'trace'>;

/** Plans a film: a whole short sound, or the part of a long one with most of its notes. */
export function planFilm(soundSeconds: number, { trace }: Filmed): FilmPlan {
  const length = Number.isFinite(soundSeconds) ? Math.max(0, soundSeconds) : 0;
  const sound = Math.min(MAX_SOUND, Math.max(MIN_SOUND, length));
  return { from: length <= MAX_SOUND ? 0 : richestPart(length, trace?.notes ?? []), sound, seconds: sound + ENDING_S };
}

function richestPart(length: number, notes: readonly { onset: number }[]): number {
  const latest = length - MAX_SOUND;
  let best = { from: 0, heard: -1 };
  for (const { onset } of [{ onset: 0 }, ...notes]) {
    const from = Math.min(latest, Math.max(0, onset - LEAD_IN_S));
    const notesHeard = notes.filter((note) => note.onset >= from && note.onset < from + MAX_SOUND).length;
    if (notesHeard > best.heard) best = { from, heard: notesHeard };
  }
  return best.from;
}

/**
 * The times of the shapes. A shape appears with its note; without a recording the notes follow each other. Shapes of
 * notes after the excerpt appear in the ending, earlier ones from the start.
 */
export function momentsOf(drawing: Drawing, fragrance: Filmed, { from, sound }: FilmPlan): ShapeTime[] {
  const notesHeard = (fragrance.trace?.notes.length ?? 0) > 0;
  /** First onset of each note: its layer of the heart appears with its first petal. */
  const first = new Map<NoteCode, number>();
  for (const shape of drawing.shapes) {
    const note = noteOf(shape);
    if (shape.at !== undefined && note !== undefined) first.set(note, Math.min(shape.at, first.get(note) ?? Infinity));
  }
  return drawing.shapes.map((shape): ShapeTime => {
    if (shape.role !== 'petal' && shape.role !== 'layer') return null;
    const note = noteOf(shape)!;
    const place = fragrance.musicEssence.indexOf(note);
    const at = shape.at ?? first.get(note) ?? (notesHeard || place < 0 ? null : place * ESSENCE_SPACING);
    if (at === null || at - from >= sound) return null;
    return Math.max(0, at - from);
  });
}

/** A note and its time, to show its name. */
export interface NameCue {
  at: number;
  note: NoteCode;
}

/** The notes in the order of their petals; immediate repeats count once. */
export function nameCuesOf(drawing: Drawing, moments: readonly ShapeTime[]): NameCue[] {
  const arriving = drawing.shapes.some(({ role }) => role === 'petal') ? 'petal' : 'layer';
  const petals = drawing.shapes
    .flatMap((shape, i): NameCue[] => {
      const at = moments[i] ?? null;
      const note = noteOf(shape);
      return at === null || note === undefined || shape.role !== arriving ? [] : [{ at, note }];
    })
    .sort((a, b) => a.at - b.at);
  return petals.filter(({ note }, i) => i === 0 || note !== petals[i - 1]!.note);
}

const noteOf = ({ fill, stroke }: DrawingShape): NoteCode | undefined => fill?.note ?? stroke?.note;
