import { RealFft } from './fft.ts';
import { FRAME, HOP, HOP_SECONDS, PITCH, RATE } from './parameters.ts';
import { lowPass } from './resample.ts';

/**
 * How well a step's sound repeats itself after each delay: the difference function of YIN
 * (de Cheveigné & Kawahara 2002) in the form of a correlation, normalised per delay as in the McLeod
 * pitch method (McLeod & Wyvill 2005), so that 1 is a perfect repetition.
 *
 * A step's window is a few hops long, so its correlation is the sum of those of the hops in it, and
 * only the newest hop's is computed, from the hop and the sound that follows it: at the long delays
 * through the FFT and at half the rate, which is fine enough for them, at the few short ones directly.
 */

const TRANSFORM = 512;
const HOPS = Math.round(PITCH.window / HOP_SECONDS);
const WINDOW = HOPS * HOP;
const SHORTEST_DELAY = Math.floor(RATE / PITCH.highest);
const LONGEST_DELAY = Math.ceil(RATE / PITCH.lowest);
/** Delays up to this one are looked at sample by sample, longer ones at half the rate. */
const FINE = 2 * Math.ceil(RATE / PITCH.fine / 2);
/** Delays of a fine row, 0 to `FINE` and at least one more, to see that it is a peak; four are taken at a time. */
const FINE_DELAYS = 4 * Math.ceil((FINE + 2) / 4);
/** The same at half the rate. */
const HALF_HOP = HOP / 2;
const HALF_WINDOW = WINDOW / 2;
const HALF_LONGEST = Math.ceil(LONGEST_DELAY / 2);
const HALF_DELAYS = HALF_LONGEST + 2;
/** Taps on each side of the filter before half the rate is taken. */
const REACH = 12;
const LOW_PASS = lowPass(REACH, 0.5);
/** The hop and what follows it up to the longest delay, at half the rate. */
const STRETCH = HALF_HOP + HALF_DELAYS - 1;
/** From the start of the window to the centre of what is compared, for a usual pitch. */
const CENTRE = Math.floor((WINDOW + RATE / PITCH.centred) / 2);
if (STRETCH > TRANSFORM) throw new Error('The longest delay does not fit into the transform');
if (WINDOW - HOP + 2 * STRETCH + REACH - CENTRE > FRAME / 2) throw new Error('The sound after the window does not fit into the frame');

/** Candidates of one step, best first in neither order; only the first `count` entries hold. */
export interface Candidates {
  count: number;
  /** Hz. */
  hz: Float64Array;
  /** Periodicity, 0 to 1. */
  clarity: Float64Array;
}

export function emptyCandidates(): Candidates {
  return { count: 0, hz: new Float64Array(PITCH.candidates), clarity: new Float64Array(PITCH.candidates) };
}

/** Finds the pitch candidates of one step after the other; allocates nothing per step. */
export class PeriodicityFinder {
  readonly #fft = new RealFft(TRANSFORM);
  /** The sound at half the rate, from the window's start on. */
  readonly #half = new Float64Array(HALF_WINDOW - HALF_HOP + STRETCH);
  readonly #hop = new Float64Array(TRANSFORM);
  readonly #stretch = new Float64Array(TRANSFORM);
  readonly #hopRe = new Float64Array(TRANSFORM / 2 + 1);
  readonly #hopIm = new Float64Array(TRANSFORM / 2 + 1);
  readonly #stretchRe = new Float64Array(TRANSFORM / 2 + 1);
  readonly #stretchIm = new Float64Array(TRANSFORM / 2 + 1);
  /** Correlations of the hops in the window, the newest overwriting the oldest; at delay 0 their energy. */
  readonly #halfRows = new Float64Array(HOPS * HALF_DELAYS);
  readonly #fineRows = new Float64Array(HOPS * FINE_DELAYS);
  readonly #halfClarity = new Float64Array(HALF_DELAYS);
  readonly #fineClarity = new Float64Array(FINE_DELAYS);
  /** What each candidate found so far is worth. */
  readonly #worths = new Float64Array(PITCH.candidates);
  #steps = 0;

