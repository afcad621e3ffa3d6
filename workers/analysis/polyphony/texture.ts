import { PARAMETERS } from './parameters.ts';

const { rate, texture: P, spectrum } = PARAMETERS;
const FORGET = Math.exp(-spectrum.hop / rate / P.memory);
/** Classes of the histogram of ratios. */
const CLASSES = 50;
/** What `look` says of a spectrum that is too quiet to tell, and of one that is noise. */
const QUIET = -1;
const UNPITCHED = -2;
/** Intervals in semitones at which partials of one note lie; what is found there may be its own. */
const PARTIALS = [12, 19, 24, 28, 31, 34, 36];

/**
 * How many voices a sound has, one or more: in each clearly pitched spectrum, the strongest pitch
 * that cannot be a partial of (or share its partials with) the loudest one, relative to that one. A
 * single voice leaves little beside itself; reverberation and glides leave something for moments. So
 * a high quantile of the ratios over the sound tells the two apart (polyphony inference from the
 * residual of the dominant source, after Klapuri 2006). State: one histogram.
 */
export class TextureMeter {
  readonly #histogram = new Float64Array(CLASSES + 1);
  #hops = 0;
  #pitched = 0;
  #loudest = 0;
  /** Share of the clearly pitched spectra of late that look like several voices, 0 to 1. */
  recent = 0;

  /**
   * Looks at the pitches' activations of a spectrum and the sum of all that sounds in it, `hops` steps
   * after the last: returns the class of its ratio, `UNPITCHED`, or `QUIET` if it says nothing.
   */
  look(activation: Float64Array, total: number, hops: number): number {
    let loudest = 0;
    for (let n = 1; n < activation.length; n++) if (activation[n]! > activation[loudest]!) loudest = n;
    const most = activation[loudest]!;
    this.#loudest = Math.max(most, this.#loudest * FORGET ** hops);
    if (most < P.absolute || most < P.loud * this.#loudest) return QUIET;
    if (most < P.tonal * total) return UNPITCHED;
    let second = 0;
    for (let n = 0; n < activation.length; n++) {
      if (activation[n]! > second && !related(n - loudest)) second = activation[n]!;
    }
    this.recent += (1 - Math.exp((-hops * spectrum.hop) / rate / P.late)) * ((second >= P.likely * most ? 1 : 0) - this.recent);
    return Math.floor((CLASSES * second) / most);
  }

  /** Counts what `look` returned, for `hops` steps. */
  count(verdict: number, hops: number): void {
    if (verdict === QUIET) return;
    this.#hops += hops;
    if (verdict === UNPITCHED) return;
    this.#pitched += hops;
    this.#histogram[verdict]! += hops;
  }

  /**
   * 0 (a single voice) to 1 (voices of equal loudness): the quantile of the ratios so far. 0 as long
   * as little of the sound, or less than `least` s of it, is clearly pitched.
   */
  get polyphony(): number {
    if (this.#pitched * spectrum.hop < P.least * rate || this.#pitched < P.share * this.#hops) return 0;
    let below = P.quantile * this.#pitched;
    for (let c = 0; c <= CLASSES; c++) {
      const count = this.#histogram[c]!;
      if (count > 0 && below <= count) return (c + below / count) / (CLASSES + 1);
      below -= count;
    }
    return 1;
  }
}

/** Whether a pitch that many semitones away shares partials with the other by its place alone. */
function related(interval: number): boolean {
  const distance = Math.abs(interval);
  return distance <= 1 || PARTIALS.includes(distance);
}
