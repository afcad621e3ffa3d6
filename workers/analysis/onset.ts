import FFT from 'fft.js';
import { HOP_SECONDS, ONSET, RATE } from './parameters.ts';

/**
 * How strongly the spectrum rises at each step: SuperFlux (Böck & Widmer 2013). Log-spaced bands are
 * compared with a maximum-filtered spectrum a little earlier, so that vibrato and glides, which only
 * move energy to a neighbouring band, are not taken for onsets.
 */

const SIZE = ONSET.window;
const LAG = Math.round(ONSET.lag / HOP_SECONDS);

interface Band {
  first: number;
  weights: Float64Array;
}

/** Triangular bands on a logarithmic axis, none narrower than a bin. */
function filterBank(): Band[] {
  const binHz = RATE / SIZE;
  const centres: number[] = [];
  for (let k = 0; ; k++) {
    const hz = ONSET.lowest * 2 ** (k / ONSET.bandsPerOctave);
    if (hz > ONSET.highest) break;
    const bin = Math.round(hz / binHz);
    if (bin > 0 && bin !== centres.at(-1)) centres.push(bin);
  }
  const bands: Band[] = [];
  for (let b = 1; b + 1 < centres.length; b++) {
    const low = centres[b - 1]!;
    const mid = centres[b]!;
    const high = centres[b + 1]!;
    const weights = new Float64Array(high - low - 1);
    let sum = 0;
    for (let k = low + 1; k < high; k++) {
      const weight = k <= mid ? (k - low) / (mid - low) : (high - k) / (high - mid);
      weights[k - low - 1] = weight;
      sum += weight;
    }
    for (let i = 0; i < weights.length; i++) weights[i]! /= sum;
    bands.push({ first: low + 1, weights });
  }
  return bands;
}

export class OnsetDetector {
  readonly #fft = new FFT(SIZE);
  readonly #window = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE));
  readonly #windowed = new Float64Array(SIZE);
  readonly #spectrum = new Float64Array(2 * SIZE);
  /** Power of each bin in the step that was measured last, full-scale sine about 1. */
  readonly power = new Float64Array(SIZE / 2 + 1);
  readonly #bands = filterBank();
  readonly #history: Float64Array[] = Array.from({ length: LAG + 1 }, () => new Float64Array(this.#bands.length).fill(-100));
  #steps = 0;

  /** Mean rise of the bands in dB; takes the window around the sample `centre`. */
  measure(samples: Float32Array, centre: number): number {
    const start = centre - SIZE / 2;
    for (let i = 0; i < SIZE; i++) this.#windowed[i] = samples[start + i]! * this.#window[i]!;
    this.#fft.realTransform(this.#spectrum, this.#windowed);
    const scale = 16 / (SIZE * SIZE);
    for (let k = 0; k <= SIZE / 2; k++) {
      const re = this.#spectrum[2 * k]!;
      const im = this.#spectrum[2 * k + 1]!;
      this.power[k] = scale * (re * re + im * im);
    }
    const now = this.#history[this.#steps % (LAG + 1)]!;
    const before = this.#history[(this.#steps + 1) % (LAG + 1)]!;
    this.#steps++;
    let rise = 0;
    for (let b = 0; b < now.length; b++) {
      const band = this.#bands[b]!;
      let sum = 0;
      for (let i = 0; i < band.weights.length; i++) sum += band.weights[i]! * this.power[band.first + i]!;
      now[b] = 10 * Math.log10(sum + 1e-7);
    }
    for (let b = 0; b < now.length; b++) {
      const earlier = Math.max(before[b]!, before[b - 1] ?? -100, before[b + 1] ?? -100);
      if (now[b]! > earlier) rise += now[b]! - earlier;
    }
    return rise / now.length;
  }
}
