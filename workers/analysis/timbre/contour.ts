import type { Vibrato } from '../values/timbre.ts';
import { HOP_SECONDS, steps } from '../parameters.ts';
import { PITCH } from '../monophony/parameters.ts';
import type { NoteEvent } from '../types.ts';
import { CONTOUR } from './parameters.ts';
import { median, weightedMedian } from './medians.ts';

/** The pitch inside a note: seconds and cents of its voiced steps, minus their linear trend. */
interface Contour {
  seconds: number;
  times: Float64Array;
  cents: Float64Array;
}

function contourOf(note: NoteEvent, hz: Float32Array, length: number): Contour | null {
  const first = steps(note.onset + CONTOUR.margin);
  const end = Math.min(length, steps(Math.min(note.offset - CONTOUR.margin, note.onset + CONTOUR.maxSeconds)));
  if ((end - first) * HOP_SECONDS < CONTOUR.wanderSeconds) return null;
  const times: number[] = [];
  const cents: number[] = [];
  for (let t = first; t < end; t++) {
    if (hz[t]! <= 0) continue;
    times.push((t - first) * HOP_SECONDS);
    cents.push(1200 * Math.log2(hz[t]!));
  }
  const middle = median(cents);
  if (middle === null) return null;
  const near = cents.map((value) => Math.abs(value - middle) <= CONTOUR.outlier);
  const inliers = { times: times.filter((_, i) => near[i]), cents: cents.filter((_, i) => near[i]) };
  if (inliers.times.length * HOP_SECONDS < CONTOUR.wanderSeconds) return null;
  const times64 = Float64Array.from(inliers.times);
  return {
    seconds: (end - first) * HOP_SECONDS,
    times: times64,
    cents: withoutTrend(times64, Float64Array.from(inliers.cents)),
  };
}

/** Subtracts the line of least squares. */
function withoutTrend(times: Float64Array, values: Float64Array): Float64Array {
  const n = values.length;
  const meanTime = times.reduce((a, b) => a + b, 0) / n;
  const mean = values.reduce((a, b) => a + b, 0) / n;
  let products = 0;
  let squares = 0;
  for (let i = 0; i < n; i++) {
    products += (times[i]! - meanTime) * (values[i]! - mean);
    squares += (times[i]! - meanTime) ** 2;
  }
  const slope = squares > 0 ? products / squares : 0;
  return values.map((value, i) => value - mean - slope * (times[i]! - meanTime));
}

interface Swing {
  rate: number;
  /** Half the width, cents, and cosine and sine parts of it. */
  amplitude: number;
  cosine: number;
  sine: number;
  /** Explained share of the variance. */
  explained: number;
}

/** The sine of least squares at one rate. */
function swingAt({ times, cents }: Contour, rate: number): Swing {
  let [cc, ss, cs, xc, xs, xx] = [0, 0, 0, 0, 0, 0];
  for (let i = 0; i < cents.length; i++) {
    const angle = 2 * Math.PI * rate * times[i]!;
    const c = Math.cos(angle);
    const s = Math.sin(angle);
    const x = cents[i]!;
    cc += c * c;
    ss += s * s;
    cs += c * s;
    xc += x * c;
    xs += x * s;
    xx += x * x;
  }
  const determinant = cc * ss - cs * cs;
  if (!(determinant > 1e-9) || !(xx > 0)) return { rate, amplitude: 0, cosine: 0, sine: 0, explained: 0 };
  const cosine = (xc * ss - xs * cs) / determinant;
  const sine = (xs * cc - xc * cs) / determinant;
  return {
    rate,
    cosine,
    sine,
    amplitude: Math.hypot(cosine, sine),
    explained: (cosine * xc + sine * xs) / xx,
  };
}

function bestSwing(contour: Contour): Swing {
  let best = swingAt(contour, CONTOUR.slowest);
  const search = (from: number, to: number, step: number): void => {
    for (let i = 0; i <= Math.round((to - from) / step); i++) {
      const swing = swingAt(contour, from + i * step);
      if (swing.explained > best.explained) best = swing;
    }
  };
  const { slowest, fastest, coarseStep, fineStep } = CONTOUR;
  search(slowest, fastest, coarseStep);
  const reach = coarseStep - fineStep;
  search(Math.max(slowest, best.rate - reach), Math.min(fastest, best.rate + reach), fineStep);
  return best;
}

/** Gain of the pitch tracker for a swing at this rate, Hz: the mean over its window. */
function gainAt(rate: number): number {
  const x = Math.PI * rate * PITCH.window;
  return Math.sin(x) / x;
}

/**
 * Measures vibrato and wander of the notes from the pitch `hz` of every step (0 where unvoiced). Fits a sine to the
 * contour of each note (as in Herrera & Bonada 1998); rates and depths are medians over time. `vibrato` is null without
 * one, `wander` null without a note that is long enough.
 */
export function measureContour(
  notes: readonly NoteEvent[],
  hz: Float32Array,
  length: number,
): { vibrato: Vibrato | null; wander: number | null } {
  const swings: { rate: number; depth: number; seconds: number }[] = [];
  const wanders: { value: number; weight: number }[] = [];
  let long = 0;
  for (const note of notes) {
    const contour = contourOf(note, hz, length);
    if (contour === null) continue;
    let { cents } = contour;
    if (contour.seconds >= CONTOUR.vibratoSeconds) {
      long += contour.seconds;
      const { rate, amplitude, cosine, sine, explained } = bestSwing(contour);
      const depth = (2 * amplitude) / gainAt(rate);
      if (explained >= CONTOUR.explained && depth >= CONTOUR.minDepth) {
        swings.push({ rate, depth, seconds: contour.seconds });
        cents = cents.map((value, i) => {
          const angle = 2 * Math.PI * rate * contour.times[i]!;
          return value - cosine * Math.cos(angle) - sine * Math.sin(angle);
        });
      }
    }
    // The median of absolute deviations, as a standard deviation of normal ones.
    wanders.push({ value: 1.4826 * median(cents.map(Math.abs))!, weight: contour.seconds });
  }
  const swinging = swings.reduce((sum, { seconds }) => sum + seconds, 0);
  const rate = weightedMedian(swings.map(({ rate, seconds }) => ({ value: rate, weight: seconds })));
  const depth = weightedMedian(swings.map(({ depth, seconds }) => ({ value: depth, weight: seconds })));
  return {
    vibrato: rate === null || depth === null || swinging < CONTOUR.share * long ? null : { rate, depth },
    wander: weightedMedian(wanders),
  };
}
