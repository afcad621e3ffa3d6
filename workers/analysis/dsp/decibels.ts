/** dB of an amplitude, relative to 1. */
export const decibels = (amplitude: number): number => 20 * Math.log10(amplitude);
/** dB of a power, relative to 1. */
export const powerDecibels = (power: number): number => 10 * Math.log10(power);

const LEADING_BITS = 12;
const MANTISSA_BITS = 23;
const DB_PER_OCTAVE = 20 * Math.log10(2);
const SHIFT = MANTISSA_BITS - LEADING_BITS;
const MASK = 2 ** LEADING_BITS - 1;
/** dB of 1 to 2, at the middle of every step, minus the bias of the exponent. */
const TABLE = Float64Array.from(
  { length: 2 ** LEADING_BITS },
  (_, i) => DB_PER_OCTAVE * (Math.log2(1 + (i + 0.5) / 2 ** LEADING_BITS) - 127),
);

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/**
 * dB of an amplitude by table lookup, for loops that take thousands of logarithms a second: the bits of a
 * 32-bit float are its exponent and its mantissa, and the logarithm of the leading bits of the mantissa is
 * in the table. Off by at most 0.002 dB, and several times faster than `Math.log10`. The amplitude must be a
 * normal number as a 32-bit float: from 1e-37 to 3e38.
 */
export function fastDecibels(amplitude: number): number {
  float[0] = amplitude;
  const all = bits[0]!;
  return DB_PER_OCTAVE * (all >> MANTISSA_BITS) + TABLE[(all >> SHIFT) & MASK]!;
}
