import type { Floats } from '../dsp/kernels/kernels.ts';
import { TIMBRE, NOISE } from './parameters.ts';

/** Mean of the lower half of exponentially distributed values, relative to their mean: 1 - ln 2. */
const LOWER_HALF = 1 - Math.LN2;

const interval = new Float64Array(2048);

/**
 * Harmonic-to-noise ratio of a spectrum, dB; Boersma (1993) measures it from the autocorrelation. The power of noise in
 * a bin is distributed exponentially, and the partials take up less than half of the bins: so the noise is estimated
 * from the lower half of the bins around each partial, even where vibrato or a stiff string moves the partial. It is
 * estimated partial by partial, as noise is seldom white. Null where the partials of the pitch `hz` are too close.
 */
export function harmonicityOf(power: Floats, binHz: number, hz: number): number | null {
  const spacing = hz / binHz;
  if (spacing < NOISE.minBins) return null;
  let total = 0;
  let noise = 0;
  for (let partial = 1; partial <= NOISE.maxPartials; partial++) {
    const from = Math.round((partial - 0.5) * spacing);
    const to = Math.round((partial + 0.5) * spacing);
    if (to >= power.length || (partial > 1 && to * binHz > TIMBRE.highest)) break;
    const bins = interval.subarray(0, to - from);
    for (let i = 0; i < bins.length; i++) total += bins[i] = power[from + i]!;
    bins.sort();
    const half = bins.length >> 1;
    let lower = 0;
    for (let i = 0; i < half; i++) lower += bins[i]!;
    noise += (bins.length * lower) / (half * LOWER_HALF);
  }
  if (total === 0) return null;
  noise = Math.max(noise, total * 1e-9);
  const ratio = 10 * Math.log10(Math.max(total - noise, noise * 1e-3) / noise);
  return Math.max(NOISE.lowest, Math.min(NOISE.highest, ratio));
}
