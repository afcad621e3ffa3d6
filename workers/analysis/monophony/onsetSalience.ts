import { hzOfMidi } from '../values/pitch.ts';
import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { steps } from '../parameters.ts';
import { NOTE, ONSET, PITCH } from './parameters.ts';
import { BIN_HZ, SPECTRUM_BINS, type Spectrum } from '../dsp/spectrum.ts';

/**
 * An onset detection function for every pitch, in dB: the sum of two rises. The rise of the summed partials of the
 * pitch (Hermes 1988) detects a soft note during the decay of the previous one. The rise of the whole spectrum as in
 * SuperFlux (Böck & Widmer 2013: against the maximum of the neighbouring bins, so that vibrato and glides do not count)
 * detects a repeated note. Both have a floor relative to the running peak of the sound, so that noise between notes
 * does not count. The onset salience is the rise divided by its local fluctuation, the mean size of the rises around
 * it.
 */

/** Number of pitches: the bins of the note decoder. */
export const PITCH_BINS = (NOTE.highest - NOTE.lowest) * NOTE.binsPerSemitone + 1;
/** Half the distance between the compared steps. */
const HALF_SPAN_STEPS = steps(ONSET.span / 2);
const RING_ROWS = 2 * HALF_SPAN_STEPS + 1;
/** Steps on each side in the average of the local fluctuation. */
const FLUCTUATION_STEPS = steps(ONSET.fluctuationSpan / 2);
/** Number of buffered steps, until the pitch path has decided them. */
const BUFFERED_STEPS = steps(PITCH.lag + PITCH.batch) + 2 * FLUCTUATION_STEPS + RING_ROWS;
const OWN_FLOOR = 10 ** (ONSET.ownFloor / 20);
const WIDE_FLOOR = 10 ** (ONSET.wideFloor / 20);

/** Fractional MIDI number of a pitch bin. */
export const midiOfBin = (bin: number): number => NOTE.lowest + bin / NOTE.binsPerSemitone;

/** Pitch bin nearest to a fractional MIDI number. */
export const binOfMidi = (midi: number): number =>
  Math.max(0, Math.min(PITCH_BINS - 1, Math.round((midi - NOTE.lowest) * NOTE.binsPerSemitone)));

/**
 * Widths of the maximum filters of the spectrum, bins: a partial lies between two bins, and vibrato moves the high ones
 * over several. The kernel `maxima` has these three.
 */
const FILTER_WIDTHS = [2, 4, 8] as const;

/**
 * Index in the filtered spectra of every partial of every pitch bin; above the highest frequency the last one, a
 * zero.
 */
const PARTIAL_INDICES = (() => {
  const table = new Int32Array(PITCH_BINS * ONSET.partials).fill(FILTER_WIDTHS.length * SPECTRUM_BINS - 1);
  for (let bin = 0; bin < PITCH_BINS; bin++) {
    for (let partial = 1; partial <= ONSET.partials; partial++) {
      const hz = partial * hzOfMidi(midiOfBin(bin));
      if (hz > ONSET.highest) continue;
      const reach = (2 * hz * (2 ** (ONSET.swing / 1200) - 1)) / BIN_HZ;
      const filter = Math.max(
        0,
        FILTER_WIDTHS.findLastIndex((width) => width <= reach),
      );
      const first = Math.floor(hz / BIN_HZ) - (FILTER_WIDTHS[filter]! / 2 - 1);
      table[bin * ONSET.partials + partial - 1] = filter * SPECTRUM_BINS + first;
    }
  }
  return table;
})();

/** Bins for the rise of the whole spectrum, spaced evenly in pitch. */
const WIDE_BINS = (() => {
  const bins = new Set<number>();
  for (let hz = ONSET.lowest; hz <= ONSET.highest; hz *= 2 ** (1 / ONSET.perOctave)) bins.add(Math.round(hz / BIN_HZ));
  return [...bins];
})();
/** Length of a row of these bins, and of a row of all pitches. */
const WIDE_ROW = 4 * Math.ceil(WIDE_BINS.length / 4);
const PITCH_ROW = 4 * Math.ceil(PITCH_BINS / 4);

/** Index of the buffered row of a step. */
const rowOf = (step: number): number => (step % BUFFERED_STEPS) * PITCH_ROW;

export class OnsetSalience {
  /** Rise of every pitch bin at the last read step, dB, and its onset salience. */
  readonly rises: Float32Array;
  readonly saliences: Float32Array;

