import { hzOfMidi } from '../values/pitch.ts';
import type { Dictionary } from '../dsp/kernels/kernels.ts';
import { bandPower, compress, type FrequencyAxis } from './frequencyAxis.ts';
import { PARAMETERS } from './parameters.ts';

/** Omit values below this share of a template's largest. */
const NEGLIGIBLE_SHARE = 0.1;
/** Three nodes and weights that approximate a normal distribution (Gauss-Hermite quadrature). */
const QUADRATURE_NODES = [-Math.sqrt(3), 0, Math.sqrt(3)];
const QUADRATURE_WEIGHTS = [1 / 6, 2 / 3, 1 / 6];
const BINS_PER_CENT = Math.LN2 / 1200;

/** Response of the Hann window to a sine `bins` away, 1 at its centre; side lobes are neglected. */
function hannLobe(bins: number): number {
  const x = Math.abs(bins);
  if (x < 1e-9) return 1;
  if (Math.abs(x - 1) < 1e-9) return 0.5;
  return x >= 2 ? 0 : Math.sin(Math.PI * x) / (Math.PI * x * (1 - x * x));
}

/** Power spectrum of a note of `f0` Hz, in the bins of the transform. */
function notePower(f0: number, slope: number, binHz: number, bins: number): Float64Array {
  const { partials, lowPartials, inharmonicity, spread } = PARAMETERS.template;
  const power = new Float64Array(bins);
  const last = Math.max(partials, Math.floor(lowPartials / f0));
  for (let h = 1; h <= last; h++) {
    const centre = (h * f0 * Math.sqrt(1 + inharmonicity * h * h)) / binHz;
    if (centre > bins + 2) break;
    for (let q = 0; q < QUADRATURE_NODES.length; q++) {
      const place = centre * (1 + QUADRATURE_NODES[q]! * spread * BINS_PER_CENT);
      for (let k = Math.max(0, Math.ceil(place - 2)); k <= Math.min(bins - 1, Math.floor(place + 2)); k++) {
        power[k]! += QUADRATURE_WEIGHTS[q]! * (h ** -slope * hannLobe(k - place)) ** 2;
      }
    }
  }
  return power;
}

/**
 * Creates the templates of every semitone, `tuningCents` away from A4 = 440 Hz, over successive axes, lowest first,
 * each with a different window.
 */
export function createDictionary(axes: readonly FrequencyAxis[], tuningCents: number): Dictionary {
  const { lowest, highest, slopes, noiseBands } = PARAMETERS.template;
  const first = [0];
  const band: number[] = [];
  const value: number[] = [];
  const add = (dense: Float64Array): void => {
    const largest = dense.reduce((a, b) => Math.max(a, b), 0);
    let sum = 0;
    for (let b = 0; b < dense.length; b++) if (dense[b]! > NEGLIGIBLE_SHARE * largest) sum += dense[b]!;
    for (let b = 0; b < dense.length; b++) {
      if (dense[b]! <= NEGLIGIBLE_SHARE * largest) continue;
      band.push(b);
      value.push(dense[b]! / sum);
    }
    first.push(band.length);
  };

  const bands = axes.reduce((sum, axis) => sum + axis.bands, 0);
  const dense = new Float64Array(bands);
  for (let midi = lowest; midi <= highest; midi++) {
    for (const slope of slopes) {
      let at = 0;
      for (const axis of axes) {
        bandPower(
          notePower(hzOfMidi(midi + tuningCents / 100), slope, axis.binHz, axis.start[axis.bands]!),
          axis,
          dense,
          at,
        );
        at += axis.bands;
      }
      add(dense.map(compress));
    }
  }
  // Noise templates: overlapping triangles over the logarithm of frequency, of constant spectral density.
  const centres = axes.flatMap(({ start, bands, binHz }) =>
    Array.from({ length: bands }, (_, b) => Math.log(((start[b]! + start[b + 1]! - 1) / 2) * binHz)),
  );
  const widths = axes.flatMap(({ start, bands, binHz }) =>
    Array.from({ length: bands }, (_, b) => (start[b + 1]! - start[b]!) * binHz),
  );
  const step = (centres[bands - 1]! - centres[0]!) / (noiseBands - 1);
  for (let i = 0; i < noiseBands; i++) {
    add(
      dense.map(
        (_, b) => Math.max(0, 1 - Math.abs(centres[b]! - centres[0]! - i * step) / step) * compress(widths[b]!),
      ),
    );
  }
  const templateSum = new Float64Array(bands);
  for (let i = 0; i < band.length; i++) templateSum[band[i]!]! += value[i]!;
  return {
    pitches: highest - lowest + 1,
    shapes: slopes.length,
    templates: first.length - 1,
    first: Int32Array.from(first),
    band: Int32Array.from(band),
    value: Float64Array.from(value),
    templateSum,
  };
}
