/**
 * Streaming sample rate conversion with a polyphase windowed-sinc filter (Smith & Gossett 1984;
 * Kaiser window). What comes out depends on the samples alone, not on how they were cut into blocks.
 */

/** Zero crossings of the sinc on each side of its centre. */
const ZERO_CROSSINGS = 10;
/** Shape of the Kaiser window: about 60 dB of stop band. */
const KAISER_BETA = 6;
/** The pass band ends at this share of the lower of the two Nyquist frequencies. */
const PASS_BAND = 0.92;
/** Most filter phases held exactly; odd rate pairs are rounded to a grid of this fineness. */
const MOST_PHASES = 1024;

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

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}

/** Takes samples at one rate and hands them on at another, in order, with no delay between the two time axes. */
export class Resampler {
  readonly #passThrough: boolean;
  readonly #phases: number;
  readonly #taps: number;
  readonly #table: Float64Array[] = [];
  readonly #history: Float64Array;
  #filled = 0;
  /** Input index of history[0]. */
  #base: number;
  #received = 0;
  #produced = 0;
  readonly #out = new Float32Array(4096);
  readonly #from: number;
  readonly #to: number;

  /** Rates in Hz, each above 0. */
  constructor(from: number, to: number) {
    this.#from = from;
    this.#to = to;
    this.#passThrough = from === to;
    const exact = Number.isInteger(from) && Number.isInteger(to) ? to / greatestCommonDivisor(from, to) : Infinity;
    this.#phases = Math.min(exact, MOST_PHASES);
    const cutoff = PASS_BAND * Math.min(1, to / from);
    const half = Math.ceil(ZERO_CROSSINGS / cutoff);
    this.#taps = 2 * half;
    if (!this.#passThrough) this.#buildTable(cutoff, half);
    this.#history = new Float64Array(this.#taps + 8192);
    // Half a filter of silence before the sound puts output 0 on input 0.
    this.#base = -half;
    this.#filled = half;
  }

  #buildTable(cutoff: number, half: number): void {
    const norm = besselI0(KAISER_BETA);
    for (let phase = 0; phase < this.#phases; phase++) {
      const taps = new Float64Array(this.#taps);
      let sum = 0;
      for (let i = 0; i < this.#taps; i++) {
        const x = i - half + 1 - phase / this.#phases;
        const w = x / half;
        const window = Math.abs(w) < 1 ? besselI0(KAISER_BETA * Math.sqrt(1 - w * w)) / norm : 0;
        const sinc = x === 0 ? 1 : Math.sin(Math.PI * cutoff * x) / (Math.PI * cutoff * x);
        taps[i] = cutoff * sinc * window;
        sum += taps[i]!;
      }
      for (let i = 0; i < this.#taps; i++) taps[i]! /= sum;
      this.#table.push(taps);
    }
  }

  /** Takes samples and calls `emit` with what they complete; the array handed over is used again. */
  push(samples: Float32Array, emit: (resampled: Float32Array) => void): void {
    if (this.#passThrough) {
      emit(samples);
      return;
    }
    this.#received += samples.length;
    for (let at = 0; at < samples.length; ) {
      const take = Math.min(samples.length - at, this.#history.length - this.#filled);
      this.#history.set(samples.subarray(at, at + take), this.#filled);
      this.#filled += take;
      at += take;
      this.#drain(emit, Infinity);
    }
  }

  /** Ends the sound: what the last samples owe is handed on. */
  finish(emit: (resampled: Float32Array) => void): void {
    if (this.#passThrough) return;
    const total = Math.ceil((this.#received * this.#to) / this.#from);
    const silence = new Float32Array(this.#taps);
    const take = Math.min(silence.length, this.#history.length - this.#filled);
    this.#history.set(silence.subarray(0, take), this.#filled);
    this.#filled += take;
    this.#drain(emit, total);
  }

  #drain(emit: (resampled: Float32Array) => void, total: number): void {
    const half = this.#taps / 2;
    const history = this.#history;
    const out = this.#out;
    const from = this.#from;
    const to = this.#to;
    const phases = this.#phases;
    // The last sample a filter may start at.
    const last = this.#filled - this.#taps;
    let produced = this.#produced;
    let count = 0;
    for (; produced < total; produced++) {
      // Position n * from / to, split into whole samples and a phase without rounding drift.
      const position = (produced * from) / to;
      let whole = Math.floor(position);
      let phase = Math.round((position - whole) * phases);
      if (phase === phases) {
        phase = 0;
        whole++;
      }
      const start = whole - half + 1 - this.#base;
      if (start > last) break;
      out[count++] = filtered(history, start, this.#table[phase]!);
      if (count === out.length) {
        emit(out);
        count = 0;
      }
    }
    this.#produced = produced;
    const next = Math.floor((produced * from) / to) - half + 1 - this.#base;
    const drop = Math.min(Math.max(0, next), this.#filled);
    history.copyWithin(0, drop, this.#filled);
    this.#filled -= drop;
    this.#base += drop;
    if (count > 0) emit(out.subarray(0, count));
  }
}

/** One output: the filter laid over the history. The number of taps is even. */
function filtered(history: Float64Array, start: number, taps: Float64Array): number {
  let even = 0;
  let odd = 0;
  for (let i = 0; i < taps.length; i += 2) {
    even += taps[i]! * history[start + i]!;
    odd += taps[i + 1]! * history[start + i + 1]!;
  }
  return even + odd;
}
