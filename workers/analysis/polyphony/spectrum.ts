import type { Floats, Kernels, Plan } from '../dsp/kernels/kernels.ts';

/** A Hann window and its power spectrum. */
export class SpectrumWindow {
  readonly #kernels: Kernels;
  readonly #plan: Plan;
  readonly #shape: Floats;
  /** Power of each bin; 1 for a sine of amplitude 1. */
  readonly power: Floats;

  constructor(size: number, kernels: Kernels) {
    this.#kernels = kernels;
    this.#plan = kernels.plan(size);
    // Scale so that a sine keeps its amplitude.
    this.#shape = kernels.constants(
      Array.from({ length: size }, (_, i) => (2 / size) * (1 - Math.cos((2 * Math.PI * (i + 0.5)) / size))),
    );
    this.power = kernels.floats(size / 2 + 1);
  }

  /** Fills `power` from the middle of the `length` samples from `start` on. */
  transform(samples: Floats, start: number, length: number): void {
    this.#kernels.power(this.#plan, samples, start + (length - this.#plan.size) / 2, this.#shape, this.power);
  }
}

/** Power spectra of overlapping windows of a stream. State: the longest window's samples. */
export class SpectrumStream {
  readonly #hop: number;
  readonly #windows: readonly SpectrumWindow[];
  readonly #buffer: Floats;
  #filled: number;
  /** Power of each bin of each window; 1 for a sine of amplitude 1. */
  readonly powers: readonly Floats[];

  /** Windows of `sizes` samples each (powers of two), all centred on every multiple of `hop` samples. */
  constructor(sizes: readonly number[], hop: number, kernels: Kernels) {
    this.#hop = hop;
    this.#windows = sizes.map((size) => new SpectrumWindow(size, kernels));
    this.powers = this.#windows.map((window) => window.power);
    this.#buffer = kernels.floats(Math.max(...sizes));
    this.#filled = this.#buffer.length / 2;
  }

  /** Resets for another sound. */
  reset(): void {
    this.#buffer.fill(0);
    this.#filled = this.#buffer.length / 2;
  }

  /** Takes samples; calls `onSpectra` after each update of `powers`. */
  push(samples: Float32Array, onSpectra: () => void): void {
    const buffer = this.#buffer;
    for (let at = 0; at < samples.length;) {
      const take = Math.min(samples.length - at, buffer.length - this.#filled);
      for (let i = 0; i < take; i++) buffer[this.#filled + i] = samples[at + i]!;
      this.#filled += take;
      at += take;
      if (this.#filled < buffer.length) return;
      for (const window of this.#windows) window.transform(buffer, 0, buffer.length);
      onSpectra();
      buffer.copyWithin(0, this.#hop);
      this.#filled -= this.#hop;
    }
  }
}
