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

/** The first stage: every butterfly has its own twiddle factors. */
function firstStage(
  n: number,
  twiddles: Float64Array,
  xRe: Float64Array,
  xIm: Float64Array,
  yRe: Float64Array,
  yIm: Float64Array,
): void {
  const quarter = n >> 2;
  for (let p = 0, w = 0, to = 0; p < quarter; p++, w += 6, to += 4) {
    const aRe = xRe[p]!;
    const aIm = xIm[p]!;
    const bRe = xRe[p + quarter]!;
    const bIm = xIm[p + quarter]!;
    const cRe = xRe[p + 2 * quarter]!;
    const cIm = xIm[p + 2 * quarter]!;
    const dRe = xRe[p + 3 * quarter]!;
    const dIm = xIm[p + 3 * quarter]!;
    const sumAcRe = aRe + cRe;
    const sumAcIm = aIm + cIm;
    const difAcRe = aRe - cRe;
    const difAcIm = aIm - cIm;
    const sumBdRe = bRe + dRe;
    const sumBdIm = bIm + dIm;
    const turnBdRe = dIm - bIm;
    const turnBdIm = bRe - dRe;
    const w1Re = twiddles[w]!;
    const w1Im = twiddles[w + 1]!;
    const w2Re = twiddles[w + 2]!;
    const w2Im = twiddles[w + 3]!;
    const w3Re = twiddles[w + 4]!;
    const w3Im = twiddles[w + 5]!;
    const oneRe = difAcRe - turnBdRe;
    const oneIm = difAcIm - turnBdIm;
    const twoRe = sumAcRe - sumBdRe;
    const twoIm = sumAcIm - sumBdIm;
    const threeRe = difAcRe + turnBdRe;
    const threeIm = difAcIm + turnBdIm;
    yRe[to] = sumAcRe + sumBdRe;
    yIm[to] = sumAcIm + sumBdIm;
    yRe[to + 1] = w1Re * oneRe - w1Im * oneIm;
    yIm[to + 1] = w1Re * oneIm + w1Im * oneRe;
    yRe[to + 2] = w2Re * twoRe - w2Im * twoIm;
    yIm[to + 2] = w2Re * twoIm + w2Im * twoRe;
    yRe[to + 3] = w3Re * threeRe - w3Im * threeIm;
    yIm[to + 3] = w3Re * threeIm + w3Im * threeRe;
  }
}

/** A later stage: `stride` butterflies share each twiddle factor; the first factor is 1. */
function radix4(
  n: number,
  stride: number,
  twiddles: Float64Array,
  xRe: Float64Array,
  xIm: Float64Array,
  yRe: Float64Array,
  yIm: Float64Array,
): void {
  const quarter = n >> 2;
  const jump = stride * quarter;
  for (let from = 0; from < stride; from++) {
    const aRe = xRe[from]!;
    const aIm = xIm[from]!;
    const bRe = xRe[from + jump]!;
    const bIm = xIm[from + jump]!;
    const cRe = xRe[from + 2 * jump]!;
    const cIm = xIm[from + 2 * jump]!;
    const dRe = xRe[from + 3 * jump]!;
    const dIm = xIm[from + 3 * jump]!;
    const sumAcRe = aRe + cRe;
    const sumAcIm = aIm + cIm;
    const difAcRe = aRe - cRe;
    const difAcIm = aIm - cIm;
    const sumBdRe = bRe + dRe;
    const sumBdIm = bIm + dIm;
    const turnBdRe = dIm - bIm;
    const turnBdIm = bRe - dRe;
    yRe[from] = sumAcRe + sumBdRe;
    yIm[from] = sumAcIm + sumBdIm;
    yRe[from + stride] = difAcRe - turnBdRe;
    yIm[from + stride] = difAcIm - turnBdIm;
    yRe[from + 2 * stride] = sumAcRe - sumBdRe;
    yIm[from + 2 * stride] = sumAcIm - sumBdIm;
    yRe[from + 3 * stride] = difAcRe + turnBdRe;
    yIm[from + 3 * stride] = difAcIm + turnBdIm;
  }
  for (let p = 1; p < quarter; p++) {
    const w1Re = twiddles[6 * p]!;
    const w1Im = twiddles[6 * p + 1]!;
    const w2Re = twiddles[6 * p + 2]!;
    const w2Im = twiddles[6 * p + 3]!;
    const w3Re = twiddles[6 * p + 4]!;
    const w3Im = twiddles[6 * p + 5]!;
    const end = stride * (p + 1);
    for (let from = stride * p, to = 4 * stride * p; from < end; from++, to++) {
      const aRe = xRe[from]!;
      const aIm = xIm[from]!;
      const bRe = xRe[from + jump]!;
      const bIm = xIm[from + jump]!;
      const cRe = xRe[from + 2 * jump]!;
      const cIm = xIm[from + 2 * jump]!;
      const dRe = xRe[from + 3 * jump]!;
      const dIm = xIm[from + 3 * jump]!;
      const sumAcRe = aRe + cRe;
      const sumAcIm = aIm + cIm;
      const difAcRe = aRe - cRe;
      const difAcIm = aIm - cIm;
      const sumBdRe = bRe + dRe;
      const sumBdIm = bIm + dIm;
      const turnBdRe = dIm - bIm;
      const turnBdIm = bRe - dRe;
      const oneRe = difAcRe - turnBdRe;
      const oneIm = difAcIm - turnBdIm;
      const twoRe = sumAcRe - sumBdRe;
      const twoIm = sumAcIm - sumBdIm;
      const threeRe = difAcRe + turnBdRe;
      const threeIm = difAcIm + turnBdIm;
      yRe[to] = sumAcRe + sumBdRe;
      yIm[to] = sumAcIm + sumBdIm;
      yRe[to + stride] = w1Re * oneRe - w1Im * oneIm;
      yIm[to + stride] = w1Re * oneIm + w1Im * oneRe;
      yRe[to + 2 * stride] = w2Re * twoRe - w2Im * twoIm;
      yIm[to + 2 * stride] = w2Re * twoIm + w2Im * twoRe;
      yRe[to + 3 * stride] = w3Re * threeRe - w3Im * threeIm;
      yIm[to + 3 * stride] = w3Re * threeIm + w3Im * threeRe;
    }
  }
}

/** The last stage, for sizes that are not a power of four. */
function radix2(stride: number, xRe: Float64Array, xIm: Float64Array, yRe: Float64Array, yIm: Float64Array): void {
  for (let q = 0; q < stride; q++) {
    const aRe = xRe[q]!;
    const aIm = xIm[q]!;
    const bRe = xRe[q + stride]!;
    const bIm = xIm[q + stride]!;
    yRe[q] = aRe + bRe;
    yIm[q] = aIm + bIm;
    yRe[q + stride] = aRe - bRe;
    yIm[q + stride] = aIm - bIm;
  }
}
