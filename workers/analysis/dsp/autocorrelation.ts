import type { Floats, Kernels, Plan } from './kernels/kernels.ts';
import { FRAME, HOP, SAMPLE_RATE, steps } from '../parameters.ts';
import { PITCH } from '../monophony/parameters.ts';
import { lowPass } from './resample.ts';

/**
 * Normalised autocorrelation of a step: the difference function of YIN (de Cheveigné & Kawahara 2002) as a correlation,
 * normalised per delay as in the McLeod pitch method (McLeod & Wyvill 2005), so that 1 is a perfect repetition.
 *
 * The window of a step is a few hops long, so its correlation is the sum of the correlations of its hops. Only that of
 * the newest hop is computed, from the hop and the samples after it: for long delays by FFT and at half the rate, which
 * is precise enough for them, for the few short ones directly.
 */

const TRANSFORM_SIZE = 512;
const WINDOW_HOPS = steps(PITCH.window);
const WINDOW_SAMPLES = WINDOW_HOPS * HOP;
const MAX_DELAY = Math.ceil(SAMPLE_RATE / PITCH.lowest);
/** Delays up to this one (an even number) are computed at the full rate, longer ones at half the rate. */
export const MAX_FINE_DELAY = 2 * Math.ceil(SAMPLE_RATE / PITCH.fine / 2);
/**
 * Number of delays at the full rate: 0 to `MAX_FINE_DELAY` and at least two more, as a peak just above `MAX_FINE_DELAY`
 * has its best delay after it, in groups of eight.
 */
const FINE_DELAYS = 8 * Math.ceil((MAX_FINE_DELAY + 3) / 8);
/** The same at half the rate, and the length of a row of them. */
const HALF_HOP = HOP / 2;
const HALF_WINDOW = WINDOW_SAMPLES / 2;
export const MAX_HALF_DELAY = Math.ceil(MAX_DELAY / 2);
const HALF_DELAYS = MAX_HALF_DELAY + 2;
const HALF_ROW = 8 * Math.ceil(HALF_DELAYS / 8);
/** Taps on each side of the filter for halving the rate; every second one is 0. */
const FILTER_REACH = 12;
const LOW_PASS = lowPass(FILTER_REACH, 0.5);
const MIDDLE_TAP = LOW_PASS[FILTER_REACH - 1]!;
const SIDE_TAPS = Array.from({ length: FILTER_REACH / 2 }, (_, k) => LOW_PASS[FILTER_REACH + 2 * k]!);
/**
 * Weights that interpolate the correlation halfway between two delays, on each side. Near its peak the correlation is
 * so flat that an error of 0.001 moves the peak of a pure tone by 5 cents: the filter is deep, and its weights sum to
 * 1.
 */
const INTERPOLATION_PAIRS = 10;
const INTERPOLATION_WEIGHTS = interpolation(INTERPOLATION_PAIRS, 100);
/** Length of the hop and the samples after it up to the longest delay, at half the rate. */
const HALF_HOP_AND_DELAYS = HALF_HOP + HALF_DELAYS - 1;
/** Length of the sound at half the rate, from the window's start on. */
const HALF_SOUND_LENGTH = HALF_WINDOW - HALF_HOP + HALF_HOP_AND_DELAYS;
/** Distance from the start of the window to the centre of the window pair, for the pitch `PITCH.centred`. */
const CENTRE_OFFSET = Math.floor((WINDOW_SAMPLES + SAMPLE_RATE / PITCH.centred) / 2);
if (HALF_HOP_AND_DELAYS > TRANSFORM_SIZE) throw new Error('The longest delay does not fit into the transform');
if (WINDOW_SAMPLES - HOP + 2 * HALF_HOP_AND_DELAYS + FILTER_REACH - CENTRE_OFFSET > FRAME / 2)
  throw new Error('The sound after the window does not fit into the frame');

/** Measures the autocorrelation of successive steps; allocates nothing per step. */
export class Autocorrelation {
  /** Periodicity of the newest step, 0 to 1, at the delays 0 to `MAX_FINE_DELAY` and a few more, in samples. */
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
    this.#plan = kernels.plan(TRANSFORM_SIZE);
    this.#taps = kernels.constants(SIDE_TAPS);
    this.fine = kernels.floats(FINE_DELAYS);
    this.half = kernels.floats(HALF_ROW);
    this.#sound = kernels.floats(HALF_SOUND_LENGTH);
    this.#fineRows = kernels.floats(WINDOW_HOPS * FINE_DELAYS);
    this.#halfRows = kernels.floats(WINDOW_HOPS * HALF_ROW);
  }

  /**
   * Measures the next step, with centre `samples[centre]`. Returns false, with invalid values, if it is silent.
   */
  measure(samples: Floats, centre: number): boolean {
    const kernels = this.#kernels;
    const sound = this.#sound;
    const start = centre - CENTRE_OFFSET;
    // Halve all of the sound in the first step, then only the new part.
    const first = this.#steps === 0 ? 0 : HALF_SOUND_LENGTH - HALF_HOP;
    if (first > 0) sound.copyWithin(0, HALF_HOP, HALF_SOUND_LENGTH);
    kernels.halve(samples, start + 2 * first, this.#taps, MIDDLE_TAP, sound, first, HALF_SOUND_LENGTH - first);
    const hop = this.#steps++ % WINDOW_HOPS;
    const newest = start + WINDOW_SAMPLES - HOP;
    kernels.correlateDirectly(samples, newest, HOP, this.#fineRows, hop * FINE_DELAYS, FINE_DELAYS);
    kernels.correlate(
      this.#plan,
      sound,
      HALF_WINDOW - HALF_HOP,
      HALF_HOP,
      HALF_HOP_AND_DELAYS,
      this.#halfRows,
      hop * HALF_ROW,
      HALF_DELAYS,
    );
    const energy = energyOf(this.#fineRows, FINE_DELAYS);
    if (energy <= 1e-10 * WINDOW_SAMPLES) return false;
    const halfEnergy = energyOf(this.#halfRows, HALF_ROW);
    // Lower the periodicity by the energy lost at half the rate: else a drum's tone under a cymbal would count as
    // pitch.
    const share = Math.min(1, (2 * halfEnergy) / energy) ** PITCH.lostShare;
    kernels.normalise(
      this.#fineRows,
      WINDOW_HOPS,
      FINE_DELAYS,
      samples,
      start,
      WINDOW_SAMPLES,
      2 * energy,
      2,
      this.fine,
      FINE_DELAYS,
    );
    kernels.normalise(
      this.#halfRows,
      WINDOW_HOPS,
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

  /** True when `interpolate` works on both sides of this delay, which is not the case near the longest. */
  hasBetween(delay: number): boolean {
    return delay + INTERPOLATION_PAIRS < HALF_DELAYS;
  }

  /** Interpolates `half` in the middle between a delay and the next one. */
  interpolate(delay: number): number {
    const half = this.half;
    let sum = 0;
    for (let k = 0; k < INTERPOLATION_PAIRS; k++)
      sum += INTERPOLATION_WEIGHTS[k]! * (half[delay - k]! + half[delay + 1 + k]!);
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
  for (let hop = 0; hop < WINDOW_HOPS; hop++) sum += rows[hop * row]!;
  return sum;
}
