import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { Decomposition } from './decomposition.ts';
import { hzOfMidi } from '../values/pitch.ts';
import { bandAt, bandPower, createAxis, type FrequencyAxis } from './frequencyAxis.ts';
import { PARAMETERS } from './parameters.ts';
import type { Dictionary } from '../dsp/kernels/kernels.ts';
import { createDictionary } from './templates.ts';
import { TuningMeter } from './tuningMeter.ts';

const { rate, spectrum, template } = PARAMETERS;

/** The windows of a pitch spectrum, samples at `rate`. */
export const PITCH_WINDOWS = [spectrum.window, spectrum.highWindow] as const;

/**
 * Cache of dictionaries by the size of the axes and the tuning: there are about ten tunings, and all sounds share
 * them.
 */
const dictionaries = new Map<string, Dictionary>();

function dictionaryOf(axes: readonly FrequencyAxis[], cents: number): Dictionary {
  const key = `${axes.map((axis) => axis.bands).join(' ')} ${cents}`;
  let dictionary = dictionaries.get(key);
  if (!dictionary) dictionaries.set(key, (dictionary = createDictionary(axes, cents)));
  return dictionary;
}

/** Number of partials of a pitch with known bands. */
export const PARTIALS_PER_PITCH = 9;

/** Measures the amount of every pitch in a spectrum, with templates in the tuning of the recording. */
export class PitchActivations {
  readonly #axes: readonly FrequencyAxis[];
  readonly #kernels: Kernels;
  readonly #magnitude: Floats;
  readonly #decomposition: Decomposition;
  readonly tuning = new TuningMeter();
  /** Bands of the first `PARTIALS_PER_PITCH` partials of each pitch in `magnitude`, -1 outside the axes. */
  readonly partialBands: Int32Array;

  /** @param sampleRate rate of the recording, Hz; it limits the axes to half of it */
  constructor(sampleRate: number, kernels: Kernels) {
    this.#kernels = kernels;
    const highest = Math.min(spectrum.highest, 0.47 * Math.min(rate, sampleRate));
    this.#axes = [
      createAxis(rate / spectrum.window, spectrum.lowest, spectrum.split, 12 * spectrum.bandsPerSemitone),
      createAxis(rate / spectrum.highWindow, spectrum.split, highest, 12 * spectrum.bandsPerSemitone),
    ];
    this.#magnitude = kernels.floats(this.#axes.reduce((sum, axis) => sum + axis.bands, 0));
    this.#decomposition = new Decomposition(dictionaryOf(this.#axes, 0), kernels);
    this.partialBands = new Int32Array(this.activation.length * PARTIALS_PER_PITCH);
    this.#findPartials();
  }

  /** The last fitted spectrum, compressed. */
  get magnitude(): Floats {
    return this.#magnitude;
  }

  /** Activation of each pitch in the last fitted spectrum. */
  get activation(): Float64Array {
    return this.#decomposition.activation;
  }

  /** Sum of that spectrum, pitched or not. */
  get total(): number {
    return this.#decomposition.total;
  }

  /** Resets the fit: the next spectrum does not follow the last one. */
  reset(): void {
    this.#decomposition.reset();
  }

  /**
   * Fits the power spectra of `PITCH_WINDOWS`, which represent `hops` steps of the sound. Fills `activation` and
   * `total`.
   */
  fit(powers: readonly Floats[], hops: number): void {
    if (this.tuning.push(powers[0]!, hops)) {
      this.#decomposition.retune(dictionaryOf(this.#axes, this.tuning.cents));
      this.#findPartials();
    }
    const magnitude = this.#magnitude;
    let at = 0;
    for (let i = 0; i < this.#axes.length; i++) {
      bandPower(powers[i]!, this.#axes[i]!, magnitude, at);
      at += this.#axes[i]!.bands;
    }
    // Compress as the templates (`compress`): the root of the root.
    for (let root = 0; root < 2; root++) this.#kernels.amplitudes(magnitude, magnitude.length, 1, 0, magnitude);
    this.#decomposition.fit(magnitude);
  }

  /** Fits the same spectrum once more, starting from the last fit. */
  refine(): void {
    this.#decomposition.fit(this.#magnitude);
  }

  #findPartials(): void {
    for (let i = 0; i < this.partialBands.length; i++) {
      const hz = hzOfMidi(template.lowest + Math.floor(i / PARTIALS_PER_PITCH) + this.tuning.cents / 100);
      this.partialBands[i] = bandAt(this.#axes, hz * (1 + (i % PARTIALS_PER_PITCH)));
    }
  }
}
