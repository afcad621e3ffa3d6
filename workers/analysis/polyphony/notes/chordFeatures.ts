import type { ChordContext } from './chordContext.ts';
import { SHARED_PARTIALS } from './noteFeatures.ts';

/**
 * Measures a candidate and its context from 0.2 s before to 0.4 s after it, for the network of chordClassifier.ts: the
 * course of its activation, that of the pitches which could explain it, and the rise and prominence of its partials.
 */

/** Steps, relative to the onset, at which its own activation is measured. */
const ACTIVATION_OFFSETS = [-8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8, 12, 16] as const;
/** Intervals of the compared pitches, semitones, */
const INTERVALS = [-31, -28, -24, -19, -16, -12, -7, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 7, 12, 19, 24] as const;
/** and the spans of steps over which they are compared. */
const SPAN_OFFSETS = [
  [-3, -2],
  [1, 3],
  [4, 7],
  [10, 14],
] as const;
/** Spans over which partials are measured. */
const PARTIAL_SPANS = [
  [-3, -2],
  [2, 4],
  [8, 11],
] as const;
const PARTIAL_COUNT = 9;
/** Lower pitches with compared rises of partials. */
const LOWER_INTERVALS = [-12, -19, -24, -28] as const;
/** Number of partials with measured rises; see `OnsetDetector.risesAt`. */
const RISE_COUNT = 6;

export const CHORD_FEATURE_COUNT =
  ACTIVATION_OFFSETS.length +
  INTERVALS.length * SPAN_OFFSETS.length +
  2 * 4 +
  PARTIAL_COUNT * (PARTIAL_SPANS.length + 1) +
  SHARED_PARTIALS.length +
  RISE_COUNT +
  13;

/** Far below any audible activation or compressed magnitude. */
const MIN_ACTIVATION = 1e-3;
const logRatio = (a: number, b: number): number =>
  Math.max(-3, Math.min(3, Math.log((a + MIN_ACTIVATION) / (b + MIN_ACTIVATION)) / 2));

/** Properties of a candidate when it is found. */
export interface ChordRise {
  pitch: number;
  /** Step nearest to its onset. */
  step: number;
  /** Its onset after that step, steps. */
  late: number;
  /** Height of the flux at its onset above the mean around it; 0 for a rise without a peak of the flux. */
  prominence: number;
  /** The strongest other peak near, and its distance, s. */
  neighbour: { prominence: number; distance: number };
  /** Rise of each partial, and the mean rise of those of `LOWER_INTERVALS`, decades. */
  partials: Float64Array;
  lower: Float64Array;
}

/** Measures the rise of a candidate's partials. @param risesAt writes the rises of a pitch's partials at that moment */
export function measureRises(pitch: number, pitches: number, risesAt: (pitch: number, out: Float64Array) => void) {
  const partials = new Float64Array(RISE_COUNT);
  const lower = new Float64Array(LOWER_INTERVALS.length);
  for (let i = 0; i < LOWER_INTERVALS.length; i++) {
    const other = pitch + LOWER_INTERVALS[i]!;
    if (other < 0 || other >= pitches) continue;
    risesAt(other, partials);
    lower[i] = median(partials);
  }
  risesAt(pitch, partials);
  return { partials, lower };
}

const sorted = new Float64Array(RISE_COUNT);
/** The lower median of `RISE_COUNT` values. */
export function median(values: Float64Array): number {
  sorted.set(values);
  sorted.sort();
  return sorted[(RISE_COUNT - 1) >> 1]!;
}

/** The features of a candidate, `CHORD_FEATURE_COUNT` values between about -3 and 3. */
export function chordFeatures(
  { pitch, step, late, prominence, neighbour, partials, lower }: ChordRise,
  context: ChordContext,
): Float64Array {
  const features = new Float64Array(CHORD_FEATURE_COUNT);
  let at = 0;
  const append = (value: number): void => void (features[at++] = value);
  const reference = context.recent(step + 3);
  for (const offset of ACTIVATION_OFFSETS) append(logRatio(context.at(pitch, step + offset), reference));
  for (const [from, to] of SPAN_OFFSETS) {
    for (const interval of INTERVALS)
      append(logRatio(context.mean(pitch + interval, step + from, step + to), reference));
    append(logRatio(context.largest(from === 1 ? step + 2 : step + from), reference));
    append(logRatio(context.largest(step + to), context.total(step + to)));
  }
  const highest = context.highest(step + 3);
  for (let h = 0; h < PARTIAL_COUNT; h++) {
    for (const [from, to] of PARTIAL_SPANS)
      append(logRatio(context.partial(pitch, h, step + from, step + to), highest));
    const besideLevel =
      (context.partial(pitch - 1, h, step + 2, step + 4) + context.partial(pitch + 1, h, step + 2, step + 4)) / 2;
    append(2 * logRatio(context.partial(pitch, h, step + 2, step + 4), besideLevel));
  }
  for (const { own, interval, of } of SHARED_PARTIALS) {
    const low = pitch + interval;
    if (!context.hasPartial(low, of) || !context.hasPartial(pitch, own - 1)) {
      append(0);
      continue;
    }
    const between = Math.sqrt(
      context.partial(low, of - 2, step + 2, step + 5) * context.partial(low, of, step + 2, step + 5),
    );
    append(2 * logRatio(context.partial(pitch, own - 1, step + 2, step + 5), between));
  }
  for (const rise of partials) append(2 * rise);
  for (const rise of lower) append(2 * rise);
  append(2 * median(partials));
  append(prominence === 0 ? 0 : 1);
  append(10 * prominence);
  append(10 * neighbour.prominence);
  append(20 * neighbour.distance);
  append(late);
  append((pitch - 39) / 24);
  append(context.count(step + 2, 0.1) / 10 - 1);
  append(logRatio(context.at(pitch, step + 2), context.largest(step + 2)));
  return features;
}
