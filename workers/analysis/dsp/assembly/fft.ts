/**
 * The transform of dsp/fft.ts on four lanes: Stockham, radix 4, real and imaginary parts apart. In the first stage the
 * lanes are four neighbouring butterflies, whose results are transposed on the way out; in the later ones, which have at
 * least four butterflies for each twiddle factor, neighbouring ones that share it.
 *
 * A plan (dsp/kernels/plan.ts writes it) holds, as 32-bit floats: the real and the imaginary parts of the factors of
 * the split, 1 to half / 2; for the first stage, for each group of four butterflies, four values of each of the six
 * parts of their factors; for each later stage the six parts of each factor.
 */

/** Longest transform: `size` 4096, which is 2048 complex values. */
const MAX_HALF: i32 = 2048;

/** Two buffers, written alternately by the stages; the result of `transform` is in `zRe` and `zIm`. */
const oneRe: usize = memory.data(4 * MAX_HALF, 16);
const oneIm: usize = memory.data(4 * MAX_HALF, 16);
const otherRe: usize = memory.data(4 * MAX_HALF, 16);
const otherIm: usize = memory.data(4 * MAX_HALF, 16);
let zRe: usize = oneRe;
let zIm: usize = oneIm;

function firstStage(half: i32, twiddles: usize, xRe: usize, xIm: usize, yRe: usize, yIm: usize): void {
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

function radix4(n: i32, stride: i32, twiddles: usize, xRe: usize, xIm: usize, yRe: usize, yIm: usize): void {
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
function radix2(half: i32, xRe: usize, xIm: usize, yRe: usize, yIm: usize): void {
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

/** Complex transform of `zRe` and `zIm`, in place. */
function transform(plan: usize, half: i32): void {
  let twiddles = plan + 4 * half;
  let n = half;
  firstStage(half, twiddles, zRe, zIm, nextRe(), nextIm());
  swap();
  twiddles += 24 * (n >> 2);
  n >>= 2;
  for (; n >= 4; n >>= 2) {
    radix4(n, half / n, twiddles, zRe, zIm, nextRe(), nextIm());
    swap();
    twiddles += 24 * (n >> 2);
  }
  if (n == 2) {
    radix2(half, zRe, zIm, nextRe(), nextIm());
    swap();
  }
}

function nextRe(): usize {
  return zRe == oneRe ? otherRe : oneRe;
}

function nextIm(): usize {
  return zIm == oneIm ? otherIm : oneIm;
}

function swap(): void {
  const re = nextRe();
  const im = nextIm();
  zRe = re;
  zIm = im;
}

function reversed(x: v128): v128 {
  return v128.shuffle<f32>(x, x, 3, 2, 1, 0);
}

/** Power of the bins 0 to `half` of the `2 * half` samples at `samples` under a window. */
export function power(plan: usize, half: i32, samples: usize, window: usize, out: usize): void {
  const bytes: usize = 4 * half;
  for (let i: usize = 0; i < bytes; i += 16) {
    const x = f32x4.mul(v128.load(samples + 2 * i), v128.load(window + 2 * i));
    const y = f32x4.mul(v128.load(samples + 2 * i, 16), v128.load(window + 2 * i, 16));
    v128.store(zRe + i, v128.shuffle<f32>(x, y, 0, 2, 4, 6));
    v128.store(zIm + i, v128.shuffle<f32>(x, y, 1, 3, 5, 7));
  }
  transform(plan, half);
  const half4 = f32x4.splat(0.5);
  const re0 = f32.load(zRe) + f32.load(zIm);
  const reHalf = f32.load(zRe) - f32.load(zIm);
  f32.store(out, re0 * re0);
  f32.store(out + bytes, reHalf * reHalf);
  let w = plan;
  const imaginary: usize = 2 * half;
  for (let k: usize = 4, m: usize = bytes - 16; k <= imaginary; k += 16, m -= 16, w += 16) {
    const kRe = v128.load(zRe + k);
    const kIm = v128.load(zIm + k);
    const mRe = reversed(v128.load(zRe + m));
    const mIm = reversed(v128.load(zIm + m));
    const evenRe = f32x4.mul(half4, f32x4.add(kRe, mRe));
    const evenIm = f32x4.mul(half4, f32x4.sub(kIm, mIm));
    const oddRe = f32x4.mul(half4, f32x4.add(kIm, mIm));
    const oddIm = f32x4.mul(half4, f32x4.sub(mRe, kRe));
    const wRe = v128.load(w);
    const wIm = v128.load(w + imaginary);
    const turnedRe = f32x4.sub(f32x4.mul(wRe, oddRe), f32x4.mul(wIm, oddIm));
    const turnedIm = f32x4.add(f32x4.mul(wRe, oddIm), f32x4.mul(wIm, oddRe));
    const re = f32x4.add(evenRe, turnedRe);
    const im = f32x4.add(evenIm, turnedIm);
    const reM = f32x4.sub(evenRe, turnedRe);
    const imM = f32x4.sub(turnedIm, evenIm);
    v128.store(out + k, f32x4.add(f32x4.mul(re, re), f32x4.mul(im, im)));
    v128.store(out + m, reversed(f32x4.add(f32x4.mul(reM, reM), f32x4.mul(imM, imM))));
  }
}

/** Spectrum, bins 0 to `half`, of `count` samples at `samples`, followed by zeros. `count` may be odd. */
export function forward(plan: usize, half: i32, samples: usize, count: i32, re: usize, im: usize): void {
  const bytes: usize = 4 * half;
  const filled: usize = 4 * (count >> 1);
  let i: usize = 0;
  for (; i + 16 <= filled; i += 16) {
    const x = v128.load(samples + 2 * i);
    const y = v128.load(samples + 2 * i, 16);
    v128.store(zRe + i, v128.shuffle<f32>(x, y, 0, 2, 4, 6));
    v128.store(zIm + i, v128.shuffle<f32>(x, y, 1, 3, 5, 7));
  }
  for (; i < filled; i += 4) {
    f32.store(zRe + i, f32.load(samples + 2 * i));
    f32.store(zIm + i, f32.load(samples + 2 * i, 4));
  }
  memory.fill(zRe + i, 0, bytes - i);
  memory.fill(zIm + i, 0, bytes - i);
  if (count & 1) f32.store(zRe + i, f32.load(samples + 2 * i));
  transform(plan, half);
  const half4 = f32x4.splat(0.5);
  f32.store(re, f32.load(zRe) + f32.load(zIm));
  f32.store(im, 0);
  f32.store(re + bytes, f32.load(zRe) - f32.load(zIm));
  f32.store(im + bytes, 0);
  let w = plan;
  const imaginary: usize = 2 * half;
  for (let k: usize = 4, m: usize = bytes - 16; k <= imaginary; k += 16, m -= 16, w += 16) {
    const kRe = v128.load(zRe + k);
    const kIm = v128.load(zIm + k);
    const mRe = reversed(v128.load(zRe + m));
    const mIm = reversed(v128.load(zIm + m));
    const evenRe = f32x4.mul(half4, f32x4.add(kRe, mRe));
    const evenIm = f32x4.mul(half4, f32x4.sub(kIm, mIm));
    const oddRe = f32x4.mul(half4, f32x4.add(kIm, mIm));
    const oddIm = f32x4.mul(half4, f32x4.sub(mRe, kRe));
    const wRe = v128.load(w);
    const wIm = v128.load(w + imaginary);
    const turnedRe = f32x4.sub(f32x4.mul(wRe, oddRe), f32x4.mul(wIm, oddIm));
    const turnedIm = f32x4.add(f32x4.mul(wRe, oddIm), f32x4.mul(wIm, oddRe));
    v128.store(re + k, f32x4.add(evenRe, turnedRe));
    v128.store(im + k, f32x4.add(evenIm, turnedIm));
    v128.store(re + m, reversed(f32x4.sub(evenRe, turnedRe)));
    v128.store(im + m, reversed(f32x4.sub(turnedIm, evenIm)));
  }
}

/**
 * The first `count` samples (rounded up to eight) of the real signal with the spectrum `re`, `im`; inverse of
 * `forward`.
 */
export function inverse(plan: usize, half: i32, re: usize, im: usize, out: usize, count: i32): void {
  const bytes: usize = 4 * half;
  const half4 = f32x4.splat(0.5);
  // Use the forward transform of the conjugate, so that one implementation serves both directions.
  f32.store(zRe, 0.5 * (f32.load(re) + f32.load(re + bytes)));
  f32.store(zIm, -0.5 * (f32.load(re) - f32.load(re + bytes)));
  let w = plan;
  const imaginary: usize = 2 * half;
  for (let k: usize = 4, m: usize = bytes - 16; k <= imaginary; k += 16, m -= 16, w += 16) {
    const kRe = v128.load(re + k);
    const kIm = v128.load(im + k);
    const mRe = reversed(v128.load(re + m));
    const mIm = reversed(v128.load(im + m));
    const evenRe = f32x4.mul(half4, f32x4.add(kRe, mRe));
    const evenIm = f32x4.mul(half4, f32x4.sub(kIm, mIm));
    const turnedRe = f32x4.mul(half4, f32x4.sub(kRe, mRe));
    const turnedIm = f32x4.mul(half4, f32x4.add(kIm, mIm));
    const wRe = v128.load(w);
    const wIm = f32x4.neg(v128.load(w + imaginary));
    const oddRe = f32x4.sub(f32x4.mul(wRe, turnedRe), f32x4.mul(wIm, turnedIm));
    const oddIm = f32x4.add(f32x4.mul(wRe, turnedIm), f32x4.mul(wIm, turnedRe));
    v128.store(zRe + k, f32x4.sub(evenRe, oddIm));
    v128.store(zIm + k, f32x4.neg(f32x4.add(evenIm, oddRe)));
    v128.store(zRe + m, reversed(f32x4.add(evenRe, oddIm)));
    v128.store(zIm + m, reversed(f32x4.sub(evenIm, oddRe)));
  }
  transform(plan, half);
  const scale = f32x4.splat(<f32>1 / <f32>half);
  const minus = f32x4.neg(scale);
  for (let i: usize = 0, to = out, end = out + 4 * count; to < end; i += 16, to += 32) {
    const x = f32x4.mul(scale, v128.load(zRe + i));
    const y = f32x4.mul(minus, v128.load(zIm + i));
    v128.store(to, v128.shuffle<f32>(x, y, 0, 4, 1, 5));
    v128.store(to, v128.shuffle<f32>(x, y, 2, 6, 3, 7), 16);
  }
}
