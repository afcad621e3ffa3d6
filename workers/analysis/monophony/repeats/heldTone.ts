import { steps } from '../../parameters.ts';
import { medianOf } from '../median.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { HELD_TONE } from './parameters.ts';

/**
 * The level of a long bowed or blown tone dips without a pattern as the bow or the breath varies, and the network takes the
 * rise after such a dip for a repeat: a long tone has many dips, and the melodies that trained it have no long tones.
 */

const HELD_STEPS = steps(HELD_TONE.seconds);
const BEFORE_STEPS = [-steps(HELD_TONE.before), -steps(HELD_TONE.beside)] as const;
const AFTER_STEPS = [steps(HELD_TONE.settled), steps(HELD_TONE.after)] as const;
const USUAL_STEPS = [-steps(HELD_TONE.usual), -steps(HELD_TONE.apart)] as const;
const STEEPEST_STEPS = [-steps(HELD_TONE.beside), steps(HELD_TONE.span)] as const;
const SPAN_STEPS = steps(HELD_TONE.span);

/**
 * True where the partials of a tone that began at the step `first` rise at `step` no faster than the tone wavers, and it
 * has been held for long and becomes no louder.
 */
export function isWavering(first: number, step: number, { level, length }: PitchTrack): boolean {
  if (step - first < HELD_STEPS) return false;
  const decibels = (t: number): number => 20 * Math.log10(level[Math.min(length - 1, t)]! + 1e-9);
  const medianIn = ([from, to]: readonly [number, number]): number => medianOf(decibels, step + from, step + to);
  if (medianIn(AFTER_STEPS) - medianIn(BEFORE_STEPS) > HELD_TONE.louder) return false;
  let steepest = 0;
  for (let t = step + STEEPEST_STEPS[0]; t <= step + STEEPEST_STEPS[1]; t++)
    steepest = Math.max(steepest, decibels(t + SPAN_STEPS) - decibels(t));
  let changes = 0;
  for (let t = step + USUAL_STEPS[0]; t < step + USUAL_STEPS[1]; t++)
    changes += Math.abs(decibels(t + 1) - decibels(t));
  return steepest * (USUAL_STEPS[1] - USUAL_STEPS[0]) < HELD_TONE.times * changes;
}
