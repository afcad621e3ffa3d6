import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { Decomposition } from './decomposition.ts';
import { hzOfMidi } from '../../../src/domain/pitch/pitch.ts';
import { bandAt, bandPower, createAxis, type FrequencyAxis } from './frequencyAxis.ts';
import { PARAMETERS } from './parameters.ts';
import type { Dictionary } from '../dsp/kernels/kernels.ts';
import { createDictionary } from './templates.ts';
import { TuningMeter } from './tuningMeter.ts';

const { rate, spectrum, template } = PARAMETERS;

/** The windows of a pitch spectrum, samples at `rate`. */
export const PITCH_WINDOWS = [spectrum.window, spectrum.highWindow] as const;

/** The dictionaries that were needed so far, by the size of the axes and the tuning: there are about ten tunings, and all sounds share them. */
const dictionaries = new Map<string, Dictionary>();

function dictionaryOf(axes: readonly FrequencyAxis[], cents: number): Dictionary {
  const key = `${axes.map((axis) => axis.bands).join(' ')} ${cents}`;
  let dictionary = dictionaries.get(key);
  if (!dictionary) dictionaries.set(key, (dictionary = createDictionary(axes, cents)));
  return dictionary;
}

/** Partials of a pitch whose bands are looked up, from the first. */
export const WATCHED_PARTIALS = 9;

/** How much of every pitch is in a spectrum, with templates in the tuning of the recording. */
export class PitchActivations {
  readonly #axes: readonly FrequencyAxis[];
  readonly #kernels: Kernels;
  readonly #magnitude: Floats;
  readonly #decomposition: Decomposition;
  readonly tuning = new TuningMeter();
  /** For each pitch the bands of its first `WATCHED_PARTIALS` partials in `magnitude`, -1 where the axes do not reach. */
  readonly partialBands: Int32Array;

  /** For a sound that was recorded at `sampleRate` Hz: it holds nothing above half of that. */
  constructor(sampleRate: number, kernels: Kernels) {
    this.#kernels = kernels;
    const highest = Math.min(spectrum.highest, 0.47 * Math.min(rate, sampleRate));
    this.#axes = [
      createAxis(rate / spectrum.window, spectrum.lowest, spectrum.split, 12 * spectrum.bandsPerSemitone),
      createAxis(rate / spectrum.highWindow, spectrum.split, highest, 12 * spectrum.bandsPerSemitone),
    ];
    this.#magnitude = kernels.floats(this.#axes.reduce((sum, axis) => sum + axis.bands, 0));
    this.#decomposition = new Decomposition(dictionaryOf(this.#axes, 0), kernels);
    this.partialBands = new Int32Array(this.activation.length * WATCHED_PARTIALS);
    this.#findPartials();
  }

  /** The compressed spectrum that was fitted last. */
  get magnitude(): Floats {
    return this.#magnitude;
  }

  /** Activation of each pitch in the spectrum that was fitted last. */
  get activation(): Float64Array {
    return this.#decomposition.activation;
  }

  /** Sum of that spectrum, pitched or not. */
  get total(): number {
    return this.#decomposition.total;
  }

  /** The next spectrum does not follow the last one: its fit starts from zero. */
  reset(): void {
    this.#decomposition.reset();
  }

  /** Fits the power spectra of `PITCH_WINDOWS`, which stand for `hops` steps of the sound, and fills `activation` and `total`. */
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
    // The compression of the templates (`compress`): the root of the root.
    for (let root = 0; root < 2; root++) this.#kernels.amplitudes(magnitude, magnitude.length, 1, 0, magnitude);
    this.#decomposition.fit(magnitude);
  }

  /** Fits the same spectrum once more, from what the last fit found. */
  refine(): void {
    this.#decomposition.fit(this.#magnitude);
  }

  #findPartials(): void {
    for (let i = 0; i < this.partialBands.length; i++) {
      const hz = hzOfMidi(template.lowest + Math.floor(i / WATCHED_PARTIALS) + this.tuning.cents / 100);
      this.partialBands[i] = bandAt(this.#axes, hz * (1 + (i % WATCHED_PARTIALS)));
    }
  }
}
