import { RealFft } from '../fft.ts';

/** Magnitude spectra of overlapping windows of a stream. State: one window of samples. */
export class SpectrumStream {
  readonly #size: number;
  readonly #hop: number;
  readonly #fft: RealFft;
  readonly #window: Float64Array;
  readonly #frame: Float64Array;
  readonly #buffer: Float64Array;
  #filled: number;
  readonly #re: Float64Array;
  readonly #im: Float64Array;
  /** Power of each bin; a sine of amplitude 1 has 1 in its bin. */
  readonly power: Float64Array;

  /** Windows of `size` samples (a power of two), centred on every multiple of `hop` samples. */
  constructor(size: number, hop: number) {
    this.#size = size;
    this.#hop = hop;
    this.#fft = new RealFft(size);
    // Hann's window, scaled so that a sine keeps its amplitude.
    this.#window = Float64Array.from({ length: size }, (_, i) => (2 / size) * (1 - Math.cos((2 * Math.PI * (i + 0.5)) / size)));
    this.#frame = new Float64Array(size);
    this.#buffer = new Float64Array(size);
    this.#filled = size / 2;
    this.#re = new Float64Array(size / 2 + 1);
    this.#im = new Float64Array(size / 2 + 1);
    this.power = new Float64Array(size / 2 + 1);
  }

  /** Takes samples; calls `each` once a spectrum, with `power` filled. */
  push(samples: Float32Array, each: () => void): void {
    for (let at = 0; at < samples.length; ) {
      const take = Math.min(samples.length - at, this.#size - this.#filled);
      for (let i = 0; i < take; i++) this.#buffer[this.#filled + i] = samples[at + i]!;
      this.#filled += take;
      at += take;
      if (this.#filled < this.#size) return;
      this.#transform();
      each();
      this.#buffer.copyWithin(0, this.#hop);
      this.#filled -= this.#hop;
    }
  }

  #transform(): void {
    for (let i = 0; i < this.#size; i++) this.#frame[i] = this.#buffer[i]! * this.#window[i]!;
    this.#fft.forward(this.#frame, this.#re, this.#im);
    for (let k = 0; k < this.power.length; k++) this.power[k] = this.#re[k]! * this.#re[k]! + this.#im[k]! * this.#im[k]!;
  }
}
