import { powerDecibels } from '../../dsp/decibels.ts';
import { steps } from '../../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { HUM } from './parameters.ts';

/**
 * Removes mains hum in the pauses of a recording. It has a pitch, so that each pause would become a note. It is detected by
 * that pitch, which lies between the notes of any tuning near A 440, by its constant level, and by being the only sound
 * where it is quiet: for each second by the 20 s before its end, back to the last rest, and 1 s after it, so that a sound does not
 * change the notes of the next.
 */

const PAST = steps(HUM.past);
const AHEAD = steps(HUM.ahead);
const EVERY = steps(HUM.every);
const REST = steps(HUM.rest);
const LEAST = steps(HUM.minSeconds);

/** Whether a pitch, Hz, is near one of the first multiples of a mains frequency, Hz. */
export function isMainsPitch(hz: number, mains: number): boolean {
  const multiple = Math.round(hz / mains);
  return multiple >= 1 && multiple <= HUM.multiples && Math.abs(1200 * Math.log2(hz / (multiple * mains))) <= HUM.near;
}

/** Steps [first, end). */
type Run = Pick<NoteSegment, 'first' | 'end'>;

/** Whether something is heard at a step; what is hum is not voiced any more. */
const isHeard = ({ hz, hum }: PitchTrack, t: number): boolean => hz[t]! > 0 || hum[t]! > 0;

/** The stretches between rests. */
function heardRuns(track: PitchTrack): Run[] {
  const runs: Run[] = [];
  for (let t = 0; t < track.length; t++) {
    if (!isHeard(track, t)) continue;
    const last = runs.at(-1);
    if (last !== undefined && t - last.end < REST) last.end = t + 1;
    else runs.push({ first: t, end: t + 1 });
  }
  return runs;
}

/** Marks the steps of a stretch with hum of the mains frequency `mains`, Hz. */
function markHum(track: PitchTrack, mains: number, { first, end }: Run): void {
  const { hz, power, hum } = track;
  const isNear = Uint8Array.from({ length: end - first }, (_, i) =>
    Number(hum[first + i] === mains || isMainsPitch(hz[first + i]!, mains)),
  );
  if (isNear.reduce((count, one) => count + one, 0) < LEAST) return;
  const levels = Float64Array.from(isNear, (_, i) => powerDecibels(power[first + i]!));
  for (let begin = 0; begin < levels.length; begin += EVERY) {
    const from = Math.max(0, begin + EVERY - PAST);
    const until = begin + EVERY + AHEAD;
    const soft = humIn(levels.subarray(from, until), isNear.subarray(from, until));
    for (const i of soft) hum[first + from + i] = mains;
  }
}

/** The steps with hum among these levels, dB, and marks of a mains pitch; empty without hum. */
function humIn(levels: Float64Array, isNear: Uint8Array): number[] {
  const loudest = levels.reduce((most, level) => Math.max(most, level), -Infinity);
  const soft = levels.filter((level, i) => isNear[i] === 1 && level <= loudest - HUM.softer).sort();
  if (soft.length < LEAST) return [];
  const usual = soft[soft.length >> 1]!;
  const found: number[] = [];
  let quiet = 0;
  for (const [i, level] of levels.entries()) {
    if (level > usual + HUM.level) continue;
    quiet++;
    if (isNear[i] === 1 && level >= usual - HUM.level) found.push(i);
  }
  return found.length >= LEAST && found.length >= HUM.ofQuiet * quiet ? found : [];
}

/**
 * Removes hum: makes its steps in the track unvoiced and marks them, and returns the notes that are not hum. The live view
 * calls it again and again.
 */
export function withoutHum(segments: readonly NoteSegment[], track: PitchTrack): readonly NoteSegment[] {
  const { hz, clarity, hum } = track;
  for (const run of heardRuns(track)) for (const mains of HUM.mains) markHum(track, mains, run);
  const notes = segments.filter(({ first, end }) => {
    let heard = 0;
    let humming = 0;
    for (let t = first; t < end; t++) {
      heard += Number(isHeard(track, t));
      humming += Number(hum[t]! > 0);
    }
    return humming < HUM.ofNote * heard || heard === 0;
  });
  for (let t = 0; t < track.length; t++) if (hum[t]! > 0) hz[t] = clarity[t] = 0;
  return notes;
}
