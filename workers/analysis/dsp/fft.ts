import { firstStage, radix2, radix4 } from './fftStages.ts';

/**
 * Fourier transform of real signals: the Stockham autosort algorithm with radix 4 (Stockham 1966; Van Loan
 * 1992, section 1.7) on half the length, then the usual split of the packed spectrum. Real and
 * imaginary parts are separate arrays; a transform allocates nothing.
 */
export class RealFft {
  readonly size: number;
  readonly #half: number;
  /** Twiddle factors of every stage: w, w squared and w cubed as re, im. */
  readonly #twiddles: Float64Array[] = [];
  readonly #splitRe: Float64Array;
  readonly #splitIm: Float64Array;
  #aRe: Float64Array;
  #aIm: Float64Array;
  #bRe: Float64Array;
  #bIm: Float64Array;

  /** `size` is a power of two, at least 8. */
  constructor(size: number) {
    if (size < 8 || (size & (size - 1)) !== 0) throw new RangeError(`FFT size ${size} is not a power of two from 8 on`);
    this.size = size;
    const half = size / 2;
    this.#half = half;
    for (let n = half; n >= 4; n /= 4) {
      const stage = new Float64Array((n / 4) * 6);
      for (let p = 0; p < n / 4; p++) {
        for (let power = 1; power <= 3; power++) {
          const angle = (-2 * Math.PI * p * power) / n;
          stage[6 * p + 2 * power - 2] = Math.cos(angle);
          stage[6 * p + 2 * power - 1] = Math.sin(angle);
        }
      }
      this.#twiddles.push(stage);
    }
    this.#splitRe = Float64Array.from({ length: half / 2 + 1 }, (_, k) => Math.cos((-2 * Math.PI * k) / size));
    this.#splitIm = Float64Array.from({ length: half / 2 + 1 }, (_, k) => Math.sin((-2 * Math.PI * k) / size));
    this.#aRe = new Float64Array(half);
    this.#aIm = new Float64Array(half);
    this.#bRe = new Float64Array(half);
    this.#bIm = new Float64Array(half);
  }

  /** Spectrum of `signal` (`size` samples) into bins 0 to size/2 of `re` and `im`. */
  forward(signal: Float64Array, re: Float64Array, im: Float64Array): void {
    const half = this.#half;
    const aRe = this.#aRe;
    const aIm = this.#aIm;
    for (let i = 0; i < half; i++) {
      aRe[i] = signal[2 * i]!;
      aIm[i] = signal[2 * i + 1]!;
    }
    this.#transform();
    const zRe = this.#aRe;
    const zIm = this.#aIm;
    const splitRe = this.#splitRe;
    const splitIm = this.#splitIm;
    re[0] = zRe[0]! + zIm[0]!;
    im[0] = 0;
    re[half] = zRe[0]! - zIm[0]!;
    im[half] = 0;
    for (let k = 1; k <= half / 2; k++) {
      const m = half - k;
      const evenRe = 0.5 * (zRe[k]! + zRe[m]!);
      const evenIm = 0.5 * (zIm[k]! - zIm[m]!);
      const oddRe = 0.5 * (zIm[k]! + zIm[m]!);
      const oddIm = 0.5 * (zRe[m]! - zRe[k]!);
      const wRe = splitRe[k]!;
      const wIm = splitIm[k]!;
      const turnedRe = wRe * oddRe - wIm * oddIm;
      const turnedIm = wRe * oddIm + wIm * oddRe;
      re[k] = evenRe + turnedRe;
      im[k] = evenIm + turnedIm;
      re[m] = evenRe - turnedRe;
      im[m] = turnedIm - evenIm;
    }
  }

  /** Real signal of the spectrum with bins 0 to size/2 in `re` and `im`; the inverse of `forward`. */
  inverse(re: Float64Array, im: Float64Array, signal: Float64Array): void {
    const half = this.#half;
    const aRe = this.#aRe;
    const aIm = this.#aIm;
    // Use the forward transform of the conjugate, so that one implementation serves both directions.
    aRe[0] = 0.5 * (re[0]! + re[half]!);
    aIm[0] = -0.5 * (re[0]! - re[half]!);
    for (let k = 1; k <= half / 2; k++) {
      const m = half - k;
      const evenRe = 0.5 * (re[k]! + re[m]!);
      const evenIm = 0.5 * (im[k]! - im[m]!);
      const turnedRe = 0.5 * (re[k]! - re[m]!);
      const turnedIm = 0.5 * (im[k]! + im[m]!);
      const wRe = this.#splitRe[k]!;
      const wIm = -this.#splitIm[k]!;
      const oddRe = wRe * turnedRe - wIm * turnedIm;
      const oddIm = wRe * turnedIm + wIm * turnedRe;
      aRe[k] = evenRe - oddIm;
      aIm[k] = -(evenIm + oddRe);
      aRe[m] = evenRe + oddIm;
      aIm[m] = evenIm - oddRe;
    }
    this.#transform();
    const scale = 1 / half;
    const zRe = this.#aRe;
    const zIm = this.#aIm;
    for (let i = 0; i < half; i++) {
      signal[2 * i] = scale * zRe[i]!;
      signal[2 * i + 1] = -scale * zIm[i]!;
    }
  }

  /** Complex transform of the a buffers, in place. */
  #transform(): void {
    const half = this.#half;
    firstStage(half, this.#twiddles[0]!, this.#aRe, this.#aIm, this.#bRe, this.#bIm);
    this.#swap();
    let n = half >> 2;
    for (let stage = 1; n >= 4; stage++, n >>= 2) {
      radix4(n, half / n, this.#twiddles[stage]!, this.#aRe, this.#aIm, this.#bRe, this.#bIm);
      this.#swap();
    }
    if (n === 2) {
      radix2(half / 2, this.#aRe, this.#aIm, this.#bRe, this.#bIm);
      this.#swap();
    }
  }

  #swap(): void {
    const re = this.#aRe;
    const im = this.#aIm;
    this.#aRe = this.#bRe;
    this.#aIm = this.#bIm;
    this.#bRe = re;
    this.#bIm = im;
  }
}
