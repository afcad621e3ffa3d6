import { midiOfHz } from '../values/pitch.ts';
import type { Floats } from '../dsp/kernels/kernels.ts';
import { PARAMETERS } from './parameters.ts';

const { rate, tuning: P, spectrum } = PARAMETERS;
const BIN_HZ = rate / spectrum.window;
const FIRST_BIN = Math.round(P.lowest / BIN_HZ);
const LAST_BIN = Math.round(P.highest / BIN_HZ);
const REST_STEPS = (P.rest * rate) / spectrum.hop;
const MEMORY_DECAY = Math.exp(-spectrum.hop / rate / P.memory);

/**
 * Estimates the tuning of a sound, its common deviation from A4 = 440 Hz: the circular mean of the deviations of
 * spectral peaks from the semitones (Dressler & Streich 2007). Without it, the templates would lie between the notes of
 * a recording that is 40 cents flat. Begins again after a rest. State: one phasor.
 */
export class TuningMeter {
  #cosine = 0;
  #sine = 0;
  #weight = 0;
  /** Steps since the last sound. */
  #quiet = 0;
  /** Tuning of the templates: a multiple of `step`, cents. */
  cents = 0;

  /**
   * Takes a power spectrum of the long window, which represents `hops` steps. Returns whether `cents` has changed.
   */
  push(power: Floats, hops: number): boolean {
    let strongest = 0;
    for (let k = FIRST_BIN; k <= LAST_BIN; k++) strongest = Math.max(strongest, power[k]!);
    const decay = MEMORY_DECAY ** hops;
    this.#cosine *= decay;
    this.#sine *= decay;
    this.#weight *= decay;
    if (strongest < P.absolute ** 2) {
      this.#quiet += hops;
      return false;
    }
    // After a rest another sound may follow. Its templates begin with the tuning of the one before.
    if (this.#quiet >= REST_STEPS) this.#cosine = this.#sine = this.#weight = 0;
    this.#quiet = 0;
    for (let k = FIRST_BIN; k <= LAST_BIN; k++) {
      const centre = power[k]!;
      if (
        centre < P.prominence ** 2 * strongest ||
        centre <= power[k - 1]! ||
        centre < power[k + 1]! ||
        centre <= power[k - 2]! ||
        centre <= power[k + 2]!
      )
        continue;
      const left = Math.log(power[k - 1]!);
      const right = Math.log(power[k + 1]!);
      const bin = k + (0.5 * (left - right)) / (left - 2 * Math.log(centre) + right);
      const angle = 2 * Math.PI * midiOfHz(bin * BIN_HZ);
      const weight = hops * Math.sqrt(Math.sqrt(centre));
      this.#cosine += weight * Math.cos(angle);
      this.#sine += weight * Math.sin(angle);
      this.#weight += weight;
    }
    return this.#updateCents();
  }

  /** Length of the mean phasor: 0 (the deviations are uniform) to 1 (all are equal). */
  get clarity(): number {
    return this.#weight > 0 ? Math.hypot(this.#cosine, this.#sine) / this.#weight : 0;
  }

  #updateCents(): boolean {
    if (this.clarity < P.minClarity) return false;
    const mean = (50 / Math.PI) * Math.atan2(this.#sine, this.#cosine);
    if (Math.abs(mean - this.cents) < P.hysteresis) return false;
    this.cents = P.step * Math.round(mean / P.step) + 0; // never -0
    return true;
  }
}
