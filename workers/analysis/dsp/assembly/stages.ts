/**
 * The stages of the transform (fft.ts) on four lanes: each reads the values x and writes the values y.
 */

export function firstStage(half: i32, twiddles: usize, xRe: usize, xIm: usize, yRe: usize, yIm: usize): void {
  const quarter: usize = half;
  let w = twiddles;
  let to: usize = 0;
  for (let p: usize = 0; p < quarter; p += 16, w += 96, to += 64) {
    const aRe = v128.load(xRe + p);
    const aIm = v128.load(xIm + p);
    const bRe = v128.load(xRe + p + quarter);
    const bIm = v128.load(xIm + p + quarter);
    const cRe = v128.load(xRe + p + 2 * quarter);
    const cIm = v128.load(xIm + p + 2 * quarter);
    const dRe = v128.load(xRe + p + 3 * quarter);
    const dIm = v128.load(xIm + p + 3 * quarter);
    const sumAcRe = f32x4.add(aRe, cRe);
    const sumAcIm = f32x4.add(aIm, cIm);
    const difAcRe = f32x4.sub(aRe, cRe);
    const difAcIm = f32x4.sub(aIm, cIm);
    const sumBdRe = f32x4.add(bRe, dRe);
    const sumBdIm = f32x4.add(bIm, dIm);
    const turnBdRe = f32x4.sub(dIm, bIm);
    const turnBdIm = f32x4.sub(bRe, dRe);
    const w1Re = v128.load(w);
    const w1Im = v128.load(w, 16);
    const w2Re = v128.load(w, 32);
    const w2Im = v128.load(w, 48);
    const w3Re = v128.load(w, 64);
    const w3Im = v128.load(w, 80);
    const oneRe = f32x4.sub(difAcRe, turnBdRe);
    const oneIm = f32x4.sub(difAcIm, turnBdIm);
    const twoRe = f32x4.sub(sumAcRe, sumBdRe);
    const twoIm = f32x4.sub(sumAcIm, sumBdIm);
    const threeRe = f32x4.add(difAcRe, turnBdRe);
    const threeIm = f32x4.add(difAcIm, turnBdIm);
    store4(
      yRe + to,
      f32x4.add(sumAcRe, sumBdRe),
      f32x4.sub(f32x4.mul(w1Re, oneRe), f32x4.mul(w1Im, oneIm)),
      f32x4.sub(f32x4.mul(w2Re, twoRe), f32x4.mul(w2Im, twoIm)),
      f32x4.sub(f32x4.mul(w3Re, threeRe), f32x4.mul(w3Im, threeIm)),
    );
    store4(
      yIm + to,
      f32x4.add(sumAcIm, sumBdIm),
      f32x4.add(f32x4.mul(w1Re, oneIm), f32x4.mul(w1Im, oneRe)),
      f32x4.add(f32x4.mul(w2Re, twoIm), f32x4.mul(w2Im, twoRe)),
      f32x4.add(f32x4.mul(w3Re, threeIm), f32x4.mul(w3Im, threeRe)),
    );
  }
}

/** Writes four vectors transposed: the first lanes of all, then the second ones, and so on. */
function store4(to: usize, a: v128, b: v128, c: v128, d: v128): void {
  const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
  const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
  const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
  const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
  v128.store(to, v128.shuffle<f32>(ab, cd, 0, 1, 4, 5));
  v128.store(to, v128.shuffle<f32>(ab, cd, 2, 3, 6, 7), 16);
  v128.store(to, v128.shuffle<f32>(abHigh, cdHigh, 0, 1, 4, 5), 32);
  v128.store(to, v128.shuffle<f32>(abHigh, cdHigh, 2, 3, 6, 7), 48);
}

