import { VIBRATO } from './parameters.ts';
import { steps } from '../../parameters.ts';

/** Period of a vibrato, steps. */
export const PERIOD_STEPS = steps(VIBRATO.period);

/** The pitch in a period of a vibrato: mean and range, fractional MIDI, and number of steps at rest. */
export interface Period {
  mean: number;
  lowest: number;
  highest: number;
  resting: number;
}

/**
 * Measures a period; null where a step is unvoiced or leaps.
 * @param pitchAt fractional MIDI of the step `i` of the period; not above 0 where unvoiced
 */
export function measurePeriod(pitchAt: (i: number) => number): Period | null {
  let lowest = Infinity;
  let highest = -Infinity;
  let sum = 0;
  let resting = 0;
  let last = Number.NaN;
  for (let i = 0; i < PERIOD_STEPS; i++) {
    const pitch = pitchAt(i);
    if (!(pitch > 0) || Math.abs(pitch - last) > VIBRATO.maxStep) return null;
    if (Math.abs(pitch - last) < VIBRATO.restStep) resting++;
    lowest = Math.min(lowest, pitch);
    highest = Math.max(highest, pitch);
    sum += pitch;
    last = pitch;
  }
  return { mean: sum / PERIOD_STEPS, lowest, highest, resting };
}
