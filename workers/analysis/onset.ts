import { hzOfMidi } from '../../src/domain/pitch.ts';
import { decibels } from './decibels.ts';
import { HOP_SECONDS, NOTE, ONSET, PITCH } from './parameters.ts';
import { BIN_HZ, SPECTRUM_BINS, type Spectrum } from './spectrum.ts';

/**
 * How strongly every pitch sets in at every step, in dB. Two rises are added: that of the pitch's own
 * partials, summed (Hermes 1988), which hears a soft note under the ringing tail of the one before it;
 * and that of the whole spectrum, as SuperFlux measures it (Böck & Widmer 2013: against the maximum of
 * neighbouring bins, so that vibrato and glides do not count), which hears a string struck again.
 * Both stand on a floor that follows the sound's loudness, so that noise between notes does not count.
 */

/** Pitches that are watched: the bins of the note decoder. */
export const PITCH_BINS = (NOTE.highest - NOTE.lowest) * NOTE.binsPerSemitone + 1;
/** Half the distance of the two steps that are compared. */
const REACH = Math.round(ONSET.span / 2 / HOP_SECONDS);
const RING = 2 * REACH + 1;
/** Steps on each side whose unrest counts. */
const AROUND = Math.round(ONSET.unrestSpan / 2 / HOP_SECONDS);
/** Rises are kept until the pitch path has decided their step. */
const KEPT = Math.round((2 * PITCH.lag) / HOP_SECONDS) + 2 * AROUND + RING;
const OWN_FLOOR = 10 ** (ONSET.ownFloor / 20);
const WIDE_FLOOR = 10 ** (ONSET.wideFloor / 20);

/** Fractional MIDI number of a pitch bin. */
export const midiOfBin = (bin: number): number => NOTE.lowest + bin / NOTE.binsPerSemitone;

/** Pitch bin nearest to a fractional MIDI number. */
export const binOfMidi = (midi: number): number => Math.max(0, Math.min(PITCH_BINS - 1, Math.round((midi - NOTE.lowest) * NOTE.binsPerSemitone)));

/**
 * The spectrum is smeared to so many bins (the maximum of them) before partials are read from it: a
 * partial lies between two bins, and a vibrato moves the high ones over several.
 */
const SMEARS = [2, 4, 8] as const;

/** For every pitch bin and partial, its place in the smeared spectra; the silent last one beyond the highest frequency. */
const PARTIAL_PLACES = (() => {
  const table = new Int32Array(PITCH_BINS * ONSET.partials).fill(SMEARS.length * SPECTRUM_BINS - 1);
  for (let bin = 0; bin < PITCH_BINS; bin++) {
    for (let partial = 1; partial <= ONSET.partials; partial++) {
      const hz = partial * hzOfMidi(midiOfBin(bin));
      if (hz > ONSET.highest) continue;
      const reach = (2 * hz * (2 ** (ONSET.swing / 1200) - 1)) / BIN_HZ;
      const smear = Math.max(0, SMEARS.findLastIndex((width) => width <= reach));
      const first = Math.floor(hz / BIN_HZ) - (SMEARS[smear]! / 2 - 1);
      table[bin * ONSET.partials + partial - 1] = smear * SPECTRUM_BINS + first;
    }
  }
  return table;
})();

/** Spectrum bins of the wide rise, spaced evenly in pitch. */
const WIDE_BINS = (() => {
  const bins = new Set<number>();
  for (let hz = ONSET.lowest; hz <= ONSET.highest; hz *= 2 ** (1 / ONSET.perOctave)) bins.add(Math.round(hz / BIN_HZ));
  return Int32Array.from(bins);
})();

/** `Math.max` but for rounding, without a branch: which of two bins is the larger cannot be predicted, and a wrong guess costs more than the rest. */
export const larger = (a: number, b: number): number => 0.5 * (a + b + Math.abs(a - b));

/** Where the rises of a step are kept. */
const rowOf = (step: number): number => (step % KEPT) * PITCH_BINS;

export class OnsetDetector {
  /** Of the step read last: the rise of every pitch bin in dB, and how far it stands out of the unrest around it. */
  readonly rises = new Float32Array(PITCH_BINS);
  readonly strikes = new Float32Array(PITCH_BINS);

  /** The smeared spectra, one after the other: the largest of each bin and those above it. */
  readonly #smeared = new Float64Array(SMEARS.length * SPECTRUM_BINS);
  /** Summed partials of the last steps, and the wide bins with and without the maximum of their neighbours, a row each. */
  readonly #sums = new Float32Array(RING * PITCH_BINS);
  readonly #wide = new Float32Array(RING * WIDE_BINS.length);
  readonly #wideMaxima = new Float32Array(RING * WIDE_BINS.length);
  #steps = 0;
  /** Rises of the steps since the one that was read last, and the sum of their sizes around the next to be read. */
  readonly #kept = new Float32Array(KEPT * PITCH_BINS);
  readonly #unrest = new Float64Array(PITCH_BINS);
  #known = 0;
  #read = 0;

