import { midiOfHz } from '../../../src/domain/pitch/pitch.ts';
import { HOP_SECONDS, MELODY } from '../parameters.ts';
import type { NoteEvent, Tuning } from '../types.ts';
import type { PitchTrack } from './pitchTrack.ts';

/**
 * The verdict on a whole sound of one voice: is it sung or played, or is it speech or percussion, whose pitches are no
 * notes? Singing holds its pitch; in speech it glides through nearly every syllable (Gerhard 2003; Ohishi et al. 2005),
 * and that of a drum falls. A pitch is held where it is level, or where it swings around a level as in vibrato: then its
 * means over two successive periods of the vibrato agree. Fast passages hold little, and so does a melody under
 * talk, but their notes are in tune with each other, those of speech are not.
 */

const steps = (seconds: number): number => Math.round(seconds / HOP_SECONDS);
const LEVEL_STEPS = steps(MELODY.levelSeconds);
const PERIOD_STEPS = steps(MELODY.vibratoPeriod);

/** Share of the voiced steps whose pitch is held, 0 to 1; null if too few are voiced to tell. */
export function heldShare({ hz, length }: Pick<PitchTrack, 'hz' | 'length'>): number | null {
  const pitch = Float32Array.from({ length }, (_, t) => (hz[t]! > 0 ? midiOfHz(hz[t]!) : 0));
  /** Of all steps before each one: the sum of the pitches, and the number of voiced ones. */
  const sums = new Float64Array(length + 1);
  const voiced = new Int32Array(length + 1);
  for (let t = 0; t < length; t++) {
    sums[t + 1] = sums[t]! + pitch[t]!;
    voiced[t + 1] = voiced[t]! + (hz[t]! > 0 ? 1 : 0);
  }
  if (voiced[length]! < steps(MELODY.minVoicedSeconds)) return null;

  let held = 0;
  /** Steps before this one are counted already, if they are held. */
  let counted = 0;
  const isVoiced = (from: number, count: number): boolean =>
    from + count <= length && voiced[from]! + count === voiced[from + count];
  const mean = (from: number): number => (sums[from + PERIOD_STEPS]! - sums[from]!) / PERIOD_STEPS;
  for (let t = 0; t < length; t++) {
    let end = t;
    if (isVoiced(t, LEVEL_STEPS) && isLevel(pitch, t)) end = t + LEVEL_STEPS;
    if (isVoiced(t, 2 * PERIOD_STEPS) && Math.abs(mean(t + PERIOD_STEPS) - mean(t)) <= MELODY.vibratoDrift)
      end = t + 2 * PERIOD_STEPS;
    // Spans begin in order of time, so that only what is beyond all earlier ones is new.
    held += Math.max(0, end - Math.max(t, counted));
    counted = Math.max(counted, end);
  }
  return held / voiced[length]!;
}

/** Whether the pitch of the step `from` and of those after it is level. */
function isLevel(pitch: Float32Array, from: number): boolean {
  let lowest = pitch[from]!;
  let highest = lowest;
  for (let t = from + 1; t < from + LEVEL_STEPS; t++) {
    lowest = Math.min(lowest, pitch[t]!);
    highest = Math.max(highest, pitch[t]!);
  }
  return highest - lowest <= MELODY.levelRange;
}

/**
 * How unlikely it is that notes at any pitches share a tuning as well as these do: Rayleigh's statistic (Mardia & Jupp
 * 2000), the number of different notes times their squared clarity; it is about 1 by chance.
 */
function commonTuning(notes: readonly NoteEvent[], tuning: Tuning): number {
  return new Set(notes.map(({ midi }) => midi)).size * tuning.confidence ** 2;
}

/** Whether the notes of one voice are a melody, rather than what a note decoder finds in speech or percussion. */
export function isMelody(notes: readonly NoteEvent[], tuning: Tuning, track: PitchTrack): boolean {
  const held = heldShare(track);
  return held === null || held >= MELODY.minHeld || commonTuning(notes, tuning) >= MELODY.minCommonTuning;
}
