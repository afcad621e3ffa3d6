import { fastDecibels } from '../decibels.ts';
import { RealFft } from '../fft.ts';
import { decodeStep } from './referenceDecoder.ts';
import { decompose } from './referenceDecomposition.ts';
import type { Dictionary, Filter, Fit, Floats, Kernels, Plan, Templates } from './kernels.ts';

class ReferencePlan implements Plan {
  readonly size: number;
  readonly fft: RealFft;
  readonly signal: Float64Array;
  readonly re: Float64Array;
  readonly im: Float64Array;
  readonly otherRe: Float64Array;
  readonly otherIm: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.fft = new RealFft(size);
    this.signal = new Float64Array(size);
    this.re = new Float64Array(size / 2 + 1);
    this.im = new Float64Array(size / 2 + 1);
    this.otherRe = new Float64Array(size / 2 + 1);
    this.otherIm = new Float64Array(size / 2 + 1);
  }
}

/**
 * `Math.max` except for rounding, without a branch: the outcome is unpredictable, and mispredictions would dominate.
 */
const largerOf = (a: number, b: number): number => 0.5 * (a + b + Math.abs(a - b));

/** The hot loops in TypeScript: the reference of those in WebAssembly, and the fallback without it. */
export class ReferenceKernels implements Kernels {
  readonly name = 'typescript';
  readonly #plans = new Map<number, ReferencePlan>();

  floats(length: number): Float64Array {
    return new Float64Array(length);
  }

  outputs(length: number): Float32Array {
    return new Float32Array(length);
  }

  constants(values: ArrayLike<number>): Float64Array {
    return Float64Array.from(values);
  }

  indices(values: ArrayLike<number>): Int32Array {
    return Int32Array.from(values);
  }

  sums(length: number): Float64Array {
    return new Float64Array(length);
  }

  plan(size: number): Plan {
    let plan = this.#plans.get(size);
    if (plan === undefined) this.#plans.set(size, (plan = new ReferencePlan(size)));
    return plan;
  }

  power(plan: Plan, samples: Floats, start: number, window: Floats, out: Floats): void {
    const { size, fft, signal, re, im } = plan as ReferencePlan;
    for (let i = 0; i < size; i++) signal[i] = samples[start + i]! * window[i]!;
    fft.forward(signal, re, im);
    for (let k = 0; k <= size / 2; k++) out[k] = re[k]! * re[k]! + im[k]! * im[k]!;
  }

  amplitudes(power: Floats, count: number, scale: number, peak: number, out: Floats): number {
    let largest = peak;
    for (let k = 0; k < count; k++) {
      const amplitude = scale * Math.sqrt(power[k]!);
      out[k] = amplitude;
      if (amplitude > largest) largest = amplitude;
    }
    return largest;
  }

  resample(
    { table, taps, phases, wholeStep, phaseStep }: Filter,
    history: Floats,
    start: number,
    phase: number,
    last: number,
    out: Floats,
    to: number,
    room: number,
  ): number {
    let count = 0;
    for (; count < room && start <= last; count++) {
      // Two independent sums, so that the additions can overlap in the processor.
      let even = 0;
      let odd = 0;
      for (let at = phase * taps, i = start, end = at + taps; at < end; at += 4, i += 4) {
        even += table[at]! * history[i]! + table[at + 1]! * history[i + 1]!;
        odd += table[at + 2]! * history[i + 2]! + table[at + 3]! * history[i + 3]!;
      }
      out[to + count] = even + odd;
      start += wholeStep;
      phase += phaseStep;
      if (phase >= phases) {
        phase -= phases;
        start++;
      }
    }
    return count;
  }

  halve(samples: Floats, start: number, taps: Floats, middle: number, out: Floats, to: number, count: number): void {
    const pairs = taps.length;
    for (let i = 0, at = start; i < count; i++, at += 2) {
      let sum = middle * samples[at]!;
      for (let pair = 0; pair < pairs; pair++)
        sum += taps[pair]! * (samples[at - 2 * pair - 1]! + samples[at + 2 * pair + 1]!);
      out[to + i] = sum;
    }
  }

