import { powerDecibels } from './dsp/decibels.ts';

/**
 * Loudness of a note, 0 to 1, by its level. A square wave of full scale has 1: recordings near full scale keep their
 * differences, in a tenth of the range.
 */

/** Levels, dBFS (a full-scale sine has 0), and their velocities. */
const SILENT_DB = -60;
const LOUD_POINT = { level: -11.4, velocity: 0.9 };
const FULL_SCALE_DB = powerDecibels(2);

/** @param power mean square relative to that of a full-scale sine */
export function velocityOf(power: number): number {
  const level = powerDecibels(power);
  const velocity =
    level < LOUD_POINT.level
      ? (LOUD_POINT.velocity * (level - SILENT_DB)) / (LOUD_POINT.level - SILENT_DB)
      : LOUD_POINT.velocity +
        ((1 - LOUD_POINT.velocity) * (level - LOUD_POINT.level)) / (FULL_SCALE_DB - LOUD_POINT.level);
  return Math.max(0, Math.min(1, velocity));
}
