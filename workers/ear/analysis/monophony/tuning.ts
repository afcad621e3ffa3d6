import { TUNING } from '../parameters.ts';
import type { Tuning } from '../types.ts';

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

/** Rounds a fractional MIDI pitch to a semitone, relative to the tuning of the whole sound. */
export function nearestMidi(pitch: number, tuning: Tuning): number {
  return Math.round(tuning.confidence >= TUNING.minConfidence ? pitch - tuning.cents / 100 : pitch);
}
