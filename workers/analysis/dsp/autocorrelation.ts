import { RealFft } from './fft.ts';
import { FRAME, HOP, HOP_SECONDS, PITCH, RATE } from '../parameters.ts';
import { lowPass } from './resample.ts';

/**
 * Normalised autocorrelation of a step: the difference function of YIN (de Cheveigné & Kawahara 2002) in the
 * form of a correlation, normalised per delay as in the McLeod pitch method (McLeod & Wyvill 2005), so that
 * 1 is a perfect repetition.
 *
 * The window of a step is a few hops long, so its correlation is the sum of the correlations of its hops, and
 * only that of the newest hop is computed, from the hop and the samples that follow it: for long delays by
 * FFT and at half the rate, which is precise enough for them, for the few short ones directly.
 */

const TRANSFORM = 512;
const HOPS = Math.round(PITCH.window / HOP_SECONDS);
const WINDOW = HOPS * HOP;
const MAX_DELAY = Math.ceil(RATE / PITCH.lowest);
/** Delays up to this one (an even number) are computed at the full rate, longer ones at half the rate. */
export const FINE = 2 * Math.ceil(RATE / PITCH.fine / 2);
/** Number of delays at the full rate: 0 to `FINE` and at least one more, to recognise a peak; four are computed at a time. */
const FINE_DELAYS = 4 * Math.ceil((FINE + 2) / 4);
/** The same at half the rate. */
const HALF_HOP = HOP / 2;
const HALF_WINDOW = WINDOW / 2;
export const HALF_LONGEST = Math.ceil(MAX_DELAY / 2);
const HALF_DELAYS = HALF_LONGEST + 2;
/** Taps on each side of the filter before half the rate is taken. */
const REACH = 12;
const LOW_PASS = lowPass(REACH, 0.5);
/** Length of the hop and the samples after it up to the longest delay, at half the rate. */
const STRETCH = HALF_HOP + HALF_DELAYS - 1;
/** From the start of the window to the centre of the window pair, for the pitch `PITCH.centred`. */
const CENTRE = Math.floor((WINDOW + RATE / PITCH.centred) / 2);
if (STRETCH > TRANSFORM) throw new Error('The longest delay does not fit into the transform');
if (WINDOW - HOP + 2 * STRETCH + REACH - CENTRE > FRAME / 2)
  throw new Error('The sound after the window does not fit into the frame');

/** The autocorrelation of one step after the other; allocates nothing per step. */
export class Autocorrelation {
  /** Of the newest step, 0 to 1: at the delays 0 to `FINE` and a few more, in samples, */
  readonly fine = new Float64Array(FINE_DELAYS);
  /** and at the delays 0 to `HALF_LONGEST` and one more, in pairs of samples. */
  readonly half = new Float64Array(HALF_DELAYS);
  readonly #fft = new RealFft(TRANSFORM);
  /** The sound at half the rate, from the window's start on. */
  readonly #sound = new Float64Array(HALF_WINDOW - HALF_HOP + STRETCH);
  readonly #hop = new Float64Array(TRANSFORM);
  readonly #stretch = new Float64Array(TRANSFORM);
  readonly #hopRe = new Float64Array(TRANSFORM / 2 + 1);
  readonly #hopIm = new Float64Array(TRANSFORM / 2 + 1);
  readonly #stretchRe = new Float64Array(TRANSFORM / 2 + 1);
  readonly #stretchIm = new Float64Array(TRANSFORM / 2 + 1);
  /** Correlations of the hops in the window, the newest overwriting the oldest; at delay 0 their energy. */
  readonly #fineRows = new Float64Array(HOPS * FINE_DELAYS);
  readonly #halfRows = new Float64Array(HOPS * HALF_DELAYS);
  #steps = 0;

