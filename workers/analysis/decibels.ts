/**
 * Decibels of amplitudes by table, for the loops that take thousands of logarithms a second: the bits of a
 * 32-bit float are its exponent and its mantissa, and the logarithm of the mantissa's leading bits is looked
 * up. Off by at most 0.002 dB, and several times faster than `Math.log10`.
 */

const LEADING_BITS = 12;
const MANTISSA_BITS = 23;
const DB_PER_OCTAVE = 20 * Math.log10(2);
const SHIFT = MANTISSA_BITS - LEADING_BITS;
const MASK = 2 ** LEADING_BITS - 1;
/** Of 1 to 2, at the middle of every step, less the exponent's bias. */
const TABLE = Float64Array.from({ length: 2 ** LEADING_BITS }, (_, i) => DB_PER_OCTAVE * (Math.log2(1 + (i + 0.5) / 2 ** LEADING_BITS) - 127));

const float = new Float32Array(1);
const bits = new Int32Array(float.buffer);

/** 20 log10 of a number above 0 (and a normal one as a 32-bit float: from 1e-37 to 3e38). */
export function decibels(amplitude: number): number {
  float[0] = amplitude;
  const all = bits[0]!;
  return DB_PER_OCTAVE * (all >> MANTISSA_BITS) + TABLE[(all >> SHIFT) & MASK]!;
}
