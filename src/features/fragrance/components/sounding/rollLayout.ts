import { midiOf, type NoteCode } from '#analysis/values/pitch.ts';
import { essenceNotes } from '#features/fragrance/domain/composition/exportNotes.ts';
import type { Fragrance, TraceNote, SoundTrace } from '#features/fragrance/domain/composition/model.ts';

/** Position of a note on the roll, as fractions of the roll's width and height, from the top left. */
interface RollNote {
  /** Index in `trace.notes`. */
  index: number;
  note: NoteCode;
  left: number;
  width: number;
  top: number;
  height: number;
}

interface RollLayout {
  notes: RollNote[];
  /** Lowest and highest MIDI number of the roll's rows. */
  low: number;
  high: number;
}

/** Minimum number of rows, so that two neighbouring notes do not become two slabs. */
const MIN_ROWS = 9;

/** The piano roll of a trace: time to the right, pitch upwards. */
export function layoutRoll({ duration, notes }: Pick<SoundTrace, 'duration' | 'notes'>): RollLayout {
  const midis = notes.map(({ note }) => midiOf(note));
  let low = Math.min(...midis, Infinity) - 1;
  let high = Math.max(...midis, -Infinity) + 1;
  if (notes.length === 0) [low, high] = [55, 72];
  const missing = MIN_ROWS - (high - low + 1);
  if (missing > 0) {
    low -= Math.floor(missing / 2);
    high += Math.ceil(missing / 2);
  }
  const rows = high - low + 1;
  const span = Math.max(duration, ...notes.map(({ offset }) => offset), 0.001);
  return {
    low,
    high,
    notes: notes.map(({ note, onset, offset }, index) => ({
      index,
      note,
      left: onset / span,
      width: Math.max(0, offset - onset) / span,
      top: (high - midiOf(note)) / rows,
      height: 1 / rows,
    })),
  };
}

/**
 * The note nearest to a point (fractions of the roll); null when there is none. `aspect` is the roll's width /
 * height.
 */
export function nearestNote({ notes }: RollLayout, x: number, y: number, aspect: number): RollNote | null {
  let nearest: RollNote | null = null;
  let least = Infinity;
  for (const note of notes) {
    const dx = Math.max(note.left - x, 0, x - note.left - note.width) * aspect;
    const dy = Math.max(note.top - y, 0, y - note.top - note.height);
    const distance = Math.hypot(dx, dy);
    if (distance < least) [nearest, least] = [note, distance];
  }
  return nearest;
}

/** A note with its times, s. */
type Timed = Pick<TraceNote, 'note' | 'onset' | 'offset'>;

/** The timed notes of a fragrance: those of its recording, or the essence as it is played. */
export function timedNotes(fragrance: Pick<Fragrance, 'musicEssence' | 'trace'>): Timed[] {
  const traceNotes = fragrance.trace?.notes ?? [];
  if (traceNotes.length > 0) return traceNotes;
  return essenceNotes(fragrance).map(({ onset, offset }, i) => ({ note: fragrance.musicEssence[i]!, onset, offset }));
}

/** Indices of the notes that sound at a time, s. */
export function soundingAt(notes: readonly Timed[], time: number): number[] {
  return notes.flatMap(({ onset, offset }, index) => (time >= onset && time < offset ? [index] : []));
}

/** The note that colours a slice of the waveform: the loudest there; null in a pause. */
export function noteOfSlice(
  { duration, notes }: Pick<SoundTrace, 'duration' | 'notes'>,
  slice: number,
  slices: number,
): NoteCode | null {
  const from = (slice / slices) * duration;
  const to = ((slice + 1) / slices) * duration;
  const visibleNotes = notes.filter(({ onset, offset }) => onset < to && offset > from);
  return (
    visibleNotes.reduce<TraceNote | null>(
      (loudest, note) => (loudest === null || note.velocity > loudest.velocity ? note : loudest),
      null,
    )?.note ?? null
  );
}

/** Index of the longest and loudest occurrence of a note; null when there is none. */
export function bestPlaceOf(code: NoteCode, notes: readonly TraceNote[]): number | null {
  const weight = (index: number) => (notes[index]!.offset - notes[index]!.onset) * notes[index]!.velocity;
  const places = notes.flatMap(({ note }, index) => (note === code ? [index] : []));
  return places.length === 0 ? null : places.reduce((best, index) => (weight(index) > weight(best) ? index : best));
}

/** Playback of a recorded note begins this much earlier, s. */
const LEAD_IN = 0.04;
const MIN_EXCERPT = 0.35;

/** The part of a recording to play for a note, s. */
export function excerptOf({ onset, offset }: Pick<TraceNote, 'onset' | 'offset'>): { from: number; to: number } {
  return { from: Math.max(0, onset - LEAD_IN), to: Math.max(offset, onset + MIN_EXCERPT) };
}
