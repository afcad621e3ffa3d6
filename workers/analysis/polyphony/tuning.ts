import { midiOfHz } from '../../../src/domain/pitch.ts';
import { PARAMETERS } from './parameters.ts';

const { rate, tuning: P, spectrum } = PARAMETERS;
const BIN_HZ = rate / spectrum.window;
const FIRST = Math.round(P.lowest / BIN_HZ);
const LAST = Math.round(P.highest / BIN_HZ);
const FORGET = Math.exp(-spectrum.hop / rate / P.memory);

/**
 * How far the sound as a whole lies beside A4 = 440 Hz: the circular mean of the deviations of the
 * spectral peaks from the semitones (Dressler & Streich 2007). Without it, the templates of a
 * recording 40 cents flat lie between its notes. State: one phasor.
 */
export class TuningMeter {
  #cosine = 0;
  #sine = 0;
  #weight = 0;
  /** The tuning that is in use: a multiple of `step`, cents. */
  cents = 0;

  /** Takes a power spectrum of the long window, which stands for `hops` steps; returns whether `cents` has changed. */
  push(power: Float64Array, hops: number): boolean {
    let most = 0;
    for (let k = FIRST; k <= LAST; k++) most = Math.max(most, power[k]!);
    const kept = FORGET ** hops;
    this.#cosine *= kept;
    this.#sine *= kept;
    this.#weight *= kept;
    if (most < P.absolute ** 2) return false;
    for (let k = FIRST; k <= LAST; k++) {
      const here = power[k]!;
      if (here < P.prominence ** 2 * most || here <= power[k - 1]! || here < power[k + 1]! || here <= power[k - 2]! || here <= power[k + 2]!) continue;
      const left = Math.log(power[k - 1]!);
      const right = Math.log(power[k + 1]!);
      const place = k + (0.5 * (left - right)) / (left - 2 * Math.log(here) + right);
      const angle = 2 * Math.PI * midiOfHz(place * BIN_HZ);
      const weight = hops * Math.sqrt(Math.sqrt(here));
      this.#cosine += weight * Math.cos(angle);
      this.#sine += weight * Math.sin(angle);
      this.#weight += weight;
    }
    return this.#decide();
  }

  /** Length of the mean phasor: 0 (the peaks lie anywhere) to 1 (all lie alike). */
  get clarity(): number {
    return this.#weight > 0 ? Math.hypot(this.#cosine, this.#sine) / this.#weight : 0;
  }

  #decide(): boolean {
    if (this.clarity < P.clear) return false;
    const mean = (50 / Math.PI) * Math.atan2(this.#sine, this.#cosine);
    if (Math.abs(mean - this.cents) < P.hysteresis) return false;
    this.cents = P.step * Math.round(mean / P.step) + 0; // never -0
    return true;
  }
}
