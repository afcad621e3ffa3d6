import { VIBRATO, steps } from '../../parameters.ts';

/** Steps of a period of a vibrato. */
export const PERIOD = steps(VIBRATO.period);

/** What the pitch does in a period of a vibrato: its mean and the ends of its range, fractional MIDI, and in how many steps it rests. */
export interface Period {
  mean: number;
  lowest: number;
  highest: number;
  resting: number;
}

/** Measures a period; null where a step is unvoiced or leaps. @param pitchAt fractional MIDI of the step `i` of the period; no number above 0 where it is unvoiced */
export function measurePeriod(pitchAt: (i: number) => number): Period | null {
  let lowest = Infinity;
  let highest = -Infinity;
  let sum = 0;
  let resting = 0;
  let last = Number.NaN;
  for (let i = 0; i < PERIOD; i++) {
    const pitch = pitchAt(i);
    if (!(pitch > 0) || Math.abs(pitch - last) > VIBRATO.maxStep) return null;
    if (Math.abs(pitch - last) < VIBRATO.restStep) resting++;
    lowest = Math.min(lowest, pitch);
    highest = Math.max(highest, pitch);
    sum += pitch;
    last = pitch;
  }
  return { mean: sum / PERIOD, lowest, highest, resting };
}
