import type { Level } from './types.ts';

/** dBFS of an amplitude or of a power. */
export const decibels = (amplitude: number): number => 20 * Math.log10(amplitude);
export const powerDecibels = (power: number): number => 10 * Math.log10(power);

/** Peak and root mean square of a sound as it comes in, in its own samples. */
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
    return { peak: decibels(this.#peak), rms: this.#count === 0 ? -Infinity : powerDecibels(this.#energy / this.#count) };
  }
}
