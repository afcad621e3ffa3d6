/**
 * Measures a note of the polyphonic transcriber in its first half second, for the network (noteClassifier.ts): its
 * strength, the other pitches that could explain it, the speed of their rises, and the prominence of its partials in
 * the spectrum.
 */

/**
 * Intervals of the compared pitches, semitones: fundamentals of the note, its possible partials, neighbours.
 */
export const INTERVALS = [-28, -24, -19, -12, -7, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 7, 12, 19, 24] as const;
/** The intervals with compared rise and decay, and their indices in `INTERVALS`. */
export const RISE_INTERVALS = [-24, -19, -12, 12, 19] as const;
const RISING_PLACES = RISE_INTERVALS.map((interval) => INTERVALS.indexOf(interval));
/** Number of partials with measured peaks. */
export const PEAK_COUNT = 6;
/**
 * Partials shared with a lower note: the number in the note, the interval to the lower note, and the number there. The
 * spectrum of a single note is smooth (Klapuri 2003): where such a partial exceeds its neighbours, both notes sound.
 */
export const SHARED_PARTIALS = [
  { own: 1, interval: -12, of: 2 },
  { own: 2, interval: -12, of: 4 },
  { own: 3, interval: -12, of: 6 },
  { own: 4, interval: -12, of: 8 },
  { own: 1, interval: -19, of: 3 },
  { own: 2, interval: -19, of: 6 },
  { own: 1, interval: -24, of: 4 },
  { own: 2, interval: -24, of: 8 },
  { own: 1, interval: -28, of: 5 },
  { own: 1, interval: -31, of: 6 },
] as const;
/** Number of other values; see `featuresOf`. */
const SINGLE_FEATURE_COUNT = 11;
/** Number of features. */
export const FEATURE_COUNT =
  SINGLE_FEATURE_COUNT + INTERVALS.length + 2 * RISE_INTERVALS.length + 2 * PEAK_COUNT + SHARED_PARTIALS.length;

/** Far below any audible activation or compressed magnitude. */
const MIN_ACTIVATION = 1e-3;

/** Sums over the steps at the beginning of a note. */
export interface NoteSums {
  steps: number;
  /** Activation of the note, and of the pitches at `INTERVALS`. */
  own: number;
  others: Float64Array;
  /** Newest activation of the note, and of the pitches at `RISE_INTERVALS`. */
  newest: number;
  newestOthers: Float64Array;
  /** Largest activation of each step, and total magnitude of its spectrum. */
  largest: number;
  total: number;
  /** Compressed magnitudes of the first partials, and of a semitone on both sides of them. */
  peaks: Float64Array;
  beside: Float64Array;
  /** Ratio of the partials at `SHARED_PARTIALS` to the neighbouring ones of the lower note, natural logarithm. */
  standsOut: Float64Array;
  /** Largest compressed magnitude of each step. */
  highest: number;
}

/** Rise at the beginning of a note. */
export interface NoteRise {
  /** Activation after the rise, divided by that before. */
  ratio: number;
  /** The same for the pitches at `RISE_INTERVALS`. */
  others: Float64Array;
  /** Distance from the rise to the common onset, s; negative for an earlier onset. NaN without one. */
  distance: number;
  /** Rise of the partials at the common onset, decades. */
  partials: number;
}

export const noSums = (): NoteSums => ({
  steps: 0,
  own: 0,
  newest: 0,
  newestOthers: new Float64Array(RISE_INTERVALS.length),
  others: new Float64Array(INTERVALS.length),
  largest: 0,
  total: 0,
  peaks: new Float64Array(PEAK_COUNT),
  beside: new Float64Array(PEAK_COUNT),
  standsOut: new Float64Array(SHARED_PARTIALS.length),
  highest: 0,
});

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
export const logRatio = (a: number, b: number, bound = 4): number =>
  clamp(Math.log((a + MIN_ACTIVATION) / (b + MIN_ACTIVATION)), -bound, bound);

/**
 * Computes the features of a note, each value between about -4 and 4.
 * @param strength activation relative to the minimum of a note
 * @param seconds duration, s
 * @param fallen activation at the end of the beginning, divided by its highest
 */
export function featuresOf(
  midi: number,
  strength: number,
  seconds: number,
  fallen: number,
  sums: NoteSums,
  rise: NoteRise,
): Float64Array {
  const features = new Float64Array(FEATURE_COUNT);
  let at = 0;
  const append = (value: number): void => void (features[at++] = value);
  const { steps } = sums;
  append(logRatio(strength, 1));
  append(logRatio(seconds, 0.25));
  append(logRatio(fallen, 1));
  append(logRatio(sums.largest, sums.total));
  append(logRatio(sums.own, sums.total, 6) / 2);
  append((midi - 60) / 12);
  append(logRatio(rise.ratio, 1));
  append(Number.isNaN(rise.distance) ? 1 : -1);
  append(Number.isNaN(rise.distance) ? 0 : clamp(20 * rise.distance, -2, 2));
  append(clamp(5 * rise.partials, -2, 4));
  for (const other of sums.others) append(logRatio(other / Math.max(1, steps), sums.own / Math.max(1, steps)));
  for (const other of rise.others) append(logRatio(other, 1));
  append(logRatio(sums.newest * steps, sums.own));
  for (let i = 0; i < RISE_INTERVALS.length; i++)
    append(logRatio(sums.newestOthers[i]!, sums.others[RISING_PLACES[i]!]! / Math.max(1, steps)));
  for (let h = 0; h < PEAK_COUNT; h++) {
    append(logRatio(sums.peaks[h]!, sums.highest));
    append(2 * logRatio(sums.peaks[h]!, sums.beside[h]!, 2));
  }
  for (const sum of sums.standsOut) append(sum / Math.max(1, steps));
  return features;
}
