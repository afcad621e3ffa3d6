import { hzOfMidi } from '../values/pitch.ts';
import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { bandPower, createAxis, type FrequencyAxis } from './frequencyAxis.ts';
import { PARAMETERS } from './parameters.ts';

const { rate, onset: P, template } = PARAMETERS;
const HOP_S = P.hop / rate;
const PEAK_STEPS = Math.round(P.peak / HOP_S);
const STEPS_BEFORE = Math.round(P.before / HOP_S);
const STEPS_AFTER = Math.round(P.after / HOP_S);
const RISE_REACH = Math.round(P.partialRiseReach / HOP_S);
/** Number of buffered steps: `risesAt` looks up to half a second back. */
const BUFFERED_STEPS = 64;
/** Number of zeros before each row of bands. */
const MARGIN_BANDS = 4;

/**
 * Detects common onsets: the moments at which many bands rise at once. The detection function is spectral flux against
 * the maximum of the neighbouring bands, so that vibrato does not count as a rise (SuperFlux, Böck & Widmer 2013), with
 * an adaptive threshold. The short window gives the time, the pitch spectra the notes. The long spectra hardly change
 * when a sounding note is repeated, so each onset also reports the rise of every pitch's partials. State: 0.3 s of
 * spectra and flux.
 */
export class OnsetDetector {
  readonly #axis: FrequencyAxis = createAxis(rate / P.window, P.lowest, P.highest, P.bandsPerOctave);
  readonly #kernels: Kernels;
  readonly #power: Floats;
  /** A row for each step, in groups of four bands, with zeros before and after it. */
  readonly #log: Floats;
  readonly #row = MARGIN_BANDS + 4 * Math.ceil((this.#axis.bands + 1) / 4);
  /** Bands of the partials of each pitch. */
  readonly #partials = Array.from({ length: template.highest - template.lowest + 1 }, (_, n) =>
    partialBands(hzOfMidi(template.lowest + n), this.#axis),
  );
  /** Rise of each pitch's partials at the last detected onset, decades of (compressed) magnitude. */
  readonly partialRise = new Float64Array(this.#partials.length);
  readonly #rises = new Float64Array(P.partialRiseCount);
  readonly #flux = new Float64Array(BUFFERED_STEPS);
  #steps = 0;
  #loudest: number = P.floor;
  #last = -1;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#power = kernels.floats(this.#row);
    this.#log = kernels.floats(BUFFERED_STEPS * this.#row);
  }

  /** Resets for another sound. */
  reset(): void {
    this.#log.fill(0);
    this.#flux.fill(0);
    this.partialRise.fill(0);
    this.#steps = 0;
    this.#loudest = P.floor;
    this.#last = -1;
  }

  /**
   * Takes the next short power spectrum; calls `onOnset` with the time of a confirmed onset, s, and `onFaint` with that
   * of every peak of the flux and its prominence, the height above the mean around it.
   */
  push(power: Floats, onOnset: (time: number) => void, onFaint?: (time: number, prominence: number) => void): void {
    const { bands } = this.#axis;
    bandPower(power, this.#axis, this.#power);
    let largest = 0;
    for (let b = 0; b < bands; b++) largest = Math.max(largest, this.#power[b]!);
    this.#loudest = Math.max(Math.sqrt(largest), this.#loudest * Math.exp(-HOP_S / P.memory), P.floor);
    const gain = P.gain / this.#loudest;
    const now = this.#at(this.#steps);
    this.#kernels.logs(this.#power, gain, bands, this.#log, now);
    const flux = this.#kernels.flux(
      this.#log,
      now,
      this.#at(this.#steps + BUFFERED_STEPS - P.lag),
      this.#row - MARGIN_BANDS,
    );
    this.#flux[this.#steps % BUFFERED_STEPS] = this.#steps < P.lag ? 0 : flux / bands;
    this.#steps++;
    this.#confirm(this.#steps - 1 - STEPS_AFTER, onOnset, onFaint);
  }

  /** Offset of the bands of a step. */
  #at(step: number): number {
    return (step % BUFFERED_STEPS) * this.#row + MARGIN_BANDS;
  }

  #confirm(step: number, onOnset: (time: number) => void, onFaint?: (time: number, prominence: number) => void): void {
    if (step < 0) return;
    const peak = this.#flux[step % BUFFERED_STEPS]!;
    if (peak <= 0) return;
    let sum = 0;
    let count = 0;
    for (let i = Math.max(0, step - STEPS_BEFORE); i <= step + STEPS_AFTER; i++) {
      const flux = this.#flux[i % BUFFERED_STEPS]!;
      if (i !== step && Math.abs(i - step) <= PEAK_STEPS && flux > peak) return;
      sum += flux;
      count++;
    }
    const time = step * HOP_S - P.delay;
    const prominence = peak - sum / count;
    if (prominence >= P.faint) onFaint?.(time, prominence);
    if (prominence < P.delta || time - this.#last < P.gap) return;
    this.#last = time;
    this.#measurePartialRises(this.#at(step + BUFFERED_STEPS - RISE_REACH), this.#at(step + RISE_REACH));
    onOnset(time);
  }

  /**
   * Writes the rise of each partial of a pitch at `time`, s, decades of (compressed) magnitude; 0 for those outside the
   * axis.
   */
  risesAt(time: number, pitch: number, out: Float64Array): void {
    const step = Math.round((time + P.delay) / HOP_S);
    const bands = this.#partials[pitch]!;
    out.fill(0);
    if (step - RISE_REACH <= this.#steps - BUFFERED_STEPS || step + RISE_REACH >= this.#steps || step < RISE_REACH)
      return;
    const before = this.#at(step - RISE_REACH);
    const after = this.#at(step + RISE_REACH);
    for (let i = 0; i < bands.length; i++) out[i] = this.#log[after + bands[i]!]! - this.#log[before + bands[i]!]!;
  }

  /**
   * Measures the rise of each pitch: the median over its partials, as partials shared with other notes may rise more.
   */
  #measurePartialRises(before: number, after: number): void {
    const log = this.#log;
    const rises = this.#rises;
    for (let n = 0; n < this.#partials.length; n++) {
      const bands = this.#partials[n]!;
      const count = bands.length;
      // Insertion sort: there are only a few.
      for (let i = 0; i < count; i++) {
        const rise = log[after + bands[i]!]! - log[before + bands[i]!]!;
        let to = i;
        for (; to > 0 && rises[to - 1]! > rise; to--) rises[to] = rises[to - 1]!;
        rises[to] = rise;
      }
      this.partialRise[n] = count > 0 ? rises[Math.floor(P.partialRiseQuantile * (count - 1))]! : 0;
    }
  }
}

/** The bands of the first partials of `f0` Hz. */
function partialBands(f0: number, axis: FrequencyAxis): number[] {
  const bands: number[] = [];
  for (let h = 1; h <= P.partialRiseCount; h++) {
    const bin = Math.round((h * f0) / axis.binHz);
    const next = axis.start.findIndex((start) => start > bin);
    if (next > 0) bands.push(next - 1);
  }
  return bands;
}
