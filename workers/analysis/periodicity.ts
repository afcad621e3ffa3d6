import { Autocorrelation, FINE, HALF_LONGEST } from './autocorrelation.ts';
import { PITCH, RATE } from './parameters.ts';

/** The pitches that a step may have: the delays after which its sound repeats itself best. */

const SHORTEST_DELAY = Math.floor(RATE / PITCH.highest);

/** Candidates of one step, best first in neither order; only the first `count` entries hold. */
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
  readonly #autocorrelation = new Autocorrelation();
  /** What each candidate found so far is worth. */
  readonly #worths = new Float64Array(PITCH.candidates);

  /** Fills `found` with the candidates of the next step, whose centre is `samples[centre]`. */
  find(samples: Float64Array, centre: number, found: Candidates): void {
    found.count = 0;
    if (this.#autocorrelation.measure(samples, centre)) this.#pickPeaks(found);
  }

  #pickPeaks(found: Candidates): void {
    const { fine, half } = this.#autocorrelation;
    // The peak around delay 0 says nothing; it ends where the correlation first turns negative or up again.
    let delay = slopeEnd(fine, 1, FINE);
    const first = delay < FINE ? FINE / 2 + 1 : slopeEnd(half, FINE / 2, HALF_LONGEST);
    for (delay = Math.max(delay, SHORTEST_DELAY); delay <= FINE; delay++) {
      const here = fine[delay]!;
      const before = fine[delay - 1]!;
      const after = fine[delay + 1]!;
      if (here >= PITCH.leastClarity && here >= before && here > after) this.#keepPeak(found, before, here, after, delay, RATE);
    }
    for (delay = first; delay <= HALF_LONGEST; delay++) this.#pickBetween(found, delay);
  }

  /** Keeps what peaks at this delay of the half rate, looked at between the delays too: high partials turn within two of them. */
  #pickBetween(found: Candidates, delay: number): void {
    const { half } = this.#autocorrelation;
    const here = half[delay]!;
    const before = half[delay - 1]!;
    const after = half[delay + 1]!;
    if (!(here >= PITCH.leastClarity && here >= before && here > after)) return;
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

  /** Keeps the best `PITCH.candidates`, weighed as the path will weigh them. */
  #keep(found: Candidates, hz: number, clarity: number): void {
    const worths = this.#worths;
    const worth = clarity + PITCH.octaveCost * Math.log2(hz);
    let place = found.count;
    if (place === worths.length) {
      place = 0;
      for (let i = 1; i < worths.length; i++) if (worths[i]! < worths[place]!) place = i;
      if (worths[place]! >= worth) return;
    } else found.count++;
    found.hz[place] = hz;
    found.clarity[place] = clarity;
    worths[place] = worth;
  }
}

/** Where the slope that the correlation falls from delay 0 on has ended, `last` if not before. */
function slopeEnd(clarity: Float64Array, from: number, last: number): number {
  let delay = from;
  while (delay < last && clarity[delay]! > 0 && clarity[delay]! <= clarity[delay - 1]!) delay++;
  return delay;
}
