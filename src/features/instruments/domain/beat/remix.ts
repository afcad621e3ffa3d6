/** The notes of a fragrance, to play with: as a beat, or as a take of the keyboard. */
import { midiOf } from '#analysis/values/pitch.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { Take } from '../keyboard/keyboard.ts';
import {
  BAR_STEPS,
  BPM_RANGE,
  INITIAL_BEAT,
  MAX_BARS,
  ROW_RANGE,
  stepSeconds,
  FULL_STRENGTH,
  type Beat,
} from './beat.ts';
import { withBars, withLevel } from './beatChanges.ts';
import { beatFromNotes, type TimedNote } from './beatImport.ts';

/** Fields of a fragrance that a remix uses: the notes with their times, if there are any, else its essence. */
export type NotesToPlay = Pick<Fragrance, 'musicEssence' | 'trace' | 'face'>;

/** Tempo of a fragrance without one, beats a minute. */
const PLAIN_BPM = 100;
/** Length of a note of the essence in a take, and the pause between two, s. */
const NOTE_S = 0.6;

/** The notes of the sound, from the first onset; empty if it has none. */
function heardNotes({ trace, face }: NotesToPlay): readonly (TimedNote & { offset: number })[] {
  const notes = (trace ?? face)?.notes ?? [];
  const first = notes.reduce((least, { onset }) => Math.min(least, onset), Infinity);
  return notes.map(({ note, onset, offset, velocity }) => ({
    midi: midiOf(note),
    onset: onset - first,
    offset: offset - first,
    velocity,
  }));
}

/**
 * The tempo whose steps are nearest to the onsets, beats a minute; of equal ones the one nearest to 100. Onsets are s
 * from the first one.
 */
export function tempoOf(onsets: readonly number[]): number {
  const end = onsets.reduce((latest, onset) => Math.max(latest, onset), 0);
  let best = PLAIN_BPM;
  let least = Infinity;
  for (let bpm = BPM_RANGE.min; bpm <= BPM_RANGE.max; bpm++) {
    const step = stepSeconds(bpm);
    const error = onsets.reduce((sum, onset) => sum + Math.abs(onset / step - Math.round(onset / step)), 0);
    // An onset after the last step is lost, which is worse than any distance from a step.
    const lost = onsets.filter((onset) => Math.round(onset / step) >= MAX_BARS * BAR_STEPS).length;
    const cost = (error + lost) / Math.max(1, onsets.length) + Math.abs(Math.log2(bpm / PLAIN_BPM)) / 20;
    if (cost < least - 1e-9) [best, least] = [bpm, cost];
  }
  return end === 0 ? PLAIN_BPM : best;
}

/**
 * A beat of the notes of a fragrance: with their times, in the nearest tempo and up to four bars; without times its
 * essence, a note a beat, the strongest first. Always has a pad.
 */
export function beatOfFragrance(fragrance: NotesToPlay): Beat {
  const traceNotes = heardNotes(fragrance);
  const imported = beatFromNotes(traceNotes, tempoOf(traceNotes.map(({ onset }) => onset)));
  if (imported !== null) return imported.beat;
  const notes = fragrance.musicEssence.slice(0, ROW_RANGE.max);
  const bars = Math.min(MAX_BARS, Math.ceil((2 * notes.length) / BAR_STEPS));
  const empty: Beat = {
    ...INITIAL_BEAT,
    bpm: PLAIN_BPM,
    rows: Math.max(ROW_RANGE.min, notes.length),
    notes,
  };
  return notes.reduce(
    (beat, note, i) => withLevel(beat, note, 2 * i, FULL_STRENGTH),
    withBars(empty, Math.max(1, bars)),
  );
}

/** A take of the notes of a fragrance: with their times, else the essence one after the other. Times in s. */
export function takeOfFragrance(fragrance: NotesToPlay): Take {
  const traceNotes = heardNotes(fragrance);
  const notes =
    traceNotes.length > 0
      ? traceNotes
      : fragrance.musicEssence.map((note, i) => ({
          midi: midiOf(note),
          onset: i * NOTE_S,
          offset: (i + 1) * NOTE_S,
          velocity: 0.8,
        }));
  return { notes: [...notes], duration: notes.reduce((latest, { offset }) => Math.max(latest, offset), 0) };
}
