import type { Floats, Kernels, Plan } from './kernels/kernels.ts';
import { HOP_SECONDS, SAMPLE_RATE } from '../parameters.ts';
import { SPECTRUM } from '../monophony/parameters.ts';

/** Short-time spectrum of a step and running peak of the sound, for onsets and overtones. */

const WINDOW_SAMPLES = SPECTRUM.window;
export const SPECTRUM_BINS = WINDOW_SAMPLES / 2 + 1;
export const BIN_HZ = SAMPLE_RATE / WINDOW_SAMPLES;
const PEAK_DECAY = 10 ** ((-SPECTRUM.peakDecay * HOP_SECONDS) / 20);
/** Scales a full-scale sine under a Hann window to amplitude 1. */
const AMPLITUDE_SCALE = 4 / WINDOW_SAMPLES;

export class Spectrum {
  readonly #kernels: Kernels;
  readonly #plan: Plan;
  readonly #window: Floats;
  readonly #power: Floats;
  /** Amplitude of every bin, about 1 for a full-scale sine. A bin of 0 follows the last. */
  readonly amplitude: Floats;
  /** Running peak: the loudest partial since the last rest, slowly decaying; the reference level of the sound. */
  peak = 0;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#plan = kernels.plan(WINDOW_SAMPLES);
    this.#window = kernels.constants(
      Array.from(
        { length: WINDOW_SAMPLES },
        (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / WINDOW_SAMPLES),
      ),
    );
    this.#power = kernels.floats(SPECTRUM_BINS);
    this.amplitude = kernels.floats(SPECTRUM_BINS + 1);
  }

  /** Measures the window around the sample `centre`. */
  measure(samples: Floats, centre: number): void {
    this.#kernels.power(this.#plan, samples, centre - WINDOW_SAMPLES / 2, this.#window, this.#power);
    this.peak = this.#kernels.amplitudes(
      this.#power,
      SPECTRUM_BINS,
      AMPLITUDE_SCALE,
      this.peak * PEAK_DECAY,
      this.amplitude,
    );
  }
}
