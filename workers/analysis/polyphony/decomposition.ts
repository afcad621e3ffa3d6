import { PARAMETERS } from './parameters.ts';
import type { Dictionary } from './templates.ts';

/**
 * Explains a spectrum as a sum of non-negative amounts of the templates, so that the generalised
 * Kullback-Leibler divergence falls with every update (non-negative matrix factorisation with a
 * fixed dictionary: Lee & Seung 2001; for live transcription Dessein, Cont & Lemaitre 2010). The
 * update is raised to the power 1.5, which converges faster and is stable below 2 (Badeau, Bertin &
 * Vincent 2010). Partials that several notes share are divided among them, which is what tells an
 * octave from its lower note. Each spectrum starts from the last one's answer, so that few updates
 * are enough.
 */
export class Decomposition {
  #dictionary: Dictionary;
  readonly #amount: Float64Array;
  readonly #model: Float64Array;
  /** Every template, and room for those that are kept. */
  readonly #all: Uint16Array;
  readonly #kept: Uint16Array;
  /** Activation of each pitch: the summed magnitude that is its own. */
  readonly activation: Float64Array;
  /** Sum of the spectrum that was explained last. */
  total = 0;

  constructor(dictionary: Dictionary, bands: number) {
    this.#dictionary = dictionary;
    this.#amount = new Float64Array(dictionary.templates);
    this.#model = new Float64Array(bands);
    this.#all = Uint16Array.from({ length: dictionary.templates }, (_, j) => j);
    this.#kept = new Uint16Array(dictionary.templates);
    this.activation = new Float64Array(dictionary.pitches);
  }

  /** Goes on with the same templates in another tuning. */
  retune(dictionary: Dictionary): void {
    this.#dictionary = dictionary;
  }

  /** Takes a compressed magnitude spectrum and fills `activation` and `total`. */
  explain(magnitude: Float64Array): void {
    const { updates, memory, renewal, negligible } = PARAMETERS.decomposition;
    const { templates, pitches, shapes } = this.#dictionary;
    const amount = this.#amount;
    let total = 0;
    for (let b = 0; b < magnitude.length; b++) total += magnitude[b]!;
    this.total = total;
    const spread = (renewal * total) / templates;
    for (let j = 0; j < templates; j++) amount[j] = memory * amount[j]! + spread;
    let active = this.#all;
    for (let update = 0; update < updates; update++) {
      this.#update(magnitude, active);
      if (update + 1 < updates) active = this.#worthwhile(active, negligible * total);
    }
    for (let n = 0; n < pitches; n++) {
      let sum = 0;
      for (let s = 0; s < shapes; s++) sum += amount[n * shapes + s]!;
      this.activation[n] = sum;
    }
  }

  /** Those of the templates that have at least this amount: what an update has made next to nothing stays next to nothing. */
  #worthwhile(templates: Uint16Array, least: number): Uint16Array {
    const kept = this.#kept;
    const amount = this.#amount;
    let count = 0;
    for (let i = 0; i < templates.length; i++) {
      const j = templates[i]!;
      if (amount[j]! >= least) kept[count++] = j;
    }
    return kept.subarray(0, count);
  }

  #update(magnitude: Float64Array, templates: Uint16Array): void {
    const { first, band, value } = this.#dictionary;
    const amount = this.#amount;
    const model = this.#model;
    // Keeps silence from dividing by zero; far below anything that is heard.
    model.fill(1e-9);
    for (let t = 0; t < templates.length; t++) {
      const j = templates[t]!;
      const a = amount[j]!;
      for (let i = first[j]!, end = first[j + 1]!; i < end; i++) model[band[i]!]! += a * value[i]!;
    }
    for (let b = 0; b < model.length; b++) model[b] = magnitude[b]! / model[b]!;
    for (let t = 0; t < templates.length; t++) {
      const j = templates[t]!;
      let fit = 0;
      for (let i = first[j]!, end = first[j + 1]!; i < end; i++) fit += model[band[i]!]! * value[i]!;
      amount[j]! *= fit * Math.sqrt(fit);
    }
  }
}