  correlateDirectly(samples: Floats, start: number, count: number, out: Floats, to: number, delays: number): void {
    // Four delays at once, so that fewer samples are read twice.
    for (let delay = 0; delay < delays; delay += 4) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      let sum3 = 0;
      let y0 = samples[start + delay]!;
      let y1 = samples[start + delay + 1]!;
      let y2 = samples[start + delay + 2]!;
      for (let i = start, end = start + count; i < end; i++) {
        const x = samples[i]!;
        const y3 = samples[i + delay + 3]!;
        sum0 += x * y0;
        sum1 += x * y1;
        sum2 += x * y2;
        sum3 += x * y3;
        y0 = y1;
        y1 = y2;
        y2 = y3;
      }
      out[to + delay] = sum0;
      out[to + delay + 1] = sum1;
      out[to + delay + 2] = sum2;
      out[to + delay + 3] = sum3;
    }
  }

  correlate(
    plan: Plan,
    samples: Floats,
    start: number,
    count: number,
    reach: number,
    out: Floats,
    to: number,
    delays: number,
  ): void {
    const { fft, signal, re, im, otherRe, otherIm } = plan as ReferencePlan;
    let size = 0;
    for (let i = 0; i < count; i++) size += Math.abs((signal[i] = samples[start + i]!));
    if (size === 0) {
      out.fill(0, to, to + delays);
      return;
    }
    signal.fill(0, count);
    fft.forward(signal, re, im);
    for (let i = 0; i < reach; i++) signal[i] = samples[start + i]!;
    signal.fill(0, reach);
    fft.forward(signal, otherRe, otherIm);
    for (let k = 0; k < re.length; k++) {
      const product = otherRe[k]! * re[k]! + otherIm[k]! * im[k]!;
      otherIm[k] = otherIm[k]! * re[k]! - otherRe[k]! * im[k]!;
      otherRe[k] = product;
    }
    fft.inverse(otherRe, otherIm, signal);
    for (let delay = 0; delay < delays; delay++) out[to + delay] = signal[delay]!;
  }

  normalise(
    rows: Floats,
    rowCount: number,
    stride: number,
    samples: Floats,
    start: number,
    window: number,
    energy: number,
    factor: number,
    out: Floats,
    delays: number,
  ): void {
    let running = energy;
    for (let delay = 0; delay < delays; delay++) {
      let sum = 0;
      for (let row = 0, at = delay; row < rowCount; row++, at += stride) sum += rows[at]!;
      out[delay] = (factor * sum) / running;
      const leaves = samples[start + delay]!;
      const enters = samples[start + window + delay]!;
      running += enters * enters - leaves * leaves;
    }
  }

  peaks(values: Floats, from: number, to: number, least: number, out: Int32Array): number {
    let count = 0;
    for (let i = from; i <= to; i++) {
      const here = values[i]!;
      if (here >= least && here >= values[i - 1]! && here > values[i + 1]!) out[count++] = i;
    }
    return count;
  }

  maxima(amplitude: Floats, count: number, filtered: Floats): void {
    for (let k = 0; k < count; k++) filtered[k] = largerOf(amplitude[k]!, amplitude[k + 1]!);
    // A filter of twice the width is the maximum of two adjacent ones of half the width.
    for (let half = 2, from = 0; half <= 4; half *= 2, from += count)
      for (let k = from; k < from + count - half; k++)
        filtered[k + count] = largerOf(filtered[k]!, filtered[k + half]!);
  }

  sumEight(values: Floats, indices: Int32Array, count: number, out: Floats, to: number): void {
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
  }

  pick(values: Floats, indices: Int32Array, count: number, out: Floats, maxima: Floats, to: number): void {
    for (let i = 0; i < count; i++) {
      const at = indices[i]!;
      const here = values[at]!;
      out[to + i] = here;
      maxima[to + i] = largerOf(here, largerOf(values[at - 1]!, values[at + 1]!));
    }
  }

  sumOfRises(now: Floats, nowAt: number, then: Floats, thenAt: number, floor: number, count: number): number {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const ratio = (now[nowAt + i]! + floor) / (then[thenAt + i]! + floor);
      if (ratio > 1) sum += fastDecibels(ratio);
    }
    return sum;
  }

  rises(
    values: Floats,
    now: number,
    then: number,
    floor: number,
    offset: number,
    count: number,
    out: Floats,
    to: number,
  ): void {
    for (let i = 0; i < count; i++)
      out[to + i] = offset + fastDecibels((values[now + i]! + floor) / (values[then + i]! + floor));
  }

  addSizes(values: Floats, from: number, sign: number, count: number, sums: Float64Array): void {
    for (let i = 0; i < count; i++) sums[i]! += sign * Math.abs(values[from + i]!);
  }

  overFluctuation(
    values: Floats,
    from: number,
    sums: Float64Array,
    floor: number,
    share: number,
    count: number,
    out: Floats,
  ): void {
    for (let i = 0; i < count; i++) out[i] = values[from + i]! / (floor + sums[i]! * share);
  }

  readonly decodeStep = decodeStep;

  logs(power: Floats, gain: number, count: number, out: Floats, to: number): void {
    for (let i = 0; i < count; i++) out[to + i] = Math.log10(1 + gain * Math.sqrt(power[i]!));
  }

  flux(values: Floats, now: number, then: number, count: number): number {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const at = then + i;
      const rise = values[now + i]! - Math.max(values[at]!, values[at - 1]!, values[at + 1]!);
      if (rise > 0) sum += rise;
    }
    return sum;
  }

  templates(dictionary: Dictionary): Templates {
    return { dictionary };
  }

  decompose({ dictionary }: Templates, magnitude: Floats, amount: Floats, fit: Fit): void {
    decompose(dictionary, magnitude, amount, fit);
  }
}
