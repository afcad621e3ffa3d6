import { PARAMETERS } from './parameters.ts';
import type { Dictionary } from './templates.ts';

/**
 * Explains a spectrum as a sum of non-negative amounts of the templates, so that the generalised
 * Kullback-Leibler divergence falls with every update (non-negative matrix factorisation with a
 * fixed dictionary: Lee & Seung 2001; for live transcription Dessein, Cont & Lemaitre 2010).
 * Partials that several notes share are divided among them, which is what tells an octave from its
 * lower note. Each spectrum starts from the last one's answer, so that few updates are enough.
 */
export class Decomposition {
  readonly #dictionary: Dictionary;
  readonly #amount: Float64Array;
  readonly #live: Int32Array;
  readonly #model: Float64Array;
  /** Activation of each pitch: the summed magnitude that is its own. */
  readonly activation: Float64Array;
  /** Sum of the spectrum that was explained last. */
  total = 0;

  constructor(dictionary: Dictionary, bands: number) {
    this.#dictionary = dictionary;
    this.#amount = new Float64Array(dictionary.templates);
    this.#live = new Int32Array(dictionary.templates);
    this.#model = new Float64Array(bands);
    this.activation = new Float64Array(dictionary.pitches);
  }

  /** Takes a compressed magnitude spectrum and fills `activation`. */
  explain(magnitude: Float64Array): void {
    const { updates, memory, renewal, prune } = PARAMETERS.decomposition;
    const { templates, pitches, shapes } = this.#dictionary;
    const amount = this.#amount;
    const live = this.#live;
    let total = 0;
    for (let b = 0; b < magnitude.length; b++) total += magnitude[b]!;
    this.total = total;
    const spread = (renewal * total) / templates;
    for (let j = 0; j < templates; j++) {
      amount[j] = memory * amount[j]! + spread;
      live[j] = j;
    }
    let count = templates;
    for (let update = 0; update < updates; update++) {
      this.#update(magnitude, count);
      if (update === 0 || update === 2) count = this.#keep(count, prune);
    }
    for (let n = 0; n < pitches; n++) {
      let sum = 0;
      for (let s = 0; s < shapes; s++) sum += amount[n * shapes + s]!;
      this.activation[n] = sum;
    }
  }

  #update(magnitude: Float64Array, count: number): void {
    const { first, band, value } = this.#dictionary;
    const amount = this.#amount;
    const live = this.#live;
    const model = this.#model;
    model.fill(1e-9);
    for (let l = 0; l < count; l++) {
      const j = live[l]!;
      const a = amount[j]!;
      for (let i = first[j]!, end = first[j + 1]!; i < end; i++) model[band[i]!]! += a * value[i]!;
    }
    for (let b = 0; b < model.length; b++) model[b] = magnitude[b]! / model[b]!;
    for (let l = 0; l < count; l++) {
      const j = live[l]!;
      let sum = 0;
      for (let i = first[j]!, end = first[j + 1]!; i < end; i++) sum += model[band[i]!]! * value[i]!;
      amount[j]! *= sum;
    }
  }

  /** Drops what is far below the strongest; returns how many templates are left. */
  #keep(count: number, share: number): number {
    const live = this.#live;
    const amount = this.#amount;
    let most = 0;
    for (let l = 0; l < count; l++) most = Math.max(most, amount[live[l]!]!);
    let kept = 0;
    for (let l = 0; l < count; l++) {
      const j = live[l]!;
      if (amount[j]! >= share * most) live[kept++] = j;
      else amount[j] = 0;
    }
    return kept;
  }
}
