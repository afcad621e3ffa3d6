import { PARAMETERS } from './parameters.ts';
import type { Dictionary } from './templates.ts';

/** A spectrum that sums to less is silence: compressed magnitudes, far below anything that is heard. */
const SILENCE = 1e-6;

/**
 * Explains a spectrum as a sum of non-negative amounts of the templates, so that the generalised
 * Kullback-Leibler divergence falls with every update (non-negative matrix factorisation with a
 * fixed dictionary: Lee & Seung 2001; for live transcription Dessein, Cont & Lemaitre 2010). The
 * update is raised to the power 1.5, which converges faster and is stable below 2 (Badeau, Bertin &
 * Vincent 2010). Partials that several notes share are divided among them, which is what tells an
 * octave from its lower note. Each spectrum starts from the last one's answer, so that few updates
 * are enough; and since most pitches do not sound, the updates after the first are made with those
 * templates alone that have some share in the spectrum.
 */
export class Decomposition {
  #dictionary: Dictionary;
  readonly #amount: Float64Array;
  /** The templates that take part in the updates: the first `#count` numbers. */
  readonly #active: Int32Array;
  #count = 0;
  readonly #model: Float64Array;
  /** Activation of each pitch: the summed magnitude that is its own. */
  readonly activation: Float64Array;
  /** Sum of the spectrum that was explained last. */
  total = 0;

  constructor(dictionary: Dictionary, bands: number) {
    this.#dictionary = dictionary;
    this.#amount = new Float64Array(dictionary.templates);
    this.#active = new Int32Array(dictionary.templates);
    this.#model = new Float64Array(bands);
    this.activation = new Float64Array(dictionary.pitches);
  }

  /** Goes on with the same templates in another tuning. */
  retune(dictionary: Dictionary): void {
    this.#dictionary = dictionary;
  }

  /** Lets the next spectrum start from no answer. */
  forget(): void {
    this.#amount.fill(0);
  }

  /** Takes a compressed magnitude spectrum and fills `activation` and `total`. */
  explain(magnitude: Float64Array): void {
    const { updates, memory, renewal, negligible } = PARAMETERS.decomposition;
    const { templates, pitches, shapes } = this.#dictionary;
    const amount = this.#amount;
    let total = 0;
    for (let b = 0; b < magnitude.length; b++) total += magnitude[b]!;
    this.total = total;
    if (total > SILENCE) {
      this.#start(magnitude, memory, (renewal * total) / templates);
      this.#select((negligible * total) / templates);
      for (let update = 1; update < updates; update++) this.#update(magnitude);
    } else amount.fill(0);
    for (let n = 0; n < pitches; n++) {
      let sum = 0;
      for (let s = 0; s < shapes; s++) sum += amount[n * shapes + s]!;
      this.activation[n] = sum;
    }
  }

  /** The first update, from `memory` of the last answer's active templates and `spread` of every one. */
  #start(magnitude: Float64Array, memory: number, spread: number): void {
    const { templates, even } = this.#dictionary;
    const amount = this.#amount;
    const model = this.#model;
    for (let b = 0; b < model.length; b++) model[b] = 1e-9 + spread * even[b]!;
    for (let j = 0; j < templates; j++) amount[j]! *= memory;
    this.#addModel();
    for (let b = 0; b < model.length; b++) model[b] = magnitude[b]! / model[b]!;
    for (let j = 0; j < templates; j++) amount[j]! += spread;
    for (let j = 0; j < templates; j++) this.#active[j] = j;
    this.#count = templates;
    this.#scale();
  }

  /** Keeps the templates of at least `least`; the others stay as they are until the next spectrum. */
  #select(least: number): void {
    const amount = this.#amount;
    let count = 0;
    for (let j = 0; j < amount.length; j++) {
      if (amount[j]! >= least) this.#active[count++] = j;
    }
    this.#count = count;
  }

  #update(magnitude: Float64Array): void {
    const model = this.#model;
    // Keeps silence from dividing by zero; far below anything that is heard.
    model.fill(1e-9);
    this.#addModel();
    for (let b = 0; b < model.length; b++) model[b] = magnitude[b]! / model[b]!;
    this.#scale();
  }

  /** Adds what the active templates make up. */
  #addModel(): void {
    const { first, band, value } = this.#dictionary;
    const model = this.#model;
    const active = this.#active;
    const amount = this.#amount;
    for (let at = 0, count = this.#count; at < count; at++) {
      const j = active[at]!;
      const a = amount[j]!;
      for (let i = first[j]!, end = first[j + 1]!; i < end; i++) model[band[i]!]! += a * value[i]!;
    }
  }

  /** Multiplies each active template's amount by how well it fits what is left to explain (in `#model`). */
  #scale(): void {
    const { first, band, value } = this.#dictionary;
    const ratio = this.#model;
    const active = this.#active;
    const amount = this.#amount;
    for (let at = 0, count = this.#count; at < count; at++) {
      const j = active[at]!;
      // Two sums at once: the adder need not wait for itself.
      let even = 0;
      let odd = 0;
      let i = first[j]!;
      for (const last = first[j + 1]! - 1; i < last; i += 2) {
        even += ratio[band[i]!]! * value[i]!;
        odd += ratio[band[i + 1]!]! * value[i + 1]!;
      }
      if (i < first[j + 1]!) even += ratio[band[i]!]! * value[i]!;
      const fit = even + odd;
      amount[j]! *= fit * Math.sqrt(fit);
    }
  }
}
