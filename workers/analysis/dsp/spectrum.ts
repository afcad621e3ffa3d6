import { RealFft } from './fft.ts';
import { HOP_SECONDS, RATE, SPECTRUM } from '../parameters.ts';

/** The short-time spectrum of a step and the running peak of the sound, which onsets and overtones are computed from. */

const SIZE = SPECTRUM.window;
export const SPECTRUM_BINS = SIZE / 2 + 1;
export const BIN_HZ = RATE / SIZE;
const DECAY = 10 ** ((-SPECTRUM.peakDecay * HOP_SECONDS) / 20);
/** A full-scale sine reads amplitude 1 through a Hann window. */
const SCALE = 4 / SIZE;

export class Spectrum {
  readonly #fft = new RealFft(SIZE);
  readonly #window = Float64Array.from(
    { length: SIZE },
    (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE),
  );
  readonly #windowed = new Float64Array(SIZE);
  readonly #re = new Float64Array(SPECTRUM_BINS);
  readonly #im = new Float64Array(SPECTRUM_BINS);
  /** Amplitude of every bin; a full-scale sine is about 1. One bin of silence follows the last. */
  readonly amplitude = new Float64Array(SPECTRUM_BINS + 1);
  /** Running peak: the loudest partial so far, slowly decaying; the reference for what is loud in this sound. */
  peak = 0;

  /** Measures the window around the sample `centre`. */
  measure(samples: Float64Array, centre: number): void {
    const start = centre - SIZE / 2;
    const windowed = this.#windowed;
    const window = this.#window;
    for (let i = 0; i < SIZE; i++) windowed[i] = samples[start + i]! * window[i]!;
    const re = this.#re;
    const im = this.#im;
    this.#fft.forward(windowed, re, im);
    const amplitude = this.amplitude;
    let peak = this.peak * DECAY;
    for (let k = 0; k < SPECTRUM_BINS; k++) {
      const value = SCALE * Math.sqrt(re[k]! * re[k]! + im[k]! * im[k]!);
      amplitude[k] = value;
      if (value > peak) peak = value;
    }
    this.peak = peak;
  }
}
