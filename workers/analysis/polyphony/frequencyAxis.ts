import type { Floats } from '../dsp/kernels/kernels.ts';

/**
 * A constant-Q frequency axis (Brown 1991) with a minimum bandwidth: single bins of the transform where a fraction of
 * an octave is narrower than a bin, bands of that fraction of an octave above.
 */
export interface FrequencyAxis {
  /** Number of bands. */
  bands: number;
  /** Band b consists of the bins start[b] to start[b + 1] - 1. */
  start: Int32Array;
  /** Width of a bin, Hz. */
  binHz: number;
}

/** Creates an axis. Frequencies in Hz; `binHz` is the distance between two bins of the transform. */
export function createAxis(binHz: number, lowest: number, highest: number, bandsPerOctave: number): FrequencyAxis {
  const ratio = 2 ** (1 / bandsPerOctave);
  const start = [Math.max(1, Math.round(lowest / binHz))];
  for (;;) {
    const from = start[start.length - 1]!;
    const next = Math.max(from + 1, Math.round((from + 0.5) * ratio));
    if (next * binHz > highest) break;
    start.push(next);
  }
  return { bands: start.length - 1, start: Int32Array.from(start), binHz };
}

/**
 * Compresses a power before spectra are compared: the square root of the magnitude, so that weak partials and weak
 * notes count.
 */
export function compress(power: number): number {
  return Math.sqrt(Math.sqrt(power));
}

/** Sums the power of the bins into the bands of the axis, from out[at] on. */
export function bandPower(power: Floats, axis: FrequencyAxis, out: Floats, at = 0): void {
  const { bands, start } = axis;
  for (let b = 0; b < bands; b++) {
    let sum = 0;
    for (let k = start[b]!; k < start[b + 1]!; k++) sum += power[k]!;
    out[at + b] = sum;
  }
}

/** Index of the band of a frequency, Hz, over successive axes; -1 outside of them. */
export function bandAt(axes: readonly FrequencyAxis[], hz: number): number {
  let at = 0;
  for (const { bands, start, binHz } of axes) {
    const bin = Math.round(hz / binHz);
    if (bin >= start[0]! && bin < start[bands]!) return at + start.findIndex((next) => next > bin) - 1;
    at += bands;
  }
  return -1;
}
