import { RealFft } from '../dsp/fft.ts';

/** A Hann window and its Fourier transform. */
export class SpectrumWindow {
  readonly #fft: RealFft;
  readonly #shape: Float64Array;
  readonly #frame: Float64Array;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  readonly power: Float64Array;

  constructor(size: number) {
    this.#fft = new RealFft(size);
    // Scaled so that a sine keeps its amplitude.
    this.#shape = Float64Array.from(
      { length: size },
      (_, i) => (2 / size) * (1 - Math.cos((2 * Math.PI * (i + 0.5)) / size)),
    );
    this.#frame = new Float64Array(size);
    this.#re = new Float64Array(size / 2 + 1);
    this.#im = new Float64Array(size / 2 + 1);
    this.power = new Float64Array(size / 2 + 1);
  }

  /** Fills `power` from the middle of `samples`. */
  transform(samples: Float64Array): void {
    const frame = this.#frame;
    const from = (samples.length - frame.length) / 2;
    for (let i = 0; i < frame.length; i++) frame[i] = samples[from + i]! * this.#shape[i]!;
    this.#fft.forward(frame, this.#re, this.#im);
    for (let k = 0; k < this.power.length; k++)
      this.power[k] = this.#re[k]! * this.#re[k]! + this.#im[k]! * this.#im[k]!;
  }
}

/** Power spectra of overlapping windows of a stream. State: the longest window's samples. */
export class SpectrumStream {
  readonly #hop: number;
  readonly #windows: readonly SpectrumWindow[];
  readonly #buffer: Float64Array;
  #filled: number;
  /** The power of each bin of each window; a sine of amplitude 1 has 1 in its bin. */
  readonly powers: readonly Float64Array[];

  /** Windows of `sizes` samples each (powers of two), all centred on every multiple of `hop` samples. */
  constructor(sizes: readonly number[], hop: number) {
    this.#hop = hop;
    this.#windows = sizes.map((size) => new SpectrumWindow(size));
    this.powers = this.#windows.map((window) => window.power);
    this.#buffer = new Float64Array(Math.max(...sizes));
    this.#filled = this.#buffer.length / 2;
  }

  /** Takes samples; calls `onSpectra` whenever the next spectra are in `powers`. */
  push(samples: Float32Array, onSpectra: () => void): void {
    const buffer = this.#buffer;
    for (let at = 0; at < samples.length;) {
      const take = Math.min(samples.length - at, buffer.length - this.#filled);
      for (let i = 0; i < take; i++) buffer[this.#filled + i] = samples[at + i]!;
      this.#filled += take;
      at += take;
      if (this.#filled < buffer.length) return;
      for (const window of this.#windows) window.transform(buffer);
      onSpectra();
      buffer.copyWithin(0, this.#hop);
      this.#filled -= this.#hop;
    }
  }
}
