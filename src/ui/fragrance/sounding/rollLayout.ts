import { midiOf, type NoteCode } from '../../../domain/pitch/pitch.ts';
import { essenceNotes } from '../../../domain/fragrance/exportNotes.ts';
import type { Fragrance, HeardNote, SoundTrace } from '../../../domain/fragrance/model.ts';

/** Where a heard note lies on the roll; shares of the roll's width and height, from the top left. */
export interface RollNote {
  /** Its place in `trace.notes`. */
  index: number;
  note: NoteCode;
  left: number;
  width: number;
  top: number;
  height: number;
}

export interface RollLayout {
  notes: RollNote[];
  /** Lowest and highest MIDI number of the roll's rows. */
  low: number;
  high: number;
}

/** Rows that are shown at least, so that two neighbouring notes do not become two slabs. */
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

/** The note nearest to a point (shares of the roll); null when there is none. `aspect` is width / height of the roll. */
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

/** A note on the time line of a sound, s. */
type Timed = Pick<HeardNote, 'note' | 'onset' | 'offset'>;

/** The notes of the sound behind a fragrance: as they were heard, or where it has no recording as its essence is played. */
export function timedNotes(fragrance: Pick<Fragrance, 'musicEssence' | 'trace'>): Timed[] {
  const heard = fragrance.trace?.notes ?? [];
  if (heard.length > 0) return heard;
  return essenceNotes(fragrance).map(({ onset, offset }, i) => ({ note: fragrance.musicEssence[i]!, onset, offset }));
}

/** The notes that sound at a time (seconds), by index. */
export function soundingAt(notes: readonly Timed[], time: number): number[] {
  return notes.flatMap(({ onset, offset }, index) => (time >= onset && time < offset ? [index] : []));
}

/** The note whose colour a slice of the waveform takes: the loudest one there; null in a pause. */
export function noteOfSlice(
  { duration, notes }: Pick<SoundTrace, 'duration' | 'notes'>,
  slice: number,
  slices: number,
): NoteCode | null {
  const from = (slice / slices) * duration;
  const to = ((slice + 1) / slices) * duration;
  const there = notes.filter(({ onset, offset }) => onset < to && offset > from);
  return (
    there.reduce<HeardNote | null>(
      (loudest, note) => (loudest === null || note.velocity > loudest.velocity ? note : loudest),
      null,
    )?.note ?? null
  );
}

/** The longest and loudest place where a note was heard; null when it was not. */
export function bestPlaceOf(code: NoteCode, notes: readonly HeardNote[]): number | null {
  const weight = (index: number) => (notes[index]!.offset - notes[index]!.onset) * notes[index]!.velocity;
  const places = notes.flatMap(({ note }, index) => (note === code ? [index] : []));
  return places.length === 0 ? null : places.reduce((best, index) => (weight(index) > weight(best) ? index : best));
}

/** A recorded note is played with a little of its surroundings, s. */
const LEAD_IN = 0.04;
const MIN_EXCERPT = 0.35;

/** The part of a recording in which a heard note is played, s. */
export function excerptOf({ onset, offset }: Pick<HeardNote, 'onset' | 'offset'>): { from: number; to: number } {
  return { from: Math.max(0, onset - LEAD_IN), to: Math.max(offset, onset + MIN_EXCERPT) };
}
