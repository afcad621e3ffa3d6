import type { Floats, Kernels, Plan } from './kernels/kernels.ts';
import { FRAME, HOP, PITCH, RATE, steps } from '../parameters.ts';
import { lowPass } from './resample.ts';

/**
 * Normalised autocorrelation of a step: the difference function of YIN (de Cheveigné & Kawahara 2002) as a correlation,
 * normalised per delay as in the McLeod pitch method (McLeod & Wyvill 2005), so that 1 is a perfect repetition.
 *
 * The window of a step is a few hops long, so its correlation is the sum of the correlations of its hops. Only that of the
 * newest hop is computed, from the hop and the samples after it: for long delays by FFT and at half the rate, which is
 * precise enough for them, for the few short ones directly.
 */

const TRANSFORM = 512;
const HOPS = steps(PITCH.window);
const WINDOW = HOPS * HOP;
const MAX_DELAY = Math.ceil(RATE / PITCH.lowest);
/** Delays up to this one (an even number) are computed at the full rate, longer ones at half the rate. */
export const FINE = 2 * Math.ceil(RATE / PITCH.fine / 2);
/**
 * Number of delays at the full rate: 0 to `FINE` and at least two more, as a peak just above `FINE` has its best delay
 * after it, in groups of eight.
 */
const FINE_DELAYS = 8 * Math.ceil((FINE + 3) / 8);
/** The same at half the rate, and the length of a row of them. */
const HALF_HOP = HOP / 2;
const HALF_WINDOW = WINDOW / 2;
export const MAX_HALF_DELAY = Math.ceil(MAX_DELAY / 2);
const HALF_DELAYS = MAX_HALF_DELAY + 2;
const HALF_ROW = 8 * Math.ceil(HALF_DELAYS / 8);
/** Taps on each side of the filter for halving the rate; every second one is 0. */
const REACH = 12;
const LOW_PASS = lowPass(REACH, 0.5);
const MIDDLE = LOW_PASS[REACH - 1]!;
const TAPS = Array.from({ length: REACH / 2 }, (_, k) => LOW_PASS[REACH + 2 * k]!);
/**
 * Weights that interpolate the correlation halfway between two delays, on each side. Near its peak the correlation is so
 * flat that an error of 0.001 moves the peak of a pure tone by 5 cents: the filter is deep, and its weights sum to 1.
 */
const PAIRS = 10;
const BETWEEN = interpolation(PAIRS, 100);
/** Length of the hop and the samples after it up to the longest delay, at half the rate. */
const STRETCH = HALF_HOP + HALF_DELAYS - 1;
/** Length of the sound at half the rate, from the window's start on. */
const SOUND = HALF_WINDOW - HALF_HOP + STRETCH;
/** Distance from the start of the window to the centre of the window pair, for the pitch `PITCH.centred`. */
const CENTRE = Math.floor((WINDOW + RATE / PITCH.centred) / 2);
if (STRETCH > TRANSFORM) throw new Error('The longest delay does not fit into the transform');
if (WINDOW - HOP + 2 * STRETCH + REACH - CENTRE > FRAME / 2)
  throw new Error('The sound after the window does not fit into the frame');

/** Measures the autocorrelation of successive steps; allocates nothing per step. */
export class Autocorrelation {
  /** Periodicity of the newest step, 0 to 1, at the delays 0 to `FINE` and a few more, in samples. */
  readonly fine: Floats;
  /** The same at the delays 0 to `MAX_HALF_DELAY` and one more, in pairs of samples. */
  readonly half: Floats;
  readonly #kernels: Kernels;
  readonly #plan: Plan;
  readonly #taps: Floats;
  /** The sound at half the rate, from the window's start on. */
  readonly #sound: Floats;
  /**
   * Correlations of the hops in the window, with their energy at delay 0. The newest overwrites the oldest.
   */
  readonly #fineRows: Floats;
  readonly #halfRows: Floats;
  #steps = 0;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#plan = kernels.plan(TRANSFORM);
    this.#taps = kernels.constants(TAPS);
    this.fine = kernels.floats(FINE_DELAYS);
    this.half = kernels.floats(HALF_ROW);
    this.#sound = kernels.floats(SOUND);
    this.#fineRows = kernels.floats(HOPS * FINE_DELAYS);
    this.#halfRows = kernels.floats(HOPS * HALF_ROW);
  }

  /**
   * Measures the next step, with centre `samples[centre]`. Returns false, with invalid values, if it is silent.
   */
  measure(samples: Floats, centre: number): boolean {
    const kernels = this.#kernels;
    const sound = this.#sound;
    const start = centre - CENTRE;
    // Halve all of the sound in the first step, then only the new part.
    const first = this.#steps === 0 ? 0 : SOUND - HALF_HOP;
    if (first > 0) sound.copyWithin(0, HALF_HOP, SOUND);
    kernels.halve(samples, start + 2 * first, this.#taps, MIDDLE, sound, first, SOUND - first);
    const hop = this.#steps++ % HOPS;
    const newest = start + WINDOW - HOP;
    kernels.correlateDirectly(samples, newest, HOP, this.#fineRows, hop * FINE_DELAYS, FINE_DELAYS);
    kernels.correlate(
      this.#plan,
      sound,
      HALF_WINDOW - HALF_HOP,
      HALF_HOP,
      STRETCH,
      this.#halfRows,
      hop * HALF_ROW,
      HALF_DELAYS,
    );
    const energy = energyOf(this.#fineRows, FINE_DELAYS);
    if (energy <= 1e-10 * WINDOW) return false;
    const halfEnergy = energyOf(this.#halfRows, HALF_ROW);
    // Lower the periodicity by the energy lost at half the rate: else a drum's tone under a cymbal would count as pitch.
    const share = Math.min(1, (2 * halfEnergy) / energy) ** PITCH.lostShare;
    kernels.normalise(this.#fineRows, HOPS, FINE_DELAYS, samples, start, WINDOW, 2 * energy, 2, this.fine, FINE_DELAYS);
    kernels.normalise(
      this.#halfRows,
      HOPS,
      HALF_ROW,
      sound,
      0,
      HALF_WINDOW,
      2 * halfEnergy,
      2 * share,
      this.half,
      HALF_DELAYS,
    );
    return true;
  }

  /** Whether `between` works on both sides of this delay: not near the longest. */
  hasBetween(delay: number): boolean {
    return delay + PAIRS < HALF_DELAYS;
  }

  /** Interpolates `half` in the middle between a delay and the next one. */
  between(delay: number): number {
    const half = this.half;
    let sum = 0;
    for (let k = 0; k < PAIRS; k++) sum += BETWEEN[k]! * (half[delay - k]! + half[delay + 1 + k]!);
    return sum;
  }
}

/** Weights of `pairs` values on each side, nearest first, by a half-band filter of this depth, dB. */
function interpolation(pairs: number, attenuation: number): number[] {
  const taps = lowPass(2 * pairs, 0.5, attenuation);
  const side = Array.from({ length: pairs }, (_, k) => taps[2 * pairs + 2 * k]!);
  const sum = side.reduce((all, tap) => all + tap, 0);
  return side.map((tap) => tap / (2 * sum));
}

/** Energy of the window: the sum of the correlations of its hops at delay 0, the first of each row. */
function energyOf(rows: Floats, row: number): number {
  let sum = 0;
  for (let hop = 0; hop < HOPS; hop++) sum += rows[hop * row]!;
  return sum;
}
