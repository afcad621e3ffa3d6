import type { Filter, Floats, Kernels } from './kernels/kernels.ts';
import { ReferenceKernels } from './kernels/reference.ts';

/**
 * Streaming sample rate conversion with a polyphase windowed-sinc filter (Smith & Gossett 1984;
 * Kaiser window). The output depends only on the samples, not on the block size.
 */

/** Edges of the pass band and the stop band, Hz; the wider the distance, the shorter the filter. */
export interface Band {
  pass: number;
  stop: number;
}

/** Depth of the stop band, dB. */
const STOP_BAND_DB = 50;
/** Maximum number of exact filter phases; other ratios round the phase to this resolution. */
const MAX_PHASES = 1024;
/** Maximum total number of taps of a filter in the kernels. */
const MAX_TABLE = 2 ** 16;
/** Size of the input and output buffers, samples. */
const INPUT_SAMPLES = 8192;
const OUTPUT_SAMPLES = 4096;

/** Modified Bessel function of the first kind, order 0. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k++) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** Shape of the Kaiser window for a stop band of this depth, dB (Kaiser 1974). */
function kaiserBeta(attenuation: number): number {
  if (attenuation > 50) return 0.1102 * (attenuation - 8.7);
  return 0.5842 * (attenuation - 21) ** 0.4 + 0.07886 * (attenuation - 21);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/**
 * Taps of every phase: a sinc of `cutoff` (share of the input's Nyquist frequency) in a Kaiser window of `half` samples
 * to each side.
 */
function filterTable(phases: number, half: number, cutoff: number, attenuation = STOP_BAND_DB): Float64Array {
  const table = new Float64Array(phases * 2 * half);
  const beta = kaiserBeta(attenuation);
  const norm = besselI0(beta);
  for (let phase = 0; phase < phases; phase++) {
    const taps = table.subarray(2 * half * phase, 2 * half * (phase + 1));
    let sum = 0;
    for (let i = 0; i < taps.length; i++) {
      const x = i - half + 1 - phase / phases;
      const w = x / half;
      const window = Math.abs(w) < 1 ? besselI0(beta * Math.sqrt(1 - w * w)) / norm : 0;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * cutoff * x) / (Math.PI * cutoff * x);
      taps[i] = cutoff * sinc * window;
      sum += taps[i]!;
    }
    for (let i = 0; i < taps.length; i++) taps[i]! /= sum;
  }
  return table;
}

/**
 * A low-pass filter of `2 * half` taps around tap `half - 1`, the last of them 0; `cutoff` as a share of half the
 * rate, `attenuation` in dB.
 */
export function lowPass(half: number, cutoff: number, attenuation?: number): Float64Array {
  return filterTable(1, half, cutoff, attenuation);
}

/** Converts the sample rate of a stream, with no delay between the two time axes. */
export class Resampler {
  readonly #passThrough: boolean;
  readonly #phases: number;
  /** Distance between outputs in phases if it is a whole number, else 0. */
  readonly #step: number;
  readonly #taps: number;
  readonly #kernels: Kernels;
  readonly #filter: Filter;
  readonly #history: Floats;
  /** Length of the history, samples. */
  readonly #capacity: number;
  #filled = 0;
  /** Input index of history[0]. */
  #base: number;
  #received = 0;
  #produced = 0;
  readonly #out: Float32Array;
  readonly #from: number;
  readonly #to: number;

