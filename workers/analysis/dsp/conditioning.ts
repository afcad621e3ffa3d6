import type { Floats } from './kernels/kernels.ts';

/**
 * Output of the DC filter below this is set to 0, -240 dBFS. Its tail would become subnormal numbers, which a processor
 * computes a hundred times as slowly: digital silence would take ten times as long as sound.
 */
const DENORMAL_LIMIT = 1e-12;

/** True when every sample is finite and within the limit `clip`. */
function isClean(samples: Float32Array, clip: number): boolean {
  for (let i = 0; i < samples.length; i++) if (!(Math.abs(samples[i]!) <= clip)) return false;
  return true;
}

/** Replaces samples that are no numbers by 0, and limits the others. */
export class Cleaner {
  readonly #clip: number;
  readonly #clean: Float32Array;

  /** @param most the most samples at once */
  constructor(most: number, clip: number) {
    this.#clean = new Float32Array(most);
    this.#clip = clip;
  }

  /** The samples themselves where they are clean; else a copy that is valid until the next call. */
  clean(samples: Float32Array): Float32Array {
    if (isClean(samples, this.#clip)) return samples;
    const clean = this.#clean.subarray(0, samples.length);
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i]!;
      clean[i] = Number.isFinite(x) ? Math.max(-this.#clip, Math.min(this.#clip, x)) : 0;
    }
    return clean;
  }
}

/** A high-pass filter of one pole that removes DC and rumble. */
export class DcFilter {
  readonly #pole: number;
  #input = 0;
  #output = 0;

  /** @param corner Hz, at the sample rate `rate`, Hz */
  constructor(corner: number, rate: number) {
    this.#pole = 1 - (2 * Math.PI * corner) / rate;
  }

  /** Filters the next samples into `out` from `at` on. */
  push(samples: Float32Array, out: Floats, at: number): void {
    const pole = this.#pole;
    let input = this.#input;
    let output = this.#output;
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i]!;
      output = x - input + pole * output;
      if (output < DENORMAL_LIMIT && output > -DENORMAL_LIMIT) output = 0;
      input = x;
      out[at + i] = output;
    }
    this.#input = input;
    this.#output = output;
  }
}
