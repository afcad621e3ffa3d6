import { PARAMETERS } from './parameters.ts';
import type { Dictionary } from './templates.ts';

/** A spectrum whose compressed magnitudes sum to less is silence; far below anything audible. */
const SILENCE = 1e-6;

/**
 * Fits a spectrum as a sum of non-negative amounts of the templates: non-negative matrix factorisation
 * with a fixed dictionary (Lee & Seung 2001; for live transcription Dessein, Cont & Lemaitre 2010). Every
 * multiplicative update lowers the generalised Kullback-Leibler divergence; it is raised to the power 1.5,
 * which converges faster and is stable below 2 (Badeau, Bertin & Vincent 2010). Partials that several notes
 * share are divided among them, which separates an octave from its lower note. Each fit starts from the
 * result of the previous spectrum, so that few updates are enough. Since most pitches do not sound, the
 * updates after the first use only the templates that have some share in the spectrum.
 */
export class Decomposition {
  #dictionary: Dictionary;
  readonly #amount: Float64Array;
  /** The templates that take part in the updates: the first `#count` numbers. */
  readonly #active: Int32Array;
  #count = 0;
  readonly #model: Float64Array;
  /** Activation of each pitch: the summed magnitude that is attributed to it. */
  readonly activation: Float64Array;
  /** Sum of the spectrum that was fitted last. */
  total = 0;

  constructor(dictionary: Dictionary, bands: number) {
    this.#dictionary = dictionary;
    this.#amount = new Float64Array(dictionary.templates);
    this.#active = new Int32Array(dictionary.templates);
    this.#model = new Float64Array(bands);
    this.activation = new Float64Array(dictionary.pitches);
  }

  /** Continues with the same templates in another tuning. */
  retune(dictionary: Dictionary): void {
    this.#dictionary = dictionary;
  }

  /** Lets the next fit start from zero. */
  reset(): void {
    this.#amount.fill(0);
  }

  /** Fits a compressed magnitude spectrum and fills `activation` and `total`. */
  fit(magnitude: Float64Array): void {
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

  /** The first update: starts from `memory` times the previous amounts plus `spread` of every template. */
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

  /** Selects the templates with an amount of at least `minAmount`; the others stay as they are until the next spectrum. */
  #select(minAmount: number): void {
    const amount = this.#amount;
    let count = 0;
    for (let j = 0; j < amount.length; j++) {
      if (amount[j]! >= minAmount) this.#active[count++] = j;
    }
    this.#count = count;
  }

  #update(magnitude: Float64Array): void {
    const model = this.#model;
    // Avoids a division by zero; far below anything audible.
    model.fill(1e-9);
    this.#addModel();
    for (let b = 0; b < model.length; b++) model[b] = magnitude[b]! / model[b]!;
    this.#scale();
  }

  /** Adds the active templates, each times its amount, to the model. */
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

  /** The multiplicative update: scales each active template's amount by its correlation with the ratio of spectrum to model (in `#model`). */
  #scale(): void {
    const { first, band, value } = this.#dictionary;
    const ratio = this.#model;
    const active = this.#active;
    const amount = this.#amount;
    for (let at = 0, count = this.#count; at < count; at++) {
      const j = active[at]!;
      // Two independent sums, so that the additions can overlap in the processor.
      let even = 0;
      let odd = 0;
      let i = first[j]!;
      for (const last = first[j + 1]! - 1; i < last; i += 2) {
        even += ratio[band[i]!]! * value[i]!;
        odd += ratio[band[i + 1]!]! * value[i + 1]!;
      }
      if (i < first[j + 1]!) even += ratio[band[i]!]! * value[i]!;
      const gain = even + odd;
      amount[j]! *= gain * Math.sqrt(gain);
    }
  }
}