  /** Takes the spectrum of the next step. */
  push(spectrum: Spectrum): void {
    this.#sumPartials(spectrum.amplitude);
    this.#pickWide(spectrum.amplitude);
    this.#steps++;
    // A rise is known once the step after it is: the centre of the two that are compared.
    if (this.#steps > REACH) this.#compare(spectrum.peak + 1e-6);
  }

  /** Ends the sound: the last steps, which nothing follows, have no rise. */
  finish(): void {
    for (; this.#known < this.#steps; this.#known++) this.#kept.fill(0, rowOf(this.#known), rowOf(this.#known) + PITCH_BINS);
  }

  /** Reads the next step, in order, into `rises` and `strikes`. The steps around it must have been pushed, or the sound ended. */
  next(): void {
    const t = this.#read++;
    const kept = this.#kept;
    const unrest = this.#unrest;
    for (let ahead = t === 0 ? 0 : t + AROUND; ahead <= t + AROUND && ahead < this.#known; ahead++) {
      const row = rowOf(ahead);
      for (let bin = 0; bin < PITCH_BINS; bin++) unrest[bin]! += Math.abs(kept[row + bin]!);
    }
    if (t > AROUND) {
      const row = rowOf(t - AROUND - 1);
      for (let bin = 0; bin < PITCH_BINS; bin++) unrest[bin]! -= Math.abs(kept[row + bin]!);
    }
    const row = rowOf(t);
    const { rises, strikes } = this;
    const share = 1 / (2 * AROUND + 1);
    for (let bin = 0; bin < PITCH_BINS; bin++) {
      const rise = kept[row + bin]!;
      rises[bin] = rise;
      strikes[bin] = rise / (ONSET.unrestFloor + unrest[bin]! * share);
    }
  }

  #sumPartials(amplitude: Float64Array): void {
    const row = (this.#steps % RING) * PITCH_BINS;
    const sums = this.#sums;
    const smeared = this.#smeared;
    for (let k = 0; k < SPECTRUM_BINS; k++) smeared[k] = larger(amplitude[k]!, amplitude[k + 1]!);
    // Twice as wide is the larger of two of half the width, side by side.
    for (let smear = 1, half = 2; smear < SMEARS.length; smear++, half *= 2) {
      const from = (smear - 1) * SPECTRUM_BINS;
      const to = smear * SPECTRUM_BINS;
      for (let k = 0; k < SPECTRUM_BINS - half; k++) smeared[to + k] = larger(smeared[from + k]!, smeared[from + k + half]!);
    }
    const places = PARTIAL_PLACES;
    for (let bin = 0, at = 0; bin < PITCH_BINS; bin++) {
      // Two sums at once: the adder need not wait for itself.
      let odd = 0;
      let even = 0;
      for (const end = at + ONSET.partials; at < end; at += 2) {
        odd += smeared[places[at]!]!;
        even += smeared[places[at + 1]!]!;
      }
      sums[row + bin] = odd + even;
    }
  }

  #pickWide(amplitude: Float64Array): void {
    const row = (this.#steps % RING) * WIDE_BINS.length;
    const wide = this.#wide;
    const maxima = this.#wideMaxima;
    for (let i = 0; i < WIDE_BINS.length; i++) {
      const k = WIDE_BINS[i]!;
      const here = amplitude[k]!;
      wide[row + i] = here;
      maxima[row + i] = larger(here, larger(amplitude[k - 1]!, amplitude[k + 1]!));
    }
  }

  /** Compares the newest step with the one `2 * REACH` before it; before the sound there is silence. */
  #compare(peak: number): void {
    const first = this.#steps < RING;
    const now = ((this.#steps - 1) % RING) * WIDE_BINS.length;
    const then = (this.#steps % RING) * WIDE_BINS.length;
    const wideFloor = WIDE_FLOOR * peak;
    const amplitude = this.#wide;
    const maxima = this.#wideMaxima;
    let wide = 0;
    for (let i = 0; i < WIDE_BINS.length; i++) {
      const ratio = (amplitude[now + i]! + wideFloor) / ((first ? 0 : maxima[then + i]!) + wideFloor);
      if (ratio > 1) wide += decibels(ratio);
    }
    wide *= ONSET.wideWeight / WIDE_BINS.length;
    const nowSums = ((this.#steps - 1) % RING) * PITCH_BINS;
    const thenSums = (this.#steps % RING) * PITCH_BINS;
    const floor = OWN_FLOOR * peak;
    const kept = this.#kept;
    const row = rowOf(this.#known++);
    const sums = this.#sums;
    for (let bin = 0; bin < PITCH_BINS; bin++) {
      const earlier = first ? 0 : sums[thenSums + bin]!;
      kept[row + bin] = wide + decibels((sums[nowSums + bin]! + floor) / (earlier + floor));
    }
  }
}
