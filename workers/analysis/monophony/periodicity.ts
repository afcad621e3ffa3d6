import { Autocorrelation, FINE, HALF_LONGEST } from '../dsp/autocorrelation.ts';
import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { PITCH, RATE } from '../parameters.ts';

/** Pitch candidates of a step: the peaks of its autocorrelation. */

const MIN_DELAY = Math.floor(RATE / PITCH.highest);

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

/** Finds the pitch candidates of one step after the other; allocates nothing per step. */
export class PeriodicityFinder {
  readonly #autocorrelation: Autocorrelation;
  /** Score of each candidate found so far. */
  readonly #scores = new Float64Array(PITCH.candidates);

  constructor(kernels: Kernels) {
    this.#autocorrelation = new Autocorrelation(kernels);
  }

  /** Fills `found` with the candidates of the next step, whose centre is `samples[centre]`. */
  find(samples: Floats, centre: number, found: Candidates): void {
    found.count = 0;
    if (this.#autocorrelation.measure(samples, centre)) this.#pickPeaks(found);
  }

  #pickPeaks(found: Candidates): void {
    const { fine, half } = this.#autocorrelation;
    // The peak around delay 0 is ignored; it ends where the correlation first turns negative or rises again.
    let delay = slopeEnd(fine, 1, FINE);
    const first = delay < FINE ? FINE / 2 + 1 : slopeEnd(half, FINE / 2, HALF_LONGEST);
    for (delay = Math.max(delay, MIN_DELAY); delay <= FINE; delay++) {
      const here = fine[delay]!;
      const before = fine[delay - 1]!;
      const after = fine[delay + 1]!;
      if (here >= PITCH.minClarity && here >= before && here > after)
        this.#keepPeak(found, before, here, after, delay, RATE);
    }
    for (delay = first; delay <= HALF_LONGEST; delay++) this.#pickBetween(found, delay);
  }

  /** Keeps a peak at this delay of the half rate, interpolated between the delays too: high partials have narrower peaks. */
  #pickBetween(found: Candidates, delay: number): void {
    const { half } = this.#autocorrelation;
    const here = half[delay]!;
    const before = half[delay - 1]!;
    const after = half[delay + 1]!;
    if (!(here >= PITCH.minClarity && here >= before && here > after)) return;
    const left = this.#autocorrelation.between(delay - 1);
    const right = this.#autocorrelation.between(delay);
    if (left === null || right === null) this.#keepPeak(found, before, here, after, delay, RATE / 2);
    else if (left > here && left >= right) this.#keepPeak(found, before, left, here, 2 * delay - 1, RATE);
    else if (right > here) this.#keepPeak(found, here, right, after, 2 * delay + 1, RATE);
    else this.#keepPeak(found, left, here, right, 2 * delay, RATE);
  }

  /**
   * Keeps the peak of three values around a delay at `rate`, Hz, the middle one the largest: that of a
   * cosine through them, as a parabola would lose the height of peaks a few samples wide.
   */
  #keepPeak(found: Candidates, before: number, here: number, after: number, delay: number, rate: number): void {
    const cosine = Math.max(-0.99, Math.min(1 - 1e-6, (before + after) / (2 * here)));
    const angle = Math.acos(cosine);
    const turn = Math.atan((after - before) / (2 * here * Math.sin(angle)));
    this.#keep(found, rate / (delay + turn / angle), Math.min(1, here / Math.cos(turn)));
  }

  /** Keeps the best `PITCH.candidates`, by the score that the pitch path will use. */
  #keep(found: Candidates, hz: number, clarity: number): void {
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

/** The delay at which the first descent of the correlation ends, at most `last`. */
function slopeEnd(clarity: Floats, from: number, last: number): number {
  let delay = from;
  while (delay < last && clarity[delay]! > 0 && clarity[delay]! <= clarity[delay - 1]!) delay++;
  return delay;
}
