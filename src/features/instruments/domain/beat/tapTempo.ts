import { BPM_RANGE, clampTo } from './beat.ts';

/** A longer pause begins a new series of taps, ms: one beat at 30 beats a minute. */
const PAUSE_MS = 2000;
/** Taps that count, at most: a change of tempo takes effect after two bars. */
const MOST_TAPS = 9;

/** The taps after another one; times in ms. */
export function withTap(taps: readonly number[], time: number): number[] {
  const last = taps.at(-1);
  return last === undefined || time - last > PAUSE_MS || time <= last ? [time] : [...taps, time].slice(-MOST_TAPS);
}

/** The tempo of taps, whole beats a minute; null for fewer than two. */
export function tempoOfTaps(taps: readonly number[]): number | null {
  if (taps.length < 2) return null;
  return clampTo((60_000 * (taps.length - 1)) / (taps.at(-1)! - taps[0]!), BPM_RANGE);
}
