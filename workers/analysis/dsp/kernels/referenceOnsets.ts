import { fastDecibels } from '../decibels.ts';
import type { Kernels } from './kernels.ts';

/*
 * The loops that find onsets, in TypeScript; see kernels.ts.
 */

/**
 * `Math.max` except for rounding, without a branch: the outcome is unpredictable, and mispredictions would dominate.
 */
const largerOf = (a: number, b: number): number => 0.5 * (a + b + Math.abs(a - b));

export const maxima: Kernels['maxima'] = (amplitude, count, filtered) => {
  for (let k = 0; k < count; k++) filtered[k] = largerOf(amplitude[k]!, amplitude[k + 1]!);
  // A filter of twice the width is the maximum of two adjacent ones of half the width.
  for (let half = 2, from = 0; half <= 4; half *= 2, from += count)
    for (let k = from; k < from + count - half; k++) filtered[k + count] = largerOf(filtered[k]!, filtered[k + half]!);
};

export const sumEight: Kernels['sumEight'] = (values, indices, count, out, to) => {
  for (let i = 0, at = 0; i < count; i++) {
    // Two independent sums, so that the additions can overlap in the processor.
    let odd = 0;
    let even = 0;
    for (const end = at + 8; at < end; at += 2) {
      odd += values[indices[at]!]!;
      even += values[indices[at + 1]!]!;
    }
    out[to + i] = odd + even;
  }
};

export const pick: Kernels['pick'] = (values, indices, count, out, maxima, to) => {
  for (let i = 0; i < count; i++) {
    const at = indices[i]!;
    const centre = values[at]!;
    out[to + i] = centre;
    maxima[to + i] = largerOf(centre, largerOf(values[at - 1]!, values[at + 1]!));
  }
};

export const sumOfRises: Kernels['sumOfRises'] = (now, nowAt, then, thenAt, floor, count) => {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const ratio = (now[nowAt + i]! + floor) / (then[thenAt + i]! + floor);
    if (ratio > 1) sum += fastDecibels(ratio);
  }
  return sum;
};

export const rises: Kernels['rises'] = (values, now, then, floor, offset, count, out, to) => {
  for (let i = 0; i < count; i++)
    out[to + i] = offset + fastDecibels((values[now + i]! + floor) / (values[then + i]! + floor));
};

export const accumulateAbsolute: Kernels['accumulateAbsolute'] = (values, from, sign, count, sums) => {
  for (let i = 0; i < count; i++) sums[i]! += sign * Math.abs(values[from + i]!);
};

export const normaliseByFluctuation: Kernels['normaliseByFluctuation'] = (
  values,
  from,
  sums,
  floor,
  share,
  count,
  out,
) => {
  for (let i = 0; i < count; i++) out[i] = values[from + i]! / (floor + sums[i]! * share);
};