  /** Fills `found` with the candidates of the next step, whose centre is `samples[centre]`. */
  find(samples: Float64Array, centre: number, found: Candidates): void {
    const start = centre - CENTRE;
    this.#halve(samples, start);
    const hop = this.#steps++ % HOPS;
    this.#correlateFine(samples, start + WINDOW - HOP, hop * FINE_DELAYS);
    this.#correlateHalf(hop * HALF_DELAYS);
    found.count = 0;
    const energy = energyOf(this.#fineRows, FINE_DELAYS);
    if (energy <= 1e-10 * WINDOW) return;
    clarities(this.#fineRows, samples, start, WINDOW, this.#fineClarity);
    clarities(this.#halfRows, this.#half, 0, HALF_WINDOW, this.#halfClarity);
    // What half the rate has lost of the sound is held against its repetition: a cymbal hides a drum's tone.
    const share = Math.min(1, (2 * energyOf(this.#halfRows, HALF_DELAYS)) / energy) ** PITCH.lostShare;
    for (let delay = 0; delay < HALF_DELAYS; delay++) this.#halfClarity[delay]! *= share;
    this.#pickPeaks(found);
  }

  /** Goes on to the step whose window starts at `start`: takes half the rate of the sound that is new. */
  #halve(samples: Float64Array, start: number): void {
    const half = this.#half;
    let first = half.length - HALF_HOP;
    if (this.#steps === 0) first = 0;
    else half.copyWithin(0, HALF_HOP);
    const middle = LOW_PASS[REACH - 1]!;
    for (let i = first, at = start + 2 * first; i < half.length; i++, at += 2) {
      let sum = middle * samples[at]!;
      // Every second tap of a filter that passes half of the band is 0.
      for (let aside = 1; aside < REACH; aside += 2) sum += LOW_PASS[REACH - 1 + aside]! * (samples[at - aside]! + samples[at + aside]!);
      half[i] = sum;
    }
  }

  /** Correlation of the hop at `start` with the sound at each short delay after it. */
  #correlateFine(samples: Float64Array, start: number, row: number): void {
    const rows = this.#fineRows;
    // Four delays at once, so that few samples are read twice.
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
    const half = this.#half;
    const start = HALF_WINDOW - HALF_HOP;
    let size = 0;
    for (let i = 0; i < HALF_HOP; i++) size += Math.abs((hop[i] = half[start + i]!));
    if (size === 0) {
      this.#halfRows.fill(0, row, row + HALF_DELAYS);
      return;
    }
    for (let i = 0; i < STRETCH; i++) stretch[i] = half[start + i]!;
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

  #pickPeaks(found: Candidates): void {
    const fine = this.#fineClarity;
    const half = this.#halfClarity;
    // The peak around delay 0 says nothing; it ends where the correlation first turns negative or up again.
    let delay = slopeEnd(fine, 1, FINE);
    const first = delay < FINE ? FINE / 2 + 1 : slopeEnd(half, FINE / 2, HALF_LONGEST);
    for (delay = Math.max(delay, SHORTEST_DELAY); delay <= FINE; delay++) {
      const here = fine[delay]!;
      const before = fine[delay - 1]!;
      const after = fine[delay + 1]!;
      if (here >= PITCH.leastClarity && here >= before && here > after) this.#keepPeak(found, before, here, after, delay, RATE);
    }
    for (delay = first; delay <= HALF_LONGEST; delay++) this.#pickBetween(found, delay);
  }

  /** Keeps what peaks at this delay of the half rate, looked at between the delays too: high partials turn within two of them. */
  #pickBetween(found: Candidates, delay: number): void {
    const clarity = this.#halfClarity;
    const here = clarity[delay]!;
    const before = clarity[delay - 1]!;
    const after = clarity[delay + 1]!;
    if (here < PITCH.leastClarity || here < before || here <= after) return;
    if (delay + REACH / 2 + 1 >= HALF_DELAYS) {
      this.#keepPeak(found, before, here, after, delay, RATE / 2);
      return;
    }
    const left = between(clarity, delay - 1);
    const right = between(clarity, delay);
    if (left > here && left >= right) this.#keepPeak(found, before, left, here, 2 * delay - 1, RATE);
    else if (right > here) this.#keepPeak(found, here, right, after, 2 * delay + 1, RATE);
    else this.#keepPeak(found, left, here, right, 2 * delay, RATE);
  }

  /**
   * Keeps the peak of three values around a delay at `rate`, Hz, the middle one the largest: that of a
   * cosine through them, as a parabola would lose the height of peaks a few samples wide.
   */
  #keepPeak(found: Candidates, before: number, here: number, after: number, delay: number, rate: number): void {
    const cosine = Math.max(-0.99, Math.min(1 - 1e-6, (before + after) / (2 * here)));
    const angle = Math.acos(cosine);
    const turn = Math.atan((after - before) / (2 * here * Math.sin(angle)));
    this.#keep(found, rate / (delay + turn / angle), Math.min(1, here / Math.cos(turn)));
  }

  /** Keeps the best `PITCH.candidates`, weighed as the path will weigh them. */
  #keep(found: Candidates, hz: number, clarity: number): void {
    const worths = this.#worths;
    const worth = clarity + PITCH.octaveCost * Math.log2(hz);
    let place = found.count;
    if (place === worths.length) {
      place = 0;
      for (let i = 1; i < worths.length; i++) if (worths[i]! < worths[place]!) place = i;
      if (worths[place]! >= worth) return;
    } else found.count++;
    found.hz[place] = hz;
    found.clarity[place] = clarity;
    worths[place] = worth;
  }
}

/** Energy of the window: the sum of its hops' correlations at delay 0, the first of each row. */
function energyOf(rows: Float64Array, delays: number): number {
  let sum = 0;
  for (let row = 0; row < rows.length; row += delays) sum += rows[row]!;
  return sum;
}

/**
 * How well the window of `samples` at `start` repeats itself after each delay, 0 to 1: twice its
 * correlation (the sum of its hops' `rows`) over the energy of what is compared.
 */
function clarities(rows: Float64Array, samples: Float64Array, start: number, window: number, clarity: Float64Array): void {
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

/** The value half a delay after `delay`, by the filter that took half the rate. */
function between(clarity: Float64Array, delay: number): number {
  let sum = 0;
  for (let k = 0; k < REACH / 2; k++) sum += LOW_PASS[REACH + 2 * k]! * (clarity[delay - k]! + clarity[delay + 1 + k]!);
  return 2 * sum;
}

/** Where the slope that the correlation falls from delay 0 on has ended, `last` if not before. */
function slopeEnd(clarity: Float64Array, from: number, last: number): number {
  let delay = from;
  while (delay < last && clarity[delay]! > 0 && clarity[delay]! <= clarity[delay - 1]!) delay++;
  return delay;
}
