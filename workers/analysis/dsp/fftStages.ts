/*
 * The stages of the transform (fft.ts): each reads the values x and writes the values y.
 */

/** The first stage: every butterfly has its own twiddle factors. */
export function firstStage(
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
export function radix4(
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
export function radix2(
  stride: number,
  xRe: Float64Array,
  xIm: Float64Array,
  yRe: Float64Array,
  yIm: Float64Array,
): void {
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
