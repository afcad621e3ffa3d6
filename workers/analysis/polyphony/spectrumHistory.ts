import { hzOfMidi } from '../values/pitch.ts';
import type { Floats } from '../dsp/kernels/kernels.ts';
import { median } from '../timbre/medians.ts';
import { compress } from './frequencyAxis.ts';
import { PARAMETERS } from './parameters.ts';

const { rate, spectrum, template, measure: P } = PARAMETERS;
const BIN_HZ = rate / spectrum.window;
const FIRST_BIN = Math.round(spectrum.lowest / BIN_HZ);
const LAST_BIN = Math.round(spectrum.highest / BIN_HZ);
const FIRST_AGE_STEPS = Math.round((P.from * rate) / spectrum.hop);
const AGE_INTERVAL_STEPS = Math.round((P.every * rate) / spectrum.hop);
const LAST_AGE_STEPS = Math.round((P.until * rate) / spectrum.hop);
/** Buffered steps: notes of chords are classified 0.4 s after their beginning, and followed from there. */
const BUFFERED_STEPS = 32;
/** Sum of the powers of the bins in which the Hann window shows a sine, relative to the highest. */
const HANN_POWER = 1.5;

/** The newest 0.8 s of long spectra: how far a pitch in them is from its semitone, and how loud it is. */
export class SpectrumHistory {
  readonly #spectra = Array.from({ length: BUFFERED_STEPS }, () => new Float32Array(LAST_BIN + 2));
  readonly #tunings = new Float64Array(BUFFERED_STEPS);
  /** Mean square of the sound at a step, relative to a full-scale sine, and the sum of all activations as powers. */
  readonly #powers = new Float64Array(BUFFERED_STEPS);
  readonly #activations = new Float64Array(BUFFERED_STEPS);
  readonly #partials = Array.from({ length: P.partials }, (): Partial => ({ cents: 0, peak: 0, weight: 0 }));
  #steps = 0;

  /** Resets for another sound. */
  reset(): void {
    this.#steps = 0;
  }

  /**
   * Takes the power spectrum of the long window at the next step, its activations, and the tuning of the templates,
   * cents.
   */
  push(power: Floats, activation: Float64Array, tuning: number): void {
    const slot = this.#steps++ % BUFFERED_STEPS;
    const buffered = this.#spectra[slot]!;
    let sum = 0;
    for (let k = 0; k < buffered.length; k++) {
      buffered[k] = power[k]!;
      if (k >= FIRST_BIN) sum += power[k]!;
    }
    this.#powers[slot] = sum / HANN_POWER;
    let all = 0;
    for (let n = 0; n < activation.length; n++) all += powerOf(activation[n]!);
    this.#activations[slot] = all;
    this.#tunings[slot] = tuning;
  }

  /** Power of a pitch with this activation at a step, relative to a full-scale sine: its share of that of the sound. */
  power(activation: number, step: number): number {
    const all = this.#has(step) ? this.#activations[step % BUFFERED_STEPS]! : 0;
    return all > 0 ? (this.#powers[step % BUFFERED_STEPS]! * powerOf(activation)) / all : 0;
  }

  /**
   * Deviation of a pitch at a step from its semitone at A4 = 440 Hz, cents; NaN where none of its partials has a peak.
   * The weighted median of the partials, as some of them belong to other notes, too.
   */
  deviation(pitch: number, step: number): number {
    if (!this.#has(step)) return Number.NaN;
    const power = this.#spectra[step % BUFFERED_STEPS]!;
    const tuning = this.#tunings[step % BUFFERED_STEPS]!;
    const first = hzOfMidi(template.lowest + pitch + tuning / 100) / BIN_HZ;
    const partials = this.#partials;
    let highest = 0;
    for (let i = 0; i < partials.length; i++) {
      measurePartial(power, (i + 1) * first, partials[i]!);
      highest = Math.max(highest, partials[i]!.peak);
    }
    let total = 0;
    for (const partial of partials) {
      if (partial.peak < P.leastPeak * highest) partial.weight = 0;
      total += partial.weight;
    }
    if (total === 0) return Number.NaN;
    partials.sort((a, b) => a.cents - b.cents);
    let at = 0;
    for (let below = partials[0]!.weight; below < total / 2; below += partials[at]!.weight) at++;
    return tuning + partials[at]!.cents;
  }

  #has(step: number): boolean {
    return step >= 0 && step < this.#steps && step >= this.#steps - BUFFERED_STEPS;
  }
}

/** Measures a note while it sounds. */
export class NoteMeter {
  readonly #cents: number[] = [];
  #peak = 0;
  /** Power at its highest activation, relative to a full-scale sine. */
  power = 0;

  /** Takes a step of the note, `age` steps after its beginning. */
  add(spectra: NoteMeterInput, pitch: number, activation: number, step: number, age: number): void {
    if (activation > this.#peak) {
      this.#peak = activation;
      this.power = spectra.power(activation, step);
    }
    if (age < FIRST_AGE_STEPS || age >= LAST_AGE_STEPS || (age - FIRST_AGE_STEPS) % AGE_INTERVAL_STEPS !== 0) return;
    const cents = spectra.deviation(pitch, step);
    if (!Number.isNaN(cents)) this.#cents.push(cents);
  }

  /** Its usual deviation from the semitone, cents; null where none was measured. */
  get cents(): number | null {
    return median(this.#cents);
  }
}

/** Measurement at the place of a partial: its distance from there, the power of its peak, and its weight. */
interface Partial {
  cents: number;
  peak: number;
  weight: number;
}

/** Input of a {@link NoteMeter}. */
export type NoteMeterInput = Pick<SpectrumHistory, 'power' | 'deviation'>;

/** An activation sums roots of amplitudes. */
const powerOf = (activation: number): number => (activation * activation) ** 2;

/**
 * Finds the peak of a partial near its place, bins, and its distance from there by the ratio of the two highest bins of
 * a Hann window (Grandke 1983); its weight is 0 where there is none.
 */
function measurePartial(power: Float32Array, place: number, out: Partial): void {
  out.cents = out.peak = out.weight = 0;
  if (place >= LAST_BIN) return;
  const reach = place * (2 ** (P.within / 1200) - 1) + 1;
  let k = Math.round(place);
  while (power[k + 1]! > power[k]! && k + 1 <= place + reach) k++;
  while (power[k - 1]! > power[k]! && k - 1 >= place - reach) k--;
  const peak = power[k]!;
  const [below, above] = [power[k - 1]!, power[k + 1]!];
  const ratio = Math.sqrt(Math.max(below, above) / peak);
  const distance = (2 * ratio - 1) / (1 + ratio);
  const cents = 1200 * Math.log2((above > below ? k + distance : k - distance) / place);
  const isPeak = below <= peak && above <= peak && Math.abs(cents) <= P.within;
  out.peak = peak;
  if (!isPeak) return;
  out.cents = cents;
  // A bin is more cents where partials are low.
  out.weight = compress(peak) * Math.min(1, place / P.exactFrom);
}
