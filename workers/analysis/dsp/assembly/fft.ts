import { firstStage, radix2, radix4 } from './stages';

/**
 * The transform of dsp/fft.ts on four lanes: Stockham, radix 4, real and imaginary parts apart. In the first stage the
 * lanes are four neighbouring butterflies, whose results are transposed on the way out; in the later ones, which have
 * at least four butterflies for each twiddle factor, neighbouring ones that share it.
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