  /** Rates in Hz, each above 0. The default band passes up to 0.45 of the lower rate. */
  constructor(
    from: number,
    to: number,
    band: Band = { pass: 0.45 * Math.min(from, to), stop: 0.55 * Math.min(from, to) },
    kernels: Kernels = new ReferenceKernels(),
  ) {
    this.#from = from;
    this.#to = to;
    this.#passThrough = from === to;
    const exact = Number.isInteger(from) && Number.isInteger(to) ? to / greatestCommonDivisor(from, to) : Infinity;
    this.#phases = Math.min(exact, MAX_PHASES);
    this.#step = exact <= MAX_PHASES ? (from * exact) / to : 0;
    // Keep frequencies above half the lower rate, which are aliased, out of the pass band.
    const pass = Math.min(band.pass, 0.45 * from);
    const stop = Math.min(band.stop, from - pass, Math.max(from, to) - pass);
    // Even, so that the kernels can process four taps at a time.
    const half = 2 * Math.ceil((STOP_BAND_DB - 7.95) / (14.36 * ((stop - pass) / from)) / 4);
    this.#taps = 2 * half;
    const table = this.#passThrough ? new Float64Array() : filterTable(this.#phases, half, (pass + stop) / from);
    // The large tables of odd rates do not fit into the memory of the kernels.
    this.#kernels = table.length > MAX_TABLE ? new ReferenceKernels() : kernels;
    this.#filter = {
      table: this.#kernels.constants(table),
      taps: this.#taps,
      phases: this.#phases,
      wholeStep: Math.floor(this.#step / this.#phases),
      phaseStep: this.#step % this.#phases,
    };
    this.#capacity = this.#passThrough ? 0 : this.#taps + INPUT_SAMPLES;
    this.#history = this.#kernels.floats(this.#capacity);
    this.#out = this.#kernels.outputs(this.#passThrough ? 0 : OUTPUT_SAMPLES);
    // Half a filter length of silence before the sound aligns output 0 with input 0.
    this.#base = -half;
    this.#filled = half;
  }

  /** Takes samples and calls `emit` with the output they complete; the array is reused after the call. */
  push(samples: Float32Array, emit: (resampled: Float32Array) => void): void {
    if (this.#passThrough) {
      emit(samples);
      return;
    }
    this.#received += samples.length;
    for (let at = 0; at < samples.length;) {
      const take = Math.min(samples.length - at, this.#capacity - this.#filled);
      this.#history.set(samples.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      this.#drain(emit, Infinity);
    }
  }

  /** Ends the sound: emits the remaining outputs. */
  finish(emit: (resampled: Float32Array) => void): void {
    if (this.#passThrough) return;
    const total = Math.ceil((this.#received * this.#to) / this.#from);
    const silence = new Float32Array(this.#taps);
    const take = Math.min(silence.length, this.#capacity - this.#filled);
    this.#history.set(silence.subarray(0, take), this.#filled);
    this.#filled += take;
    this.#drain(emit, total);
  }

  #drain(emit: (resampled: Float32Array) => void, total: number): void {
    const history = this.#history;
    const out = this.#out;
    // Start in the history of a filter centred on input 0, and the last possible start.
    const offset = 1 - this.#taps / 2 - this.#base;
    const last = this.#filled - this.#taps;
    let count = 0;
    for (;;) {
      const { integer, phase } = this.#positionOf(this.#produced);
      // Compute outputs one by one if their distance is not a whole number of phases.
      const room = Math.min(this.#step > 0 ? OUTPUT_SAMPLES - count : 1, total - this.#produced);
      const more = this.#kernels.resample(this.#filter, history, integer + offset, phase, last, out, count, room);
      if (more === 0) break;
      this.#produced += more;
      count += more;
      if (count < OUTPUT_SAMPLES) continue;
      emit(out);
      count = 0;
    }
    if (count > 0) emit(out.subarray(0, count));
    const next = this.#positionOf(this.#produced).integer + offset;
    const drop = Math.min(Math.max(0, next), this.#filled);
    history.copyWithin(0, drop, this.#filled);
    this.#filled -= drop;
    this.#base += drop;
  }

  /**
   * Position of output `n` in the input, n * from / to, split into whole samples and a phase without rounding drift.
   */
  #positionOf(n: number): { integer: number; phase: number } {
    const position = (n * this.#from) / this.#to;
    const integer = Math.floor(position);
    const phase = Math.round((position - integer) * this.#phases);
    return phase === this.#phases ? { integer: integer + 1, phase: 0 } : { integer, phase };
  }
}
