import { PARAMETERS } from './parameters.ts';

const { rate, texture: P, spectrum } = PARAMETERS;
const WINDOW_STEPS = Math.round((P.seconds * rate) / spectrum.hop);
const MEMORY_DECAY = Math.exp(-spectrum.hop / rate / P.memory);
/** Classes of the histogram of ratios. */
const CLASS_COUNT = 50;
/** Texture class of a spectrum too quiet to classify, and of noise. */
const QUIET_CLASS = -1;
const UNPITCHED_CLASS = -2;
/** Intervals from a note to its partials, semitones; activation there may belong to that note. */
const PARTIAL_INTERVALS = [12, 19, 24, 28, 31, 34, 36];

/**
 * Estimates whether a sound has one voice or several. For each clearly pitched spectrum it divides the activation of
 * the strongest pitch that is not harmonically related to the loudest one by that of the loudest. A single voice has a
 * small ratio; reverberation and glides raise it only for moments. So a high quantile of the ratios over some time
 * separates the two cases (polyphony inference from the residual of the dominant source, after Klapuri 2006). State:
 * the class of each step, an integer; it grows with the sound, because a finished sound also reports any stretch of it
 * (`polyphonyIn`).
 */
export class TextureMeter {
  /** The class of each step of the sound that was counted. */
  readonly #classes: number[] = [];
  #next = 0;
  /** The quantile of the time before the step `until`. */
  #latest = { until: 0, polyphony: 0 };
  #loudest = 0;
  /** Share of the recent clearly pitched spectra that look like several voices, 0 to 1. */
  recent = 0;

  /**
   * Classifies a spectrum by the activations of its pitches and the sum of all its magnitudes, `hops` steps
   * after the last one. Returns its class in the histogram of ratios, `UNPITCHED_CLASS` or `QUIET_CLASS`.
   */
  classify(activation: Float64Array, total: number, hops: number): number {
    let loudest = 0;
    for (let n = 1; n < activation.length; n++) if (activation[n]! > activation[loudest]!) loudest = n;
    const largest = activation[loudest]!;
    this.#loudest = Math.max(largest, this.#loudest * MEMORY_DECAY ** hops);
    if (largest < P.absolute || largest < P.loud * this.#loudest) return QUIET_CLASS;
    if (largest < P.tonal * total) return UNPITCHED_CLASS;
    let second = 0;
    for (let n = 0; n < activation.length; n++) {
      if (activation[n]! > second && !isRelated(n - loudest)) second = activation[n]!;
    }
    this.recent +=
      (1 - Math.exp((-hops * spectrum.hop) / rate / P.recentSeconds)) *
      ((second >= P.likely * largest ? 1 : 0) - this.recent);
    return Math.floor((CLASS_COUNT * second) / largest);
  }

  /** True when a loud spectrum is almost clearly pitched, and may become so by a better fit. */
  isAlmostPitched(activation: Float64Array, total: number): boolean {
    let largest = 0;
    for (const value of activation) largest = Math.max(largest, value);
    const isLoud = largest >= P.absolute && largest >= P.loud * this.#loudest;
    return isLoud && largest < P.tonal * total && largest >= P.almostTonal * total;
  }

  /** Sets where in the sound, s, the next class is counted. */
  seek(seconds: number): void {
    this.#next = Math.round((seconds * rate) / spectrum.hop);
    this.#latest.until = -1;
  }

  /** Counts a class that `classify` returned, for `hops` steps. */
  count(textureClass: number, hops: number): void {
    for (let i = 0; i < hops; i++) this.#classes[this.#next++] = textureClass;
  }

  /**
   * The quantile of the ratios of the newest `seconds`: 0 (a single voice) to 1 (voices of equal loudness). 0 while too
   * little of them (by `minShare` or `minSeconds`) is clearly pitched.
   */
  get polyphony(): number {
    const until = this.#next;
    if (this.#latest.until !== until)
      this.#latest = { until, polyphony: this.#quantile(Math.max(0, until - WINDOW_STEPS), until) ?? 0 };
    return this.#latest.polyphony;
  }

  /** The same for the stretch between two times of the sound, s; null where too little is clearly pitched. */
  polyphonyIn(from: number, to: number): number | null {
    return this.#quantile(Math.round((from * rate) / spectrum.hop), Math.round((to * rate) / spectrum.hop));
  }

  #quantile(from: number, to: number): number | null {
    const stretch = new Histogram();
    for (let i = from; i < to; i++) stretch.add(this.#classes[i] ?? QUIET_CLASS);
    return stretch.polyphony;
  }
}

/** Counts of each class. */
class Histogram {
  readonly #counts = new Float64Array(CLASS_COUNT + 1);
  #loud = 0;
  #pitched = 0;

  add(textureClass: number): void {
    if (textureClass === QUIET_CLASS) return;
    this.#loud++;
    if (textureClass === UNPITCHED_CLASS) return;
    this.#pitched++;
    this.#counts[textureClass]!++;
  }

  get polyphony(): number | null {
    if (this.#pitched * spectrum.hop < P.minSeconds * rate || this.#pitched < P.minShare * this.#loud) return null;
    let below = P.quantile * this.#pitched;
    for (let c = 0; c <= CLASS_COUNT; c++) {
      const count = this.#counts[c]!;
      if (count > 0 && below <= count) return (c + below / count) / (CLASS_COUNT + 1);
      below -= count;
    }
    return 1;
  }
}

/** True when two pitches at this interval, semitones, share partials or have neighbouring templates. */
function isRelated(interval: number): boolean {
  const distance = Math.abs(interval);
  return distance <= 1 || PARTIAL_INTERVALS.includes(distance);
}