export function radix4(n: i32, stride: i32, twiddles: usize, xRe: usize, xIm: usize, yRe: usize, yIm: usize): void {
  const step: usize = 4 * stride;
  const jump: usize = step * (n >> 2);
  // The first butterflies need no factors.
  for (let q: usize = 0; q < step; q += 16) {
    const aRe = v128.load(xRe + q);
    const aIm = v128.load(xIm + q);
    const bRe = v128.load(xRe + q + jump);
    const bIm = v128.load(xIm + q + jump);
    const cRe = v128.load(xRe + q + 2 * jump);
    const cIm = v128.load(xIm + q + 2 * jump);
    const dRe = v128.load(xRe + q + 3 * jump);
    const dIm = v128.load(xIm + q + 3 * jump);
    const sumAcRe = f32x4.add(aRe, cRe);
    const sumAcIm = f32x4.add(aIm, cIm);
    const difAcRe = f32x4.sub(aRe, cRe);
    const difAcIm = f32x4.sub(aIm, cIm);
    const sumBdRe = f32x4.add(bRe, dRe);
    const sumBdIm = f32x4.add(bIm, dIm);
    const turnBdRe = f32x4.sub(dIm, bIm);
    const turnBdIm = f32x4.sub(bRe, dRe);
    v128.store(yRe + q, f32x4.add(sumAcRe, sumBdRe));
    v128.store(yIm + q, f32x4.add(sumAcIm, sumBdIm));
    v128.store(yRe + q + step, f32x4.sub(difAcRe, turnBdRe));
    v128.store(yIm + q + step, f32x4.sub(difAcIm, turnBdIm));
    v128.store(yRe + q + 2 * step, f32x4.sub(sumAcRe, sumBdRe));
    v128.store(yIm + q + 2 * step, f32x4.sub(sumAcIm, sumBdIm));
    v128.store(yRe + q + 3 * step, f32x4.add(difAcRe, turnBdRe));
    v128.store(yIm + q + 3 * step, f32x4.add(difAcIm, turnBdIm));
  }
  let from: usize = step;
  let to: usize = 4 * step;
  let w = twiddles + 24;
  for (let p = 1; p < n >> 2; p++, w += 24) {
    const w1Re = v128.load32_splat(w);
    const w1Im = v128.load32_splat(w, 4);
    const w2Re = v128.load32_splat(w, 8);
    const w2Im = v128.load32_splat(w, 12);
    const w3Re = v128.load32_splat(w, 16);
    const w3Im = v128.load32_splat(w, 20);
    for (const end = from + step; from < end; from += 16, to += 16) {
      const aRe = v128.load(xRe + from);
      const aIm = v128.load(xIm + from);
      const bRe = v128.load(xRe + from + jump);
      const bIm = v128.load(xIm + from + jump);
      const cRe = v128.load(xRe + from + 2 * jump);
      const cIm = v128.load(xIm + from + 2 * jump);
      const dRe = v128.load(xRe + from + 3 * jump);
      const dIm = v128.load(xIm + from + 3 * jump);
      const sumAcRe = f32x4.add(aRe, cRe);
      const sumAcIm = f32x4.add(aIm, cIm);
      const difAcRe = f32x4.sub(aRe, cRe);
      const difAcIm = f32x4.sub(aIm, cIm);
      const sumBdRe = f32x4.add(bRe, dRe);
      const sumBdIm = f32x4.add(bIm, dIm);
      const turnBdRe = f32x4.sub(dIm, bIm);
      const turnBdIm = f32x4.sub(bRe, dRe);
      const oneRe = f32x4.sub(difAcRe, turnBdRe);
      const oneIm = f32x4.sub(difAcIm, turnBdIm);
      const twoRe = f32x4.sub(sumAcRe, sumBdRe);
      const twoIm = f32x4.sub(sumAcIm, sumBdIm);
      const threeRe = f32x4.add(difAcRe, turnBdRe);
      const threeIm = f32x4.add(difAcIm, turnBdIm);
      v128.store(yRe + to, f32x4.add(sumAcRe, sumBdRe));
      v128.store(yIm + to, f32x4.add(sumAcIm, sumBdIm));
      v128.store(yRe + to + step, f32x4.sub(f32x4.mul(w1Re, oneRe), f32x4.mul(w1Im, oneIm)));
      v128.store(yIm + to + step, f32x4.add(f32x4.mul(w1Re, oneIm), f32x4.mul(w1Im, oneRe)));
      v128.store(yRe + to + 2 * step, f32x4.sub(f32x4.mul(w2Re, twoRe), f32x4.mul(w2Im, twoIm)));
      v128.store(yIm + to + 2 * step, f32x4.add(f32x4.mul(w2Re, twoIm), f32x4.mul(w2Im, twoRe)));
      v128.store(yRe + to + 3 * step, f32x4.sub(f32x4.mul(w3Re, threeRe), f32x4.mul(w3Im, threeIm)));
      v128.store(yIm + to + 3 * step, f32x4.add(f32x4.mul(w3Re, threeIm), f32x4.mul(w3Im, threeRe)));
    }
    to += 3 * step;
  }
}

/** The last stage, for sizes that are not a power of four. */
export function radix2(half: i32, xRe: usize, xIm: usize, yRe: usize, yIm: usize): void {
  const stride: usize = 2 * half;
  for (let q: usize = 0; q < stride; q += 16) {
    const aRe = v128.load(xRe + q);
    const aIm = v128.load(xIm + q);
    const bRe = v128.load(xRe + q + stride);
    const bIm = v128.load(xIm + q + stride);
    v128.store(yRe + q, f32x4.add(aRe, bRe));
    v128.store(yIm + q, f32x4.add(aIm, bIm));
    v128.store(yRe + q + stride, f32x4.sub(aRe, bRe));
    v128.store(yIm + q + stride, f32x4.sub(aIm, bIm));
  }
}
