import type { Floats } from '../../dsp/kernels/kernels.ts';
import { BIN_HZ } from '../../dsp/spectrum.ts';
import { LINGERING } from './parameters.ts';

/** Number of measured partials; a higher note explains every second of them, or every third, and so on. */
const PARTIAL_COUNT = 10;
const HIGHEST_DIVISOR = 8;
/** Tolerance for a partial of the note before, in bins of the spectrum or as a share of its frequency. */
const NEAR_BINS = 1.5;
const NEAR_SHARE = 0.03;
/** Least level of a prominent partial, a share of the strongest, and its ratio to the spectrum halfway to the next partials. */
const LEAST_PROMINENT = 10 ** (LINGERING.least / 20);
const PROMINENCE = 10 ** (LINGERING.prominence / 20);

/** Levels of a pitch's partials, dB relative to its strongest. */
export interface OwnPartials {
  /** The strongest partial that neither the note before nor `multiple` explains. */
  level: number;
  /** The multiple of the pitch that explains most of the partials left by the note before. */
  multiple: number;
  /** The strongest partial that the note before does not explain. */
  left: number;
  /** Number of those that neither explains and that stand out of the spectrum: a common subharmonic has none. */
  prominent: number;
}

const levels = new Float64Array(PARTIAL_COUNT + 1);
const foundPartials: OwnPartials = { level: 0, multiple: 1, left: 0, prominent: 0 };

/**
 * Separates a note from the common subharmonic of two overlapping notes. That subharmonic is as periodic as a note
 * (Boersma 1993) but has no unshared partials: all are partials of one of its multiples, or of the note before, which
 * may still sound.
 *
 * @param hz Hz
 * @param before pitch of a higher note just before, Hz, or 0 where there was none
 * @param amplitude amplitude of each bin of the spectrum
 * @returns the same object on every call
 */
export function ownPartials(hz: number, before: number, amplitude: Floats): Readonly<OwnPartials> {
  let strongest = Number.MIN_VALUE;
  let left = 0;
  for (let n = 1; n <= PARTIAL_COUNT; n++) {
    const at = Math.round((n * hz) / BIN_HZ);
    const level = at + 1 < amplitude.length ? Math.max(amplitude[at - 1] ?? 0, amplitude[at]!, amplitude[at + 1]!) : 0;
    strongest = Math.max(strongest, level);
    levels[n] = before > 0 && isPartialOf(n * hz, before) ? 0 : level;
    left = Math.max(left, levels[n]!);
  }
  let own = Infinity;
  for (let divisor = 2; divisor <= HIGHEST_DIVISOR; divisor++) {
    let most = 0;
    for (let n = 1; n <= PARTIAL_COUNT; n++) if (n % divisor !== 0) most = Math.max(most, levels[n]!);
    if (most >= own) continue;
    own = most;
    foundPartials.multiple = divisor;
  }
  foundPartials.level = relative(own, strongest);
  foundPartials.left = relative(left, strongest);
  foundPartials.prominent = countProminent(hz, foundPartials.multiple, strongest, amplitude);
  return foundPartials;
}

/** Number of the remaining partials that are no multiples of `multiple` and are above the spectrum on both sides. */
function countProminent(hz: number, multiple: number, strongest: number, amplitude: Floats): number {
  const between = (partial: number): number => amplitude[Math.round((partial * hz) / BIN_HZ)] ?? 0;
  let count = 0;
  for (let n = 1; n <= PARTIAL_COUNT; n++) {
    if (n % multiple === 0 || levels[n]! < LEAST_PROMINENT * strongest) continue;
    if (levels[n]! > PROMINENCE * Math.max(between(n - 0.5), between(n + 0.5))) count++;
  }
  return count;
}

const relative = (level: number, strongest: number): number =>
  Math.max(LINGERING.silentLevel, 20 * Math.log10(level / strongest));

function isPartialOf(hz: number, fundamental: number): boolean {
  const nearest = Math.round(hz / fundamental);
  return nearest > 0 && Math.abs(hz - nearest * fundamental) < Math.max(NEAR_BINS * BIN_HZ, NEAR_SHARE * hz);
}
