import type { Floats } from '../dsp/kernels/kernels.ts';
import { TIMBRE, ROUGHNESS } from './parameters.ts';

/**
 * Sensory roughness of a spectrum: every pair of partials that falls into one critical band beats (Plomp & Levelt
 * 1965), in the parametrisation of Sethares (1993, 2005): for frequencies f and f + d, with s = 0.24 / (0.021 f + 19),
 * the pair gives the product of its amplitudes times exp(-3.5 s d) - exp(-5.75 s d).
 */

/** Largest value of that difference of exponentials, at s d = 0.22. */
const MAX_PAIR = 0.1797;

const hz = new Float64Array(ROUGHNESS.peaks);
const amplitude = new Float64Array(ROUGHNESS.peaks);

/**
 * Roughness of the power spectrum `power` with bins `binHz` apart: 0 for one sine, 1 for two equal ones at
 * their roughest distance. Does not depend on the level.
 */
export function roughnessOf(power: Floats, binHz: number): number {
  const first = Math.max(1, Math.ceil(TIMBRE.lowest / binHz));
  const last = Math.min(power.length - 2, Math.floor(TIMBRE.highest / binHz));
  let highest = 0;
  for (let k = first; k <= last; k++) if (power[k]! > highest) highest = power[k]!;
  const floor = highest * 10 ** (-ROUGHNESS.range / 10);
  if (highest === 0) return 0;
  let count = 0;
  for (let k = first; k <= last; k++) {
    const centre = power[k]!;
    if (centre < floor || centre <= power[k - 1]! || centre < power[k + 1]!) continue;
    let at = count;
    if (count === ROUGHNESS.peaks) {
      at = 0;
      for (let i = 1; i < count; i++) if (amplitude[i]! < amplitude[at]!) at = i;
      if (amplitude[at]! >= Math.sqrt(centre)) continue;
    } else count++;
    // The parabola through the logarithms of three bins (Smith & Serra 1987).
    const [below, above] = [Math.log(power[k - 1]! / centre + 1e-12), Math.log(power[k + 1]! / centre + 1e-12)];
    hz[at] = (k + (below - above) / (2 * (below + above))) * binHz;
    amplitude[at] = Math.sqrt(centre);
  }
  let pairs = 0;
  let energy = 0;
  for (let i = 0; i < count; i++) {
    energy += amplitude[i]! * amplitude[i]!;
    for (let j = 0; j < i; j++) {
      const x = (0.24 * Math.abs(hz[i]! - hz[j]!)) / (0.021 * Math.min(hz[i]!, hz[j]!) + 19);
      // Beyond this a pair adds less than a hundredth of its maximum.
      if (x < 2) pairs += amplitude[i]! * amplitude[j]! * (Math.exp(-3.5 * x) - Math.exp(-5.75 * x));
    }
  }
  return energy === 0 ? 0 : Math.min(1, (2 * pairs) / (energy * MAX_PAIR));
}
