import { HOP_SECONDS, steps, TUNING } from '../parameters.ts';
import type { Tuning } from '../types.ts';
import type { NoteSegment } from './noteDecoder.ts';

const PAST = steps(TUNING.past);
const AHEAD = steps(TUNING.ahead);
const REST = steps(TUNING.rest);
const NO_TUNING: Tuning = { cents: 0, confidence: 0 };

/**
 * Estimates the common deviation of notes from A4 = 440 Hz: the circular mean of their deviations from the nearest
 * semitone, weighted by duration (Gómez 2006). The length of the mean vector is its clarity.
 */
export function estimateTuning(notes: readonly { pitch: number; seconds: number }[]): Tuning {
  let x = 0;
  let y = 0;
  let total = 0;
  for (const { pitch, seconds } of notes) {
    const angle = 2 * Math.PI * (pitch - Math.round(pitch));
    x += seconds * Math.cos(angle);
    y += seconds * Math.sin(angle);
    total += seconds;
  }
  if (total === 0) return { cents: 0, confidence: 0 };
  // Rounding may make the mean vector longer than 1.
  const clarity = Math.min(1, Math.hypot(x, y) / total);
  const cents = (100 * Math.atan2(y, x)) / (2 * Math.PI);
  return { cents, confidence: clarity * Math.min(1, total / TUNING.minSeconds) };
}

/**
 * The tuning around each note, by which it has its name: that of the notes of the 20 s before its end, back to the last rest,
 * and of those that begin within a second after it; none where so few may agree by chance
 * (Rayleigh's statistic). @param notes by beginning, pitches as fractional MIDI numbers
 */
export function tuningsAround(notes: readonly (Pick<NoteSegment, 'first' | 'end'> & { pitch: number })[]): Tuning[] {
  const all = notes.map(({ pitch, first, end }) => ({ pitch, seconds: (end - first) * HOP_SECONDS }));
  const rests = notes.map(({ first }, i) => i > 0 && first - notes[i - 1]!.end >= REST);
  let from = 0;
  return notes.map(({ end }, i) => {
    if (rests[i] === true) from = i;
    while (from < i && notes[from]!.first < end - PAST) from++;
    let until = i + 1;
    while (until < notes.length && rests[until] === false && notes[until]!.first < end + AHEAD) until++;
    const tuning = estimateTuning(all.slice(from, until));
    return (until - from) * tuning.confidence ** 2 < TUNING.leastAgreement ? NO_TUNING : tuning;
  });
}

/** Rounds a fractional MIDI pitch to a semitone, relative to the tuning around it. */
export function nearestMidi(pitch: number, tuning: Tuning): number {
  return Math.round(tuning.confidence >= TUNING.minConfidence ? pitch - tuning.cents / 100 : pitch);
}
