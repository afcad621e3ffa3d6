import type { Floats } from '../dsp/kernels/kernels.ts';
import { PARAMETERS } from './parameters.ts';
import { PARTIALS_PER_PITCH, type PitchActivations } from './pitchActivations.ts';
import {
  INTERVALS,
  logRatio,
  PEAK_COUNT,
  RISE_INTERVALS,
  SHARED_PARTIALS,
  type NoteSums,
} from './notes/noteFeatures.ts';

const { rate, note: P, spectrum } = PARAMETERS;
const HOP_S = spectrum.hop / rate;
/** Half the width of a rise, steps. */
export const RISE_REACH = Math.max(1, Math.round(P.reach / HOP_S));
const MEMORY_DECAY = Math.exp(-HOP_S / P.memory);
/** Number of buffered steps: a rise is compared with the rises before and after it. */
const BUFFERED_STEPS = 5 * RISE_REACH + 2;

/** The latest 0.3 s of pitch activations and magnitudes, and values of a pitch at a step. */
export class ActivationHistory {
  readonly pitches: number;
  readonly #activations: Float64Array[];
  readonly #magnitudes: Float32Array[];
  readonly #bands: Int32Array;
  readonly #loudest = new Float64Array(BUFFERED_STEPS);
  readonly #recent = new Float64Array(BUFFERED_STEPS);
  readonly #total = new Float64Array(BUFFERED_STEPS);
  readonly #highest = new Float64Array(BUFFERED_STEPS);
  /** Steps so far. */
  steps = 0;

  constructor({
    activation,
    magnitude,
    partialBands,
  }: Pick<PitchActivations, 'activation' | 'magnitude' | 'partialBands'>) {
    this.pitches = activation.length;
    this.#bands = partialBands;
    this.#magnitudes = Array.from({ length: BUFFERED_STEPS }, () => new Float32Array(magnitude.length));
    this.#activations = Array.from({ length: BUFFERED_STEPS }, () => new Float64Array(activation.length));
  }

  /** Takes the activations of the next step and its total magnitude, pitched or not. */
  push(activation: Float64Array, total: number, magnitude: Floats): void {
    const now = this.steps++;
    this.#activations[now % BUFFERED_STEPS]!.set(activation);
    this.#magnitudes[now % BUFFERED_STEPS]!.set(magnitude);
    let highest = 0;
    for (let b = 0; b < magnitude.length; b++) highest = Math.max(highest, magnitude[b]!);
    this.#highest[now % BUFFERED_STEPS] = highest;
    let largest = 0;
    for (let n = 0; n < this.pitches; n++) largest = Math.max(largest, activation[n]!);
    this.#loudest[now % BUFFERED_STEPS] = largest;
    this.#total[now % BUFFERED_STEPS] = total;
    this.#recent[now % BUFFERED_STEPS] = Math.max(
      largest,
      now > 0 ? this.#recent[(now - 1) % BUFFERED_STEPS]! * MEMORY_DECAY : 0,
    );
  }

  /** The activation of a pitch at a step. */
  at(pitch: number, step: number): number {
    return step < 0 ? 0 : this.#activations[step % BUFFERED_STEPS]![pitch]!;
  }

  /** The highest activation up to a step, decaying. */
  recent(step: number): number {
    return this.#recent[step % BUFFERED_STEPS]!;
  }

  /** True when the pitch rises around `step`, more than at the steps before and after. */
  rises(pitch: number, step: number): boolean {
    const after = this.at(pitch, step + RISE_REACH);
    const before = this.at(pitch, step - RISE_REACH);
    if (after < this.floor(step, P.minFloor, P.minTonal) || after < P.repeatedRise * before) return false;
    const rise = after - before;
    for (let i = step - RISE_REACH; i <= step + RISE_REACH; i++) {
      const other = this.at(pitch, i + RISE_REACH) - this.at(pitch, i - RISE_REACH);
      if (other > rise || (other === rise && i < step)) return false;
    }
    return true;
  }

  /**
   * Minimum activation of a pitch that rises around `step`: a share of the loudest pitch, and of the total magnitude.
   */
  floor(step: number, share: number, tonal: number): number {
    const slot = (step + RISE_REACH) % BUFFERED_STEPS;
    return Math.max(
      P.absolute,
      tonal * this.#total[slot]!,
      share * Math.max(this.#loudest[slot]!, this.#recent[slot]!),
    );
  }

  /** Adds a step to the sums of a note's beginning. */
  addTo(sums: NoteSums, pitch: number, step: number): void {
    const slot = step % BUFFERED_STEPS;
    sums.steps++;
    sums.own += this.at(pitch, step);
    sums.newest = this.at(pitch, step);
    for (let i = 0; i < RISE_INTERVALS.length; i++) {
      const other = pitch + RISE_INTERVALS[i]!;
      if (other >= 0 && other < this.pitches) sums.newestOthers[i] = this.at(other, step);
    }
    sums.largest += this.#loudest[slot]!;
    sums.total += this.#total[slot]!;
    sums.highest += this.#highest[slot]!;
    for (let i = 0; i < INTERVALS.length; i++) {
      const other = pitch + INTERVALS[i]!;
      if (other >= 0 && other < this.pitches) sums.others[i]! += this.at(other, step);
    }
    const magnitude = this.#magnitudes[slot]!;
    const bandOf = (at: number, h: number): number =>
      at < 0 || at >= this.pitches ? -1 : this.#bands[at * PARTIALS_PER_PITCH + h]!;
    const levelOf = (at: number, h: number): number => {
      const band = bandOf(at, h);
      return band < 0 ? 0 : magnitude[band]!;
    };
    for (let h = 0; h < PEAK_COUNT; h++) {
      sums.peaks[h]! += levelOf(pitch, h);
      sums.beside[h]! += (levelOf(pitch - 1, h) + levelOf(pitch + 1, h)) / 2;
    }
    for (let i = 0; i < SHARED_PARTIALS.length; i++) {
      const { own, interval, of } = SHARED_PARTIALS[i]!;
      const lower = pitch + interval;
      // Skip partials outside the axes.
      if (bandOf(lower, of) < 0 || bandOf(pitch, own - 1) < 0) continue;
      const between = Math.sqrt(levelOf(lower, of - 2) * levelOf(lower, of));
      sums.standsOut[i]! += logRatio(levelOf(pitch, own - 1), between);
    }
  }
}
