/**
 * The inner loops of dsp/spectrum.ts and monophony/onsetSalience.ts. Counts are rounded up to groups of four.
 */

/** 20 log10(2) */
const DB_PER_OCTAVE: f32 = 6.020599913279624;

/** Converts four ratios to dB by exponent and a polynomial of the mantissa, as dsp/decibels.ts does. */
function decibels(ratio: v128): v128 {
  const exponent = f32x4.convert_i32x4_s(i32x4.sub(i32x4.shr_s(ratio, 23), i32x4.splat(127)));
  const mantissa = v128.or(v128.and(ratio, i32x4.splat(0x007fffff)), i32x4.splat(0x3f800000));
  const x = f32x4.sub(mantissa, f32x4.splat(1.5));
  let log2 = f32x4.splat(-0.02512320328612116);
  log2 = f32x4.add(f32x4.mul(log2, x), f32x4.splat(0.04392862784793606));
  log2 = f32x4.add(f32x4.mul(log2, x), f32x4.splat(-0.07058967567451574));
  log2 = f32x4.add(f32x4.mul(log2, x), f32x4.splat(0.1417181588769846));
  log2 = f32x4.add(f32x4.mul(log2, x), f32x4.splat(-0.3206323327042686));
  log2 = f32x4.add(f32x4.mul(log2, x), f32x4.splat(0.9618212283041845));
  log2 = f32x4.add(f32x4.mul(log2, x), f32x4.splat(0.5849627653299244));
  return f32x4.mul(f32x4.splat(DB_PER_OCTAVE), f32x4.add(exponent, log2));
}

/** Amplitudes of powers, times `scale`. Returns the largest of them and `peak`. */
export function amplitudes(power: usize, count: i32, scale: f32, peak: f32, out: usize): f32 {
  const factor = f32x4.splat(scale);
  let largest = f32x4.splat(peak);
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 16) {
    const amplitude = f32x4.mul(factor, f32x4.sqrt(v128.load(power + i)));
    v128.store(out + i, amplitude);
    largest = f32x4.pmax(largest, amplitude);
  }
  const pairs = f32x4.pmax(largest, v128.shuffle<f32>(largest, largest, 2, 3, 0, 1));
  return max<f32>(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1));
}

/** The larger of `values[i]` and `values[i + ahead]` for each of the first `count`. */
function larger(values: usize, ahead: i32, count: i32, out: usize): void {
  const other = values + 4 * ahead;
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 16)
    v128.store(out + i, f32x4.pmax(v128.load(values + i), v128.load(other + i)));
}

/**
 * The maximum-filtered spectra of `count` amplitudes, one after the other in `filtered`: the largest of each and the 1,
 * 3 and 7 after it.
 */
export function maxima(amplitude: usize, count: i32, filtered: usize): void {
  const row: usize = 4 * count;
  larger(amplitude, 1, count, filtered);
  // A filter of twice the width is the maximum of two adjacent ones of half the width.
  larger(filtered, 2, count - 2, filtered + row);
  larger(filtered + row, 4, count - 4, filtered + 2 * row);
}

/** For each of `count` pitches the sum of the values at its eight indices. */
export function sumEight(values: usize, indices: usize, count: i32, out: usize): void {
  for (let end = out + 4 * count; out < end; out += 4, indices += 32) {
    const odd =
      f32.load(values + 4 * i32.load(indices)) +
      f32.load(values + 4 * i32.load(indices, 8)) +
      (f32.load(values + 4 * i32.load(indices, 16)) + f32.load(values + 4 * i32.load(indices, 24)));
    const even =
      f32.load(values + 4 * i32.load(indices, 4)) +
      f32.load(values + 4 * i32.load(indices, 12)) +
      (f32.load(values + 4 * i32.load(indices, 20)) + f32.load(values + 4 * i32.load(indices, 28)));
    f32.store(out, odd + even);
  }
}

/** The values at `indices`, and the largest of each and its two neighbours. */
export function pick(values: usize, indices: usize, count: i32, out: usize, maxima: usize): void {
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 4) {
    const at = values + 4 * i32.load(indices + i);
    const here = f32.load(at);
    f32.store(out + i, here);
    // `max` would check for NaN.
    const before = f32.load(at - 4);
    const after = f32.load(at, 4);
    const beside = select<f32>(before, after, before > after);
    f32.store(maxima + i, select<f32>(here, beside, here > beside));
  }
}

/** Sum of the positive rises of `count` values, dB, with `floor` added to both. */
export function sumOfRises(now: usize, then: usize, floor: f32, count: i32): f32 {
  const floors = f32x4.splat(floor);
  let sum = f32x4.splat(0);
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 16) {
    const ratio = f32x4.div(f32x4.add(v128.load(now + i), floors), f32x4.add(v128.load(then + i), floors));
    sum = f32x4.add(sum, v128.and(decibels(ratio), f32x4.gt(ratio, f32x4.splat(1))));
  }
  const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

/** Rise of each of `count` values, dB, with `floor` added to both and `offset` to the rise. */
export function rises(now: usize, then: usize, floor: f32, offset: f32, count: i32, out: usize): void {
  const floors = f32x4.splat(floor);
  const offsets = f32x4.splat(offset);
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 16) {
    const ratio = f32x4.div(f32x4.add(v128.load(now + i), floors), f32x4.add(v128.load(then + i), floors));
    v128.store(out + i, f32x4.add(offsets, decibels(ratio)));
  }
}

/** Adds `sign` times the absolute values of `count` values to running sums in 64 bits, which do not drift. */
export function accumulateAbsolute(values: usize, sign: f64, count: i32, sums: usize): void {
  const signs = f64x2.splat(sign);
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 8) {
    const sizes = f64x2.promote_low_f32x4(f32x4.abs(v128.load64_zero(values + i)));
    v128.store(sums + 2 * i, f64x2.add(v128.load(sums + 2 * i), f64x2.mul(signs, sizes)));
  }
}

/** Each of `count` values over `floor` plus `share` of its running sum. */
export function normaliseByFluctuation(
  values: usize,
  sums: usize,
  floor: f64,
  share: f64,
  count: i32,
  out: usize,
): void {
  const floors = f64x2.splat(floor);
  const shares = f64x2.splat(share);
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 8) {
    const sum = f64x2.add(floors, f64x2.mul(shares, v128.load(sums + 2 * i)));
    const value = f32x4.div(v128.load64_zero(values + i), f32x4.demote_f64x2_zero(sum));
    v128.store64_lane(out + i, value, 0);
  }
}

/** The logarithms to base 10 of 1 plus `gain` times the amplitudes of `count` powers. */
export function logs(power: usize, gain: f32, count: i32, out: usize): void {
  const gains = f32x4.splat(gain);
  const one = f32x4.splat(1);
  const decades = f32x4.splat(0.05);
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 16) {
    const ratio = f32x4.add(one, f32x4.mul(gains, f32x4.sqrt(v128.load(power + i))));
    v128.store(out + i, f32x4.mul(decades, decibels(ratio)));
  }
}

/** Sum of the rises of `count` values over the largest of the earlier one and its neighbours. */
export function flux(now: usize, then: usize, count: i32): f32 {
  const zero = f32x4.splat(0);
  let sum = zero;
  for (let i: usize = 0, end: usize = 4 * count; i < end; i += 16) {
    const at = then + i;
    const earlier = f32x4.pmax(v128.load(at), f32x4.pmax(v128.load(at - 4), v128.load(at, 4)));
    sum = f32x4.add(sum, f32x4.pmax(zero, f32x4.sub(v128.load(now + i), earlier)));
  }
  const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}
