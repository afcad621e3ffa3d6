/**
 * What is measured of a note of the polyphonic transcriber in its first half second, for the judge (noteJudge.ts): how strong it
 * is, which other pitches could explain it, how suddenly it and they rose, and whether its own partials stand out of the spectrum.
 */

/** Semitones to the pitches that are compared with a note's own: what it could be a partial of, what could be its partials, neighbours. */
export const INTERVALS = [-28, -24, -19, -12, -7, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 7, 12, 19, 24] as const;
/** Those of them whose rise and decay are compared too, and where they stand among them. */
export const RISING = [-24, -19, -12, 12, 19] as const;
const RISING_PLACES = RISING.map((interval) => INTERVALS.indexOf(interval));
/** Partials whose peaks are measured. */
export const PEAKS = 6;
/**
 * Where a note's partial is also one of a lower note: its own number, the interval to that note, and the number there. The spectrum of
 * a single note is smooth (Klapuri 2003): where such a partial stands out between its neighbours, there are two.
 */
export const SHARED = [
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
/** What else there is: see `evidenceOf`. */
const SINGLE = 11;
/** Length of a note's evidence. */
export const EVIDENCE_LENGTH = SINGLE + INTERVALS.length + 2 * RISING.length + 2 * PEAKS + SHARED.length;

/** Far below any activation and any compressed magnitude that is heard. */
const TINY = 1e-3;

/** Sums over the steps of a note's beginning. */
export interface NoteSums {
  steps: number;
  /** Its activation, and those of the pitches at `INTERVALS`. */
  own: number;
  others: Float64Array;
  /** Its newest activation, and those of the pitches at `RISING`. */
  newest: number;
  newestOthers: Float64Array;
  /** The largest activation of each step, and all that is in its spectrum. */
  largest: number;
  total: number;
  /** Compressed magnitude of its first partials, and of what lies a semitone beside them. */
  peaks: Float64Array;
  beside: Float64Array;
  /** How far its partials at `SHARED` stand out between those of the lower note, natural logarithm of the ratio. */
  standsOut: Float64Array;
  /** The largest compressed magnitude of each step. */
  highest: number;
}

/** How a note began. */
export interface NoteRise {
  /** Its activation after its rise over that before. */
  ratio: number;
  /** The same of the pitches at `RISING`. */
  others: Float64Array;
  /** Distance from the rise to the common onset, s; negative when that comes earlier. NaN without one. */
  distance: number;
  /** Rise of its partials at the common onset, decades. */
  partials: number;
}

export const noSums = (): NoteSums => ({
  steps: 0,
  own: 0,
  newest: 0,
  newestOthers: new Float64Array(RISING.length),
  others: new Float64Array(INTERVALS.length),
  largest: 0,
  total: 0,
  peaks: new Float64Array(PEAKS),
  beside: new Float64Array(PEAKS),
  standsOut: new Float64Array(SHARED.length),
  highest: 0,
});

const bounded = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value));
export const logRatio = (a: number, b: number, bound = 4): number =>
  bounded(Math.log((a + TINY) / (b + TINY)), -bound, bound);

/**
 * The evidence for a note, each value between about -4 and 4.
 * @param strength its activation relative to what a note needs
 * @param seconds how long it sounds
 * @param fallen its activation at the end of the beginning over its highest
 */
export function evidenceOf(
  midi: number,
  strength: number,
  seconds: number,
  fallen: number,
  sums: NoteSums,
  rise: NoteRise,
): Float64Array {
  const evidence = new Float64Array(EVIDENCE_LENGTH);
  let at = 0;
  const put = (value: number): void => void (evidence[at++] = value);
  const { steps } = sums;
  put(logRatio(strength, 1));
  put(logRatio(seconds, 0.25));
  put(logRatio(fallen, 1));
  put(logRatio(sums.largest, sums.total));
  put(logRatio(sums.own, sums.total, 6) / 2);
  put((midi - 60) / 12);
  put(logRatio(rise.ratio, 1));
  put(Number.isNaN(rise.distance) ? 1 : -1);
  put(Number.isNaN(rise.distance) ? 0 : bounded(20 * rise.distance, -2, 2));
  put(bounded(5 * rise.partials, -2, 4));
  for (const other of sums.others) put(logRatio(other / Math.max(1, steps), sums.own / Math.max(1, steps)));
  for (const other of rise.others) put(logRatio(other, 1));
  put(logRatio(sums.newest * steps, sums.own));
  for (let i = 0; i < RISING.length; i++)
    put(logRatio(sums.newestOthers[i]!, sums.others[RISING_PLACES[i]!]! / Math.max(1, steps)));
  for (let h = 0; h < PEAKS; h++) {
    put(logRatio(sums.peaks[h]!, sums.highest));
    put(2 * logRatio(sums.peaks[h]!, sums.beside[h]!, 2));
  }
  for (const sum of sums.standsOut) put(sum / Math.max(1, steps));
  return evidence;
}
