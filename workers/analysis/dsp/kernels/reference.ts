import { RealFft } from '../fft.ts';
import { decodeStep } from './referenceDecoder.ts';
import { decompose } from './referenceDecomposition.ts';
import {
  accumulateAbsolute,
  maxima,
  normaliseByFluctuation,
  pick,
  rises,
  sumEight,
  sumOfRises,
} from './referenceOnsets.ts';
import { correlateDirectly, halve, normalise, peaks } from './referencePitch.ts';
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

  readonly halve = halve;
  readonly correlateDirectly = correlateDirectly;
  readonly normalise = normalise;
  readonly peaks = peaks;
  readonly maxima = maxima;
  readonly sumEight = sumEight;
  readonly pick = pick;
  readonly sumOfRises = sumOfRises;
  readonly rises = rises;
  readonly accumulateAbsolute = accumulateAbsolute;
  readonly normaliseByFluctuation = normaliseByFluctuation;
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
