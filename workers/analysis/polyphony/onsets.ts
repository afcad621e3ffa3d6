import { bandPower, createAxis, type FrequencyAxis } from './axis.ts';
import { PARAMETERS } from './parameters.ts';

const { rate, onset: P } = PARAMETERS;
const HOP = P.hop / rate;
const PEAK = Math.round(P.peak / HOP);
const BEFORE = Math.round(P.before / HOP);
const AFTER = Math.round(P.after / HOP);
/** Steps of flux that are kept. */
const KEPT = 32;

/**
 * Common onsets: the moments at which many bands rise at once. Spectral flux against the largest of
 * the neighbouring bands, so that vibrato does not count as rise (SuperFlux, Böck & Widmer 2013), with
 * the usual adaptive threshold. The short window gives the time, the pitch spectra say which notes
 * began. State: three spectra and 0.3 s of flux.
 */
export class OnsetDetector {
  readonly #axis: FrequencyAxis = createAxis(rate / P.window, P.lowest, P.highest, P.bandsPerOctave);
  readonly #power = new Float64Array(this.#axis.bands);
  readonly #log = Array.from({ length: P.lag + 1 }, () => new Float64Array(this.#axis.bands));
  readonly #flux = new Float64Array(KEPT);
  #steps = 0;
  #loudest: number = P.floor;
  #last = -1;

  /** Takes the next short power spectrum; calls `found` with the time in s of an onset it confirms. */
  push(power: Float64Array, found: (time: number) => void): void {
    const { bands } = this.#axis;
    bandPower(power, this.#axis, this.#power);
    let most = 0;
    for (let b = 0; b < bands; b++) most = Math.max(most, this.#power[b]!);
    this.#loudest = Math.max(Math.sqrt(most), this.#loudest * Math.exp(-HOP / P.memory), P.floor);
    const now = this.#log[this.#steps % this.#log.length]!;
    const gain = P.gain / this.#loudest;
    for (let b = 0; b < bands; b++) now[b] = Math.log10(1 + gain * Math.sqrt(this.#power[b]!));
    const then = this.#log[(this.#steps + 1) % this.#log.length]!;
    let flux = 0;
    for (let b = 0; b < bands; b++) {
      const rise = now[b]! - Math.max(then[b]!, b > 0 ? then[b - 1]! : 0, b + 1 < bands ? then[b + 1]! : 0);
      if (rise > 0) flux += rise;
    }
    this.#flux[this.#steps % KEPT] = this.#steps < P.lag ? 0 : flux / bands;
    this.#steps++;
    this.#judge(this.#steps - 1 - AFTER, found);
  }

  #judge(step: number, found: (time: number) => void): void {
    if (step < 0) return;
    const peak = this.#flux[step % KEPT]!;
    if (peak <= 0) return;
    let sum = 0;
    let count = 0;
    for (let i = Math.max(0, step - BEFORE); i <= step + AFTER; i++) {
      const flux = this.#flux[i % KEPT]!;
      if (i !== step && Math.abs(i - step) <= PEAK && flux > peak) return;
      sum += flux;
      count++;
    }
    const time = step * HOP - P.delay;
    if (peak < sum / count + P.delta || time - this.#last < P.gap) return;
    this.#last = time;
    found(time);
  }
}
