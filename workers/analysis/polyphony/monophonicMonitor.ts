import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { PARAMETERS } from './parameters.ts';
import { PITCH_WINDOWS, type PitchActivations } from './pitchActivations.ts';
import { SpectrumWindow } from './spectrum.ts';
import type { TextureMeter } from './textureMeter.ts';

const { rate, spectrum, monitor: P } = PARAMETERS;
/** Interval between checks, samples at `rate`. */
const CHECK_INTERVAL = P.every * spectrum.hop;
const BUFFER_LENGTH = CHECK_INTERVAL * Math.round((P.buffered * rate) / CHECK_INTERVAL);

/**
 * Replaces the polyphonic transcriber while a single voice sounds: checks one pitch spectrum out of several, and
 * buffers the last seconds, so that nothing is lost when more voices enter. Counts the result of a check when its sound
 * leaves the buffer: until then that sound may still be transcribed, which counts every spectrum of it.
 */
export class MonophonicMonitor {
  readonly #pitches: PitchActivations;
  readonly #texture: TextureMeter;
  readonly #windows: readonly SpectrumWindow[];
  readonly #powers: readonly Floats[];
  readonly #buffer: Float32Array;
  #filled = 0;
  /** Samples since the last check. */
  #sinceCheck = 0;
  /** Texture classes of the checks in the buffer, oldest first. */
  #pendingClasses: number[] = [];
  /** True while the buffer holds everything since the monitor began. */
  holdsAll = true;

  constructor(pitches: PitchActivations, texture: TextureMeter, kernels: Kernels) {
    this.#pitches = pitches;
    this.#texture = texture;
    this.#windows = PITCH_WINDOWS.map((size) => new SpectrumWindow(size, kernels));
    this.#powers = this.#windows.map((window) => window.power);
    this.#buffer = kernels.outputs(BUFFER_LENGTH);
  }

  /** Takes the next samples; the pieces must fill a check interval exactly. */
  push(samples: Float32Array): void {
    if (this.#filled === BUFFER_LENGTH) {
      this.#buffer.copyWithin(0, CHECK_INTERVAL);
      this.#filled -= CHECK_INTERVAL;
      this.#texture.count(this.#pendingClasses.shift()!, P.every);
      this.holdsAll = false;
    }
    this.#buffer.set(samples, this.#filled);
    this.#filled += samples.length;
    this.#sinceCheck += samples.length;
    if (this.#sinceCheck >= CHECK_INTERVAL) this.#check();
  }

  /** Stops monitoring: returns the buffered samples and resets. */
  end(): Float32Array {
    const buffered = this.#buffer.slice(0, this.#filled);
    this.#filled = 0;
    this.#sinceCheck = 0;
    this.#pendingClasses = [];
    this.holdsAll = true;
    return buffered;
  }

  /** Counts the checks in the buffer. Call it at the end of the sound. */
  countRest(): void {
    for (const textureClass of this.#pendingClasses) this.#texture.count(textureClass, P.every);
    this.#pendingClasses = [];
  }

  #check(): void {
    this.#sinceCheck = 0;
    const length = spectrum.window;
    for (const window of this.#windows) window.transform(this.#buffer, this.#filled - length, length);
    const pitches = this.#pitches;
    pitches.reset();
    pitches.fit(this.#powers, P.every);
    // Fit once more: a first fit spreads a dense chord over all pitches, as if it were noise.
    if (this.#texture.isAlmostPitched(pitches.activation, pitches.total)) pitches.refine();
    this.#pendingClasses.push(this.#texture.classify(pitches.activation, pitches.total, P.every));
  }
}
