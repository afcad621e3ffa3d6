import { HOP_SECONDS, steps } from '../parameters.ts';
import { TUNING } from './parameters.ts';
import type { Tuning } from '../types.ts';
import type { NoteSegment } from './noteDecoder.ts';

const PAST_STEPS = steps(TUNING.past);
const AHEAD_STEPS = steps(TUNING.ahead);
const REST_STEPS = steps(TUNING.rest);
/** Tuning of silence, and of few notes. */
export const NO_TUNING: Tuning = { cents: 0, confidence: 0 };

/**
 * Estimates the common deviation of notes from A4 = 440 Hz: the circular mean of their deviations from the nearest
 * semitone, weighted by duration (Gómez 2006). The length of the mean vector is its clarity.
 */
export function estimateTuning(notes: readonly Pitched[]): Tuning {
  const sums = sumsOf(notes);
  return meanOf(sums, 0, notes.length);
}

/** Pitch as a fractional MIDI number, and its duration, s. */
interface Pitched {
  pitch: number;
  seconds: number;
}

/**
 * Deviations as vectors of the length of a duration, s, and durations: sums of those of the notes before each, and of
 * all.
 */
interface Sums {
  x: Float64Array;
  y: Float64Array;
  seconds: Float64Array;
}

function sumsOf(notes: readonly Pitched[]): Sums {
  const [x, y, sum] = [0, 1, 2].map(() => new Float64Array(notes.length + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  for (const [i, { pitch, seconds }] of notes.entries()) {
    const angle = 2 * Math.PI * (pitch - Math.round(pitch));
    x[i + 1] = x[i]! + seconds * Math.cos(angle);
    y[i + 1] = y[i]! + seconds * Math.sin(angle);
    sum[i + 1] = sum[i]! + seconds;
  }
  return { x, y, seconds: sum };
}

/** The tuning of the notes number `from` to `until`. */
function meanOf(sums: Sums, from: number, until: number): Tuning {
  const [x, y, total] = [sums.x, sums.y, sums.seconds].map((sum) => sum[until]! - sum[from]!) as [
    number,
    number,
    number,
  ];
  if (total === 0) return NO_TUNING;
  // Rounding may make the mean vector longer than 1.
  const clarity = Math.min(1, Math.hypot(x, y) / total);
  const cents = (100 * Math.atan2(y, x)) / (2 * Math.PI);
  return { cents, confidence: clarity * Math.min(1, total / TUNING.minSeconds) };
}

/**
 * The tuning around each note, by which it has its name: that of the notes of the 20 s before its end, back to the last
 * rest, and of those that begin within a second after it; none where so few may agree by chance (Rayleigh's statistic).
 * @param notes by beginning, pitches as fractional MIDI numbers
 */
export function tuningsAround(notes: readonly (Pick<NoteSegment, 'first' | 'end'> & { pitch: number })[]): Tuning[] {
  const all = sumsOf(notes.map(({ pitch, first, end }) => ({ pitch, seconds: (end - first) * HOP_SECONDS })));
  const rests = notes.map(({ first }, i) => i > 0 && first - notes[i - 1]!.end >= REST_STEPS);
  let from = 0;
  return notes.map(({ end }, i) => {
    if (rests[i] === true) from = i;
    while (from < i && notes[from]!.first < end - PAST_STEPS) from++;
    let until = i + 1;
    while (until < notes.length && rests[until] === false && notes[until]!.first < end + AHEAD_STEPS) until++;
    const tuning = meanOf(all, from, until);
    return (until - from) * tuning.confidence ** 2 < TUNING.leastAgreement ? NO_TUNING : tuning;
  });
}

/** Rounds a fractional MIDI pitch to a semitone, relative to the tuning around it. */
export function nearestMidi(pitch: number, tuning: Tuning): number {
  return Math.round(tuning.confidence >= TUNING.minConfidence ? pitch - tuning.cents / 100 : pitch);
}