  /** Takes the next step, whose centre is `samples[centre]`; returns false, with invalid values, if the step is silent. */
  measure(samples: Float64Array, centre: number): boolean {
    const start = centre - CENTRE;
    this.#halve(samples, start);
    const hop = this.#steps++ % HOPS;
    this.#correlateFine(samples, start + WINDOW - HOP, hop * FINE_DELAYS);
    this.#correlateHalf(hop * HALF_DELAYS);
    const energy = energyOf(this.#fineRows, FINE_DELAYS);
    if (energy <= 1e-10 * WINDOW) return false;
    normalise(this.#fineRows, samples, start, WINDOW, this.fine);
    normalise(this.#halfRows, this.#sound, 0, HALF_WINDOW, this.half);
    // The energy that is lost at half the rate lowers the periodicity: else a drum's tone under a cymbal would count as pitch.
    const share = Math.min(1, (2 * energyOf(this.#halfRows, HALF_DELAYS)) / energy) ** PITCH.lostShare;
    const half = this.half;
    for (let delay = 0; delay < HALF_DELAYS; delay++) half[delay]! *= share;
    return true;
  }

  /** The value of `half` in the middle between two delays, interpolated with the low-pass filter; null too near to the longest. */
  between(delay: number): number | null {
    if (delay + REACH / 2 >= HALF_DELAYS) return null;
    const half = this.half;
    let sum = 0;
    for (let k = 0; k < REACH / 2; k++) sum += LOW_PASS[REACH + 2 * k]! * (half[delay - k]! + half[delay + 1 + k]!);
    return 2 * sum;
  }

  /** Halves the rate of the samples that are new in the step whose window starts at `start`. */
  #halve(samples: Float64Array, start: number): void {
    const sound = this.#sound;
    let first = sound.length - HALF_HOP;
    if (this.#steps === 0) first = 0;
    else sound.copyWithin(0, HALF_HOP);
    const middle = LOW_PASS[REACH - 1]!;
    for (let i = first, at = start + 2 * first; i < sound.length; i++, at += 2) {
      let sum = middle * samples[at]!;
      // Every second tap of a half-band filter is 0.
      for (let aside = 1; aside < REACH; aside += 2)
        sum += LOW_PASS[REACH - 1 + aside]! * (samples[at - aside]! + samples[at + aside]!);
      sound[i] = sum;
    }
  }

  /** Correlation of the hop at `start` with the sound at each short delay after it. */
  #correlateFine(samples: Float64Array, start: number, row: number): void {
    const rows = this.#fineRows;
    // Four delays at once, so that fewer samples are read twice.
    for (let delay = 0; delay < FINE_DELAYS; delay += 4) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      let sum3 = 0;
      let y0 = samples[start + delay]!;
      let y1 = samples[start + delay + 1]!;
      let y2 = samples[start + delay + 2]!;
      for (let i = start, end = start + HOP; i < end; i++) {
        const x = samples[i]!;
        const y3 = samples[i + delay + 3]!;
        sum0 += x * y0;
        sum1 += x * y1;
        sum2 += x * y2;
        sum3 += x * y3;
        y0 = y1;
        y1 = y2;
        y2 = y3;
      }
      rows[row + delay] = sum0;
      rows[row + delay + 1] = sum1;
      rows[row + delay + 2] = sum2;
      rows[row + delay + 3] = sum3;
    }
  }

  /** Correlation of the newest hop with the sound at each delay after it, at half the rate. */
  #correlateHalf(row: number): void {
    const hop = this.#hop;
    const stretch = this.#stretch;
    const sound = this.#sound;
    const start = HALF_WINDOW - HALF_HOP;
    let size = 0;
    for (let i = 0; i < HALF_HOP; i++) size += Math.abs((hop[i] = sound[start + i]!));
    if (size === 0) {
      this.#halfRows.fill(0, row, row + HALF_DELAYS);
      return;
    }
    for (let i = 0; i < STRETCH; i++) stretch[i] = sound[start + i]!;
    stretch.fill(0, STRETCH);
    const aRe = this.#hopRe;
    const aIm = this.#hopIm;
    const bRe = this.#stretchRe;
    const bIm = this.#stretchIm;
    this.#fft.forward(hop, aRe, aIm);
    this.#fft.forward(stretch, bRe, bIm);
    for (let k = 0; k < aRe.length; k++) {
      const re = bRe[k]! * aRe[k]! + bIm[k]! * aIm[k]!;
      bIm[k] = bIm[k]! * aRe[k]! - bRe[k]! * aIm[k]!;
      bRe[k] = re;
    }
    this.#fft.inverse(bRe, bIm, stretch);
    const rows = this.#halfRows;
    for (let delay = 0; delay < HALF_DELAYS; delay++) rows[row + delay] = stretch[delay]!;
  }
}

/** Energy of the window: the sum of the correlations of its hops at delay 0, the first of each row. */
function energyOf(rows: Float64Array, delays: number): number {
  let sum = 0;
  for (let row = 0; row < rows.length; row += delays) sum += rows[row]!;
  return sum;
}

/**
 * Normalises the correlation of the window of `samples` at `start` with each delay to 0 to 1: twice the
 * correlation (the sum of the `rows` of its hops) over the energy of the two windows that are compared.
 */
function normalise(
  rows: Float64Array,
  samples: Float64Array,
  start: number,
  window: number,
  clarity: Float64Array,
): void {
  const delays = clarity.length;
  let energy = 2 * energyOf(rows, delays);
  for (let delay = 0; delay < delays; delay++) {
    let sum = 0;
    for (let at = delay; at < rows.length; at += delays) sum += rows[at]!;
    clarity[delay] = (2 * sum) / energy;
    const leaves = samples[start + delay]!;
    const enters = samples[start + window + delay]!;
    energy += enters * enters - leaves * leaves;
  }
}