  readonly #kernels: Kernels;
  readonly #partials: Int32Array;
  readonly #wideBins: Int32Array;
  /** The maximum-filtered spectra, one after the other: the maximum of each bin and those above it. */
  readonly #filtered: Floats;
  /**
   * One row per step: summed partials, and the bins of the whole spectrum without and with a maximum filter.
   */
  readonly #sums: Float32Array;
  readonly #wide: Float32Array;
  readonly #wideMaxima: Float32Array;
  #steps = 0;
  /** Rises of the steps since the last read one, and the sum of their absolute values around the next one. */
  readonly #rises: Float32Array;
  readonly #localFluctuation: Float64Array;
  #known = 0;
  #read = 0;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#partials = kernels.indices(PARTIAL_INDICES);
    this.#wideBins = kernels.indices(WIDE_BINS);
    this.rises = kernels.outputs(PITCH_BINS);
    this.saliences = kernels.outputs(PITCH_BINS);
    this.#filtered = kernels.floats(FILTER_WIDTHS.length * SPECTRUM_BINS);
    this.#sums = kernels.outputs(BUFFERED_STEPS * PITCH_ROW);
    this.#wide = kernels.outputs(RING_ROWS * WIDE_ROW);
    this.#wideMaxima = kernels.outputs(RING_ROWS * WIDE_ROW);
    this.#rises = kernels.outputs(BUFFERED_STEPS * PITCH_ROW);
    this.#localFluctuation = kernels.sums(PITCH_ROW);
  }

  /** Takes the spectrum of the next step. */
  push(spectrum: Spectrum): void {
    this.#sumPartials(spectrum.amplitude);
    const row = (this.#steps % RING_ROWS) * WIDE_ROW;
    const bins = this.#wideBins;
    this.#kernels.pick(spectrum.amplitude, bins, bins.length, this.#wide, this.#wideMaxima, row);
    this.#steps++;
    // The rise belongs to the step in the middle of the compared ones.
    if (this.#steps > HALF_SPAN_STEPS) this.#compare(spectrum.peak + 1e-6);
  }

  /** Ends the sound: sets the rise of the last steps to 0, as nothing follows them. */
  finish(): void {
    for (; this.#known < this.#steps; this.#known++)
      this.#rises.fill(0, rowOf(this.#known), rowOf(this.#known) + PITCH_ROW);
  }

  /**
   * Reads the next step, in order, into `rises` and `saliences`. The steps around it must have been pushed, or the
   * sound finished.
   */
  next(): void {
    const t = this.#read++;
    const kernels = this.#kernels;
    const rises = this.#rises;
    const fluctuation = this.#localFluctuation;
    for (
      let ahead = t === 0 ? 0 : t + FLUCTUATION_STEPS;
      ahead <= t + FLUCTUATION_STEPS && ahead < this.#known;
      ahead++
    )
      kernels.accumulateAbsolute(rises, rowOf(ahead), 1, PITCH_BINS, fluctuation);
    if (t > FLUCTUATION_STEPS)
      kernels.accumulateAbsolute(rises, rowOf(t - FLUCTUATION_STEPS - 1), -1, PITCH_BINS, fluctuation);
    const row = rowOf(t);
    for (let bin = 0; bin < PITCH_BINS; bin++) this.rises[bin] = rises[row + bin]!;
    const share = 1 / (2 * FLUCTUATION_STEPS + 1);
    kernels.normaliseByFluctuation(rises, row, fluctuation, ONSET.fluctuationFloor, share, PITCH_BINS, this.saliences);
  }

  /** Summed amplitude of the partials of a pitch bin at the last read step. */
  level(bin: number): number {
    return this.#sums[rowOf(this.#read - 1) + bin]!;
  }

  #sumPartials(amplitude: Floats): void {
    const kernels = this.#kernels;
    const filtered = this.#filtered;
    kernels.maxima(amplitude, SPECTRUM_BINS, filtered);
    kernels.sumEight(filtered, this.#partials, PITCH_BINS, this.#sums, rowOf(this.#steps));
  }

  /** Compares the newest step with the one `2 * HALF_SPAN_STEPS` before it; before the sound it is silent. */
  #compare(peak: number): void {
    const kernels = this.#kernels;
    const now = (this.#steps - 1) % RING_ROWS;
    const then = this.#steps % RING_ROWS;
    const rise = kernels.sumOfRises(
      this.#wide,
      now * WIDE_ROW,
      this.#wideMaxima,
      then * WIDE_ROW,
      WIDE_FLOOR * peak,
      WIDE_ROW,
    );
    const wide = (rise * ONSET.wideWeight) / WIDE_BINS.length;
    const floor = OWN_FLOOR * peak;
    const sums = this.#sums;
    const to = rowOf(this.#known++);
    // Unwritten rows are silent.
    const earlier = rowOf(this.#steps + BUFFERED_STEPS - RING_ROWS);
    kernels.rises(sums, rowOf(this.#steps - 1), earlier, floor, wide, PITCH_BINS, this.#rises, to);
  }
}
