import { forward, inverse } from './fft';

/** The inner loops of dsp/autocorrelation.ts. */

/** Bins of the longest correlated transform (1024 samples), padded to groups of four. */
const MAX_BINS: i32 = 520;
const aRe: usize = memory.data(4 * MAX_BINS, 16);
const aIm: usize = memory.data(4 * MAX_BINS, 16);
const bRe: usize = memory.data(4 * MAX_BINS, 16);
const bIm: usize = memory.data(4 * MAX_BINS, 16);
/** The odd samples when the rate is halved, as a separate sequence. */
const between: usize = memory.data(4 * 2048, 16);

/**
 * Every second sample from `samples` on, `count` of them, after the half-band filter whose taps beside the middle one
 * are the `pairs` at `taps`. Writes whole groups of four.
 */
export function halve(samples: usize, taps: usize, pairs: i32, middle: f32, out: usize, count: i32): void {
  // between[j] is the sample just after the output sample j - pairs.
  const first = samples - 8 * pairs + 4;
  const all: usize = 4 * (((count + 3) & ~3) + 2 * pairs);
  for (let i: usize = 0; i < all; i += 16) {
    v128.store(between + i, v128.shuffle<f32>(v128.load(first + 2 * i), v128.load(first + 2 * i, 16), 0, 2, 4, 6));
  }
  const middle4 = f32x4.splat(middle);
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 16) {
    const kept = v128.shuffle<f32>(v128.load(samples + 2 * i), v128.load(samples + 2 * i, 16), 0, 2, 4, 6);
    let sum = f32x4.mul(middle4, kept);
    for (let pair = 0; pair < pairs; pair++) {
      const before = between + i + 4 * (pairs - 1 - pair);
      const after = between + i + 4 * (pairs + pair);
      const tap = v128.load32_splat(taps + 4 * pair);
      sum = f32x4.add(sum, f32x4.mul(tap, f32x4.add(v128.load(before), v128.load(after))));
    }
    v128.store(out + i, sum);
  }
}

/**
 * Correlation of `count` samples with those `delay` later, for each delay from 0 to `delays` - 1 (a multiple of 8).
 */
export function correlateDirectly(samples: usize, count: i32, out: usize, delays: i32): void {
  for (let delay: usize = 0, last: usize = 4 * delays; delay < last; delay += 32) {
    let low = f32x4.splat(0);
    let high = f32x4.splat(0);
    for (let x = samples, end = samples + 4 * count; x < end; x += 4) {
      const here = v128.load32_splat(x);
      low = f32x4.add(low, f32x4.mul(here, v128.load(x + delay)));
      high = f32x4.add(high, f32x4.mul(here, v128.load(x + delay, 16)));
    }
    v128.store(out + delay, low);
    v128.store(out + delay, high, 16);
  }
}

/** The same for long delays, by transform: `count` samples with `reach` samples from the same start. */
export function correlate(
  plan: usize,
  half: i32,
  samples: usize,
  count: i32,
  reach: i32,
  out: usize,
  delays: i32,
): void {
  forward(plan, half, samples, count, aRe, aIm);
  forward(plan, half, samples, reach, bRe, bIm);
  for (let k: usize = 0, end: usize = 4 * (half + 1); k < end; k += 16) {
    const ar = v128.load(aRe + k);
    const ai = v128.load(aIm + k);
    const br = v128.load(bRe + k);
    const bi = v128.load(bIm + k);
    v128.store(bRe + k, f32x4.add(f32x4.mul(br, ar), f32x4.mul(bi, ai)));
    v128.store(bIm + k, f32x4.sub(f32x4.mul(bi, ar), f32x4.mul(br, ai)));
  }
  inverse(plan, half, bRe, bIm, out, delays);
}

/**
 * Clarity at each delay: `factor` times the sum of the correlations in `rows` (each `stride` long) over the energy of
 * the two windows, `energy` at delay 0. Updates the energy in 64 bits, since it is a sum of differences.
 */
export function normalise(
  rows: usize,
  rowCount: i32,
  stride: i32,
  samples: usize,
  window: i32,
  energy: f64,
  factor: f32,
  out: usize,
  delays: i32,
): void {
  let sum = energy;
  let leaving = samples;
  let entering = samples + 4 * window;
  for (let to = out, end = out + 4 * delays; to < end; to += 4, leaving += 4, entering += 4) {
    f32.store(to, <f32>sum);
    const leaves: f64 = f32.load(leaving);
    const enters: f64 = f32.load(entering);
    sum += enters * enters - leaves * leaves;
  }
  const scale = f32x4.splat(factor);
  for (let d: usize = 0, end: usize = 4 * delays; d < end; d += 16) {
    let total = v128.load(rows + d);
    for (let r = 1, at = rows + d + 4 * stride; r < rowCount; r++, at += 4 * stride)
      total = f32x4.add(total, v128.load(at));
    v128.store(out + d, f32x4.div(f32x4.mul(scale, total), v128.load(out + d)));
  }
}

/**
 * Finds peaks: indices from `from` to `to` of values of at least `least`, not below the previous one and above the
 * next. Returns their number.
 */
export function peaks(values: usize, from: i32, to: i32, least: f32, out: usize): i32 {
  const floor = f32x4.splat(least);
  let count = 0;
  for (let i = from; i <= to; i += 4) {
    const at = values + 4 * i;
    const here = v128.load(at);
    const found = v128.and(
      f32x4.ge(here, floor),
      v128.and(f32x4.ge(here, v128.load(at - 4)), f32x4.gt(here, v128.load(at, 4))),
    );
    for (let bits = i32x4.bitmask(found); bits != 0; bits &= bits - 1) {
      const index = i + ctz<i32>(bits);
      if (index > to) break;
      i32.store(out + 4 * count, index);
      count++;
    }
  }
  return count;
}
