import { decibels, powerDecibels } from './decibels.ts';
import type { Level } from '../types.ts';

/** Measures peak and root mean square of a sound while it comes in, at its original sample rate. */
export class LevelMeter {
  #peak = 0;
  #energy = 0;
  #count = 0;

  add(samples: Float32Array): void {
    let peak = this.#peak;
    let energy = this.#energy;
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i]!;
      const size = Math.abs(x);
      if (size > peak) peak = size;
      energy += x * x;
    }
    this.#peak = peak;
    this.#energy = energy;
    this.#count += samples.length;
  }

  level(): Level {
    return {
      peak: decibels(this.#peak),
      rms: this.#count === 0 ? -Infinity : powerDecibels(this.#energy / this.#count),
    };
  }
}
