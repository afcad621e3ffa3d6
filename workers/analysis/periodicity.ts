import FFT from 'fft.js';
import { FRAME, PITCH, RATE } from './parameters.ts';

/**
 * How well a step's sound repeats itself after each delay: the difference function of YIN
 * (de Cheveigné & Kawahara 2002), computed as a correlation through the FFT and normalised per delay
 * as in the McLeod pitch method (McLeod & Wyvill 2005), so that 1 is a perfect repetition.
 */

const WINDOW = Math.round(PITCH.window * RATE);
const SHORTEST_DELAY = Math.floor(RATE / PITCH.highest);
const LONGEST_DELAY = Math.ceil(RATE / PITCH.lowest);

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

/** Finds the pitch candidates of a step; holds its scratch memory, allocates nothing per step. */
export class PeriodicityFinder {
  readonly #fft = new FFT(FRAME);
  readonly #packed = new Float64Array(2 * FRAME);
  readonly #spectrum = new Float64Array(2 * FRAME);
  readonly #product = new Float64Array(2 * FRAME);
  readonly #correlation = new Float64Array(2 * FRAME);
  readonly #energy = new Float64Array(FRAME + 1);
  readonly #clarity = new Float64Array(LONGEST_DELAY + 2);

  /**
   * Fills `found` from `FRAME` samples beginning at `start`. The pair of stretches that is compared
   * lies around the frame's centre whatever the delay, because the frame holds both.
   */
  find(samples: Float32Array, start: number, found: Candidates): void {
    const { packed, spectrum, product, correlation } = this.#scratch();
    const offset = Math.floor((FRAME - WINDOW - LONGEST_DELAY) / 2);
    const energy = this.#energy;
    // Two real signals share one complex transform: the whole stretch, and its first window alone.
    packed.fill(0);
    const length = WINDOW + LONGEST_DELAY;
    for (let i = 0; i < length; i++) {
      const x = samples[start + offset + i]!;
      packed[2 * i] = x;
      if (i < WINDOW) packed[2 * i + 1] = x;
      energy[i + 1] = energy[i]! + x * x;
    }
    found.count = 0;
    const windowEnergy = energy[WINDOW]!;
    if (windowEnergy <= 1e-10 * WINDOW) return;
    this.#fft.transform(spectrum, packed);
    for (let k = 0; k <= FRAME / 2; k++) {
      const m = (FRAME - k) % FRAME;
      const ar = spectrum[2 * k]!;
      const ai = spectrum[2 * k + 1]!;
      const br = spectrum[2 * m]!;
      const bi = spectrum[2 * m + 1]!;
      // whole = (Z(k) + conj Z(-k)) / 2, window = (Z(k) - conj Z(-k)) / 2i
      const wholeRe = (ar + br) / 2;
      const wholeIm = (ai - bi) / 2;
      const windowRe = (ai + bi) / 2;
      const windowIm = (br - ar) / 2;
      const re = wholeRe * windowRe + wholeIm * windowIm;
      const im = wholeIm * windowRe - wholeRe * windowIm;
      product[2 * k] = re;
      product[2 * k + 1] = im;
      product[2 * m] = re;
      product[2 * m + 1] = -im;
    }
    this.#fft.inverseTransform(correlation, product);
    const clarity = this.#clarity;
    for (let delay = 0; delay < clarity.length; delay++) {
      const both = windowEnergy + energy[Math.min(length, WINDOW + delay)]! - energy[delay]!;
      clarity[delay] = both > 0 ? (2 * correlation[2 * delay]!) / both : 0;
    }
    this.#pickPeaks(found);
  }

  #scratch() {
    return { packed: this.#packed, spectrum: this.#spectrum, product: this.#product, correlation: this.#correlation };
  }

  #pickPeaks(found: Candidates): void {
    const clarity = this.#clarity;
    let delay = 1;
    // The peak around delay 0 says nothing; it ends where the correlation first turns negative or up again.
    while (delay < LONGEST_DELAY && clarity[delay]! > 0 && clarity[delay]! <= clarity[delay - 1]!) delay++;
    delay = Math.max(delay, SHORTEST_DELAY);
    for (; delay <= LONGEST_DELAY; delay++) {
      const here = clarity[delay]!;
      const before = clarity[delay - 1]!;
      const after = clarity[delay + 1]!;
      if (here < PITCH.leastClarity || here < before || here <= after) continue;
      const bend = before - 2 * here + after;
      const shift = bend < 0 ? (0.5 * (before - after)) / bend : 0;
      this.#keep(found, RATE / (delay + shift), Math.min(1, here - 0.25 * (before - after) * shift));
    }
  }

  /** Keeps the best `PITCH.candidates`, weighed as the path will weigh them. */
  #keep(found: Candidates, hz: number, clarity: number): void {
    const worth = (f: number, c: number): number => c + PITCH.octaveCost * Math.log2(f);
    let place = found.count;
    if (found.count === PITCH.candidates) {
      place = 0;
      for (let i = 1; i < found.count; i++) {
        if (worth(found.hz[i]!, found.clarity[i]!) < worth(found.hz[place]!, found.clarity[place]!)) place = i;
      }
      if (worth(found.hz[place]!, found.clarity[place]!) >= worth(hz, clarity)) return;
    } else found.count++;
    found.hz[place] = hz;
    found.clarity[place] = clarity;
  }
}
