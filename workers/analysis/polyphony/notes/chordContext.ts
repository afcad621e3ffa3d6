import type { Floats } from '../../dsp/kernels/kernels.ts';
import { PARTIALS_PER_PITCH, type PitchActivations } from '../pitchActivations.ts';

/**
 * Buffered steps; those of the features reach from eight steps before a note to `STEPS_AFTER_ONSET` steps after its
 * onset.
 */
const BUFFERED_STEPS = 32;
export const STEPS_AFTER_ONSET = 16;
/** Decay of the loudest recent activation per step: a time constant of 2 s. */
const PEAK_DECAY = Math.exp(-0.025 / 2);

/** The newest steps of the pitch activations and spectra, 0.8 s, for the features of notes (chordFeatures.ts). */
export class ChordContext {
  readonly pitches: number;
  readonly #bands: Int32Array;
  readonly #activations: Float64Array[];
  readonly #magnitudes: Float32Array[];
  readonly #total = new Float64Array(BUFFERED_STEPS);
  readonly #largest = new Float64Array(BUFFERED_STEPS);
  readonly #recent = new Float64Array(BUFFERED_STEPS);
  readonly #highest = new Float64Array(BUFFERED_STEPS);
  /** Number of steps so far. */
  steps = 0;

  constructor({
    activation,
    magnitude,
    partialBands,
  }: Pick<PitchActivations, 'activation' | 'magnitude' | 'partialBands'>) {
    this.pitches = activation.length;
    this.#bands = partialBands;
    this.#activations = Array.from({ length: BUFFERED_STEPS }, () => new Float64Array(activation.length));
    this.#magnitudes = Array.from({ length: BUFFERED_STEPS }, () => new Float32Array(magnitude.length));
  }

  /** Takes the next step. */
  push(activation: Float64Array, total: number, magnitude: Floats): void {
    const slot = this.steps++ % BUFFERED_STEPS;
    this.#activations[slot]!.set(activation);
    this.#magnitudes[slot]!.set(magnitude);
    let largest = 0;
    for (let n = 0; n < activation.length; n++) largest = Math.max(largest, activation[n]!);
    let highest = 0;
    for (let b = 0; b < magnitude.length; b++) highest = Math.max(highest, magnitude[b]!);
    const before = this.steps > 1 ? this.#recent[(slot + BUFFERED_STEPS - 1) % BUFFERED_STEPS]! : 0;
    this.#total[slot] = total;
    this.#largest[slot] = largest;
    this.#highest[slot] = highest;
    this.#recent[slot] = Math.max(largest, before * PEAK_DECAY);
  }

  /** Activation of a pitch; 0 outside the pitches and before the sound. */
  at(pitch: number, step: number): number {
    if (pitch < 0 || pitch >= this.pitches || !this.#has(step)) return 0;
    return this.#activations[step % BUFFERED_STEPS]![pitch]!;
  }

  /** Mean activation over the steps from `from` to `to`. */
  mean(pitch: number, from: number, to: number): number {
    let sum = 0;
    for (let step = from; step <= to; step++) sum += this.at(pitch, step);
    return sum / (to - from + 1);
  }

  /** Largest activation of a step, and the largest recent one. */
  largest(step: number): number {
    return this.#has(step) ? this.#largest[step % BUFFERED_STEPS]! : 0;
  }
  recent(step: number): number {
    return this.#has(step) ? this.#recent[step % BUFFERED_STEPS]! : 0;
  }

  /** Total magnitude of a step, pitched or not, and its highest band. */
  total(step: number): number {
    return this.#has(step) ? this.#total[step % BUFFERED_STEPS]! : 0;
  }
  highest(step: number): number {
    return this.#has(step) ? this.#highest[step % BUFFERED_STEPS]! : 0;
  }

  /** Number of pitches with at least this share of the largest activation of the step. */
  count(step: number, share: number): number {
    const limit = share * this.largest(step);
    let count = 0;
    if (limit > 0) for (let n = 0; n < this.pitches; n++) if (this.at(n, step) >= limit) count++;
    return count;
  }

  /** True when partial h + 1 of a pitch lies within the axes. */
  hasPartial(pitch: number, h: number): boolean {
    return (
      pitch >= 0 && pitch < this.pitches && h < PARTIALS_PER_PITCH && this.#bands[pitch * PARTIALS_PER_PITCH + h]! >= 0
    );
  }

  /** Mean magnitude of partial h + 1 over some steps; 0 outside the axes. */
  partial(pitch: number, h: number, from: number, to: number): number {
    if (!this.hasPartial(pitch, h)) return 0;
    const band = this.#bands[pitch * PARTIALS_PER_PITCH + h]!;
    let sum = 0;
    for (let step = from; step <= to; step++)
      if (this.#has(step)) sum += this.#magnitudes[step % BUFFERED_STEPS]![band]!;
    return sum / (to - from + 1);
  }

  #has(step: number): boolean {
    return step >= 0 && step < this.steps && step >= this.steps - BUFFERED_STEPS;
  }
}
