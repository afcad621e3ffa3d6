import { Autocorrelation, MAX_FINE_DELAY, MAX_HALF_DELAY } from '../dsp/autocorrelation.ts';
import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { SAMPLE_RATE } from '../parameters.ts';
import { PITCH } from './parameters.ts';

/** Finds the pitch candidates of a step: the peaks of its autocorrelation. */

const MIN_DELAY = Math.floor(SAMPLE_RATE / PITCH.highest);

/** Candidates of one step, in no order; only the first `count` entries are valid. */
export interface Candidates {
  count: number;
  /** Hz. */
  hz: Float64Array;
  /** Periodicity, 0 to 1. */
  clarity: Float64Array;
}

export function emptyCandidates(): Candidates {
  return { count: 0, hz: new Float64Array(PITCH.candidates), clarity: new Float64Array(PITCH.candidates) };
}

/** Finds the pitch candidates of successive steps; allocates nothing per step. */
export class PeriodicityFinder {
  readonly #kernels: Kernels;
  readonly #autocorrelation: Autocorrelation;
  /** Delays of the peaks of a step. */
  readonly #peaks: Int32Array;
  /** Five values around a peak, at the full rate. */
  readonly #near: Floats;
  /** Score of each candidate found so far. */
  readonly #scores = new Float64Array(PITCH.candidates);

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#near = kernels.floats(5);
    this.#autocorrelation = new Autocorrelation(kernels);
    this.#peaks = kernels.indices(new Int32Array(MAX_HALF_DELAY + 1));
  }

  /** Fills `found` with the candidates of the next step, with centre `samples[centre]`. */
  find(samples: Floats, centre: number, found: Candidates): void {
    found.count = 0;
    if (this.#autocorrelation.measure(samples, centre)) this.#pickPeaks(found);
  }

  #pickPeaks(found: Candidates): void {
    const kernels = this.#kernels;
    const peaks = this.#peaks;
    const { fine, half } = this.#autocorrelation;
    // Ignore the peak around delay 0; it ends where the correlation first turns negative or rises again.
    const delay = slopeEnd(fine, 1, MAX_FINE_DELAY);
    const first = delay < MAX_FINE_DELAY ? MAX_FINE_DELAY / 2 + 1 : slopeEnd(half, MAX_FINE_DELAY / 2, MAX_HALF_DELAY);
    // A period just above `MAX_FINE_DELAY` has its peak at the next delay of the full rate, and may have none at half
    // the rate.
    let count = kernels.peaks(fine, Math.max(delay, MIN_DELAY), MAX_FINE_DELAY + 1, PITCH.minClarity, peaks);
    const isBeyond = count > 0 && peaks[count - 1]! > MAX_FINE_DELAY;
    if (isBeyond) count--;
    for (let i = 0; i < count; i++)
      if (!isHalfOfNoise(fine, peaks[i]!)) this.#addPeak(found, fine, peaks[i]!, peaks[i]!, SAMPLE_RATE);
    count = kernels.peaks(half, first, MAX_HALF_DELAY, PITCH.minClarity, peaks);
    if (isBeyond && !(count > 0 && peaks[0] === MAX_FINE_DELAY / 2 + 1))
      this.#addPeak(found, fine, MAX_FINE_DELAY + 1, MAX_FINE_DELAY + 1, SAMPLE_RATE);
    for (let i = 0; i < count; i++) this.#pickBetween(found, peaks[i]!);
  }

  /**
   * Adds a peak at this delay of the half rate, interpolated between the delays: high partials have narrower peaks.
   */
  #pickBetween(found: Candidates, delay: number): void {
    const autocorrelation = this.#autocorrelation;
    const { half } = autocorrelation;
    if (!autocorrelation.hasBetween(delay)) {
      this.#addPeak(found, half, delay, delay, SAMPLE_RATE / 2);
      return;
    }
    const near = this.#near;
    near[0] = half[delay - 1]!;
    near[1] = autocorrelation.interpolate(delay - 1);
    near[2] = half[delay]!;
    near[3] = autocorrelation.interpolate(delay);
    near[4] = half[delay + 1]!;
    let at = 2;
    if (near[1] > near[2] && near[1] >= near[3]) at = 1;
    else if (near[3] > near[2]) at = 3;
    this.#addPeak(found, near, at, 2 * delay + at - 2, SAMPLE_RATE);
  }

  /**
   * Adds the peak of the values around `at`, at this delay at `rate`, Hz, if it is one of the best `PITCH.candidates`
   * by the score of the pitch path. Fits a cosine through three values, the middle one the largest, as a parabola would
   * lose the height of peaks a few samples wide.
   */
  #addPeak(found: Candidates, values: Floats, at: number, delay: number, rate: number): void {
    const before = values[at - 1]!;
    const here = values[at]!;
    const after = values[at + 1]!;
    const cosine = Math.max(-0.99, Math.min(1 - 1e-6, (before + after) / (2 * here)));
    const angle = Math.acos(cosine);
    const slope = (after - before) / (2 * here * Math.sqrt(1 - cosine * cosine));
    const hz = rate / (delay + Math.atan(slope) / angle);
    const clarity = Math.min(1, here * Math.sqrt(1 + slope * slope));
    const scores = this.#scores;
    const score = clarity + PITCH.octaveCost * Math.log2(hz);
    let slot = found.count;
    if (slot === scores.length) {
      slot = 0;
      for (let i = 1; i < scores.length; i++) if (scores[i]! < scores[slot]!) slot = i;
      if (scores[slot]! >= score) return;
    } else found.count++;
    found.hz[slot] = hz;
    found.clarity[slot] = clarity;
    scores[slot] = score;
  }
}

/** True when the sound also repeats at half this delay, too short for a pitch: a sibilant is noise around 7 kHz. */
function isHalfOfNoise(clarity: Floats, delay: number): boolean {
  if (delay >= 2 * MIN_DELAY) return false;
  return Math.max(clarity[delay >> 1]!, clarity[(delay + 1) >> 1]!) >= PITCH.maxAtHalf * clarity[delay]!;
}

/** End of the first descent of the correlation, a delay of at most `last`. */
function slopeEnd(clarity: Floats, from: number, last: number): number {
  let delay = from;
  while (delay < last && clarity[delay]! > 0 && clarity[delay]! <= clarity[delay - 1]!) delay++;
  return delay;
}
