import { RealFft } from './fft.ts';
import { FRAME, HOP, HOP_SECONDS, PITCH, RATE } from './parameters.ts';

/**
 * How well a step's sound repeats itself after each delay: the difference function of YIN
 * (de Cheveigné & Kawahara 2002) in the form of a correlation, normalised per delay as in the McLeod
 * pitch method (McLeod & Wyvill 2005), so that 1 is a perfect repetition.
 *
 * A step's window is a few hops long, so its correlation is the sum of those of the hops in it, and
 * only the newest hop's is computed (through the FFT), from the hop and the sound that follows it.
 */

const TRANSFORM = 1024;
const HOPS = Math.round(PITCH.window / HOP_SECONDS);
const WINDOW = HOPS * HOP;
const SHORTEST_DELAY = Math.floor(RATE / PITCH.highest);
const LONGEST_DELAY = Math.ceil(RATE / PITCH.lowest);
/** Delays of a row: up to the longest and one more, to see that it is a peak. */
const DELAYS = LONGEST_DELAY + 2;
/** From the start of the window to the centre of what is compared, for a usual pitch. */
const HALF = Math.floor((WINDOW + RATE / PITCH.centred) / 2);
if (HOP + DELAYS - 1 > TRANSFORM) throw new Error('The longest delay does not fit into the transform');
if (WINDOW - HOP + TRANSFORM - HALF > FRAME / 2) throw new Error('The sound after the window does not fit into the frame');

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
  readonly #fft = new RealFft(TRANSFORM);
  readonly #hop = new Float64Array(TRANSFORM);
  readonly #stretch = new Float64Array(TRANSFORM);
  readonly #hopRe = new Float64Array(TRANSFORM / 2 + 1);
  readonly #hopIm = new Float64Array(TRANSFORM / 2 + 1);
  readonly #stretchRe = new Float64Array(TRANSFORM / 2 + 1);
  readonly #stretchIm = new Float64Array(TRANSFORM / 2 + 1);
  /** Correlations of the hops in the window, the newest overwriting the oldest. */
  readonly #rows = new Float64Array(HOPS * DELAYS);
  readonly #energy = new Float64Array(WINDOW + DELAYS + 1);
  readonly #clarity = new Float64Array(DELAYS);
  /** What each candidate found so far is worth. */
  readonly #worths = new Float64Array(PITCH.candidates);
  #steps = 0;

  /** Fills `found` with the candidates of the next step, whose centre is `samples[centre]`. */
  find(samples: Float32Array, centre: number, found: Candidates): void {
    const start = centre - HALF;
    this.#correlate(samples, start + WINDOW - HOP, (this.#steps++ % HOPS) * DELAYS);
    found.count = 0;
    const energy = this.#energy;
    let sum = 0;
    for (let i = 0; i < WINDOW + DELAYS; ) {
      const x = samples[start + i]!;
      sum += x * x;
      energy[++i] = sum;
    }
    const windowEnergy = energy[WINDOW]!;
    if (windowEnergy <= 1e-10 * WINDOW) return;
    const clarity = this.#clarity;
    const rows = this.#rows;
    for (let delay = 0; delay < DELAYS; delay++) {
      let sum = 0;
      for (let hop = 0, at = delay; hop < HOPS; hop++, at += DELAYS) sum += rows[at]!;
      clarity[delay] = (2 * sum) / (windowEnergy + energy[WINDOW + delay]! - energy[delay]!);
    }
    this.#pickPeaks(found);
  }

  /** Correlation of the hop at `start` with the sound at each delay after it. */
  #correlate(samples: Float32Array, start: number, row: number): void {
    const hop = this.#hop;
    const stretch = this.#stretch;
    let size = 0;
    for (let i = 0; i < HOP; i++) size += Math.abs((hop[i] = samples[start + i]!));
    if (size === 0) {
      this.#rows.fill(0, row, row + DELAYS);
      return;
    }
    for (let i = 0; i < TRANSFORM; i++) stretch[i] = samples[start + i]!;
    const aRe = this.#hopRe;
    const aIm = this.#hopIm;
    const bRe = this.#stretchRe;
    const bIm = this.#stretchIm;
    this.#fft.forward(hop, aRe, aIm);
    this.#fft.forward(stretch, bRe, bIm);
    for (let k = 0; k < aRe.length; k++) {
      const re = bRe[k]! * aRe[k]! + bIm[k]! * aIm[k]!;
      bIm[k] = bIm[k]! * aRe[k]! - bRe[k]! * aIm[k]!;
      bRe[k] = re;
    }
    this.#fft.inverse(bRe, bIm, stretch);
    const rows = this.#rows;
    for (let delay = 0; delay < DELAYS; delay++) rows[row + delay] = stretch[delay]!;
  }

  #pickPeaks(found: Candidates): void {
    const clarity = this.#clarity;
    let delay = 1;
    // The peak around delay 0 says nothing; it ends where the correlation first turns negative or up again.
    while (delay < LONGEST_DELAY && clarity[delay]! > 0 && clarity[delay]! <= clarity[delay - 1]!) delay++;
    delay = Math.max(delay, SHORTEST_DELAY);
    for (; delay <= LONGEST_DELAY; delay++) {
      const here = clarity[delay]!;
      if (here < PITCH.leastClarity) continue;
      const before = clarity[delay - 1]!;
      const after = clarity[delay + 1]!;
      if (here < before || here <= after) continue;
      // A cosine through the three points; a parabola would lose the height of peaks a few samples wide.
      const cosine = Math.max(-0.99, Math.min(1 - 1e-6, (before + after) / (2 * here)));
      const angle = Math.acos(cosine);
      const turn = Math.atan((after - before) / (2 * here * Math.sin(angle)));
      this.#keep(found, RATE / (delay + turn / angle), Math.min(1, here / Math.cos(turn)));
    }
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
