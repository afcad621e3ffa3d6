import type { Floats, Kernels, Templates } from '../dsp/kernels/kernels.ts';
import { PARAMETERS } from './parameters.ts';
import type { Dictionary } from '../dsp/kernels/kernels.ts';

/** Sum of the compressed magnitudes below which a spectrum is silent; far below anything audible. */
const SILENCE_LIMIT = 1e-6;

/**
 * Fits a spectrum as a sum of non-negative amounts of the templates: non-negative matrix factorisation with a fixed
 * dictionary (Lee & Seung 2001; for live transcription Dessein, Cont & Lemaitre 2010). Every multiplicative update
 * lowers the generalised Kullback-Leibler divergence; it is raised to the power 1.5, which converges faster and is
 * stable below 2 (Badeau, Bertin & Vincent 2010). Divides shared partials among their notes, which separates an octave
 * from its lower note. Each fit starts from the result of the previous spectrum, so that few updates are enough. The
 * updates after the first use only templates with some share in the spectrum, since most pitches do not sound.
 */
export class Decomposition {
  readonly #kernels: Kernels;
  #templates: Templates;
  readonly #amount: Floats;
  /** Activation of each pitch: the summed magnitude attributed to it. */
  readonly activation: Float64Array;
  /** Sum of the last fitted spectrum. */
  total = 0;

  constructor(dictionary: Dictionary, kernels: Kernels) {
    this.#kernels = kernels;
    this.#templates = kernels.templates(dictionary);
    this.#amount = kernels.floats(dictionary.templates);
    this.activation = new Float64Array(dictionary.pitches);
  }

  /** Continues with the same templates in another tuning. */
  retune(dictionary: Dictionary): void {
    this.#templates = this.#kernels.templates(dictionary, this.#templates);
  }

  /** Resets the amounts, so that the next fit starts from zero. */
  reset(): void {
    this.#amount.fill(0);
  }

  /** Fits a compressed magnitude spectrum and fills `activation` and `total`. */
  fit(magnitude: Floats): void {
    const { updates, memory, renewal, negligible } = PARAMETERS.decomposition;
    const { templates, pitches, shapes } = this.#templates.dictionary;
    const amount = this.#amount;
    let total = 0;
    for (let b = 0; b < magnitude.length; b++) total += magnitude[b]!;
    this.total = total;
    if (total > SILENCE_LIMIT) {
      const share = total / templates;
      this.#kernels.decompose(this.#templates, magnitude, amount, {
        updates,
        carryOver: memory,
        uniformAmount: renewal * share,
        negligible: negligible * share,
      });
    } else amount.fill(0);
    for (let n = 0; n < pitches; n++) {
      let sum = 0;
      for (let s = 0; s < shapes; s++) sum += amount[n * shapes + s]!;
      this.activation[n] = sum;
    }
  }
}
