import type { Floats } from '../../dsp/kernels/kernels.ts';
import { BIN_HZ } from '../../dsp/spectrum.ts';
import type { Candidates } from '../periodicity.ts';
import { move } from '../decayTails/decayTails.ts';
import { RUMBLE } from './parameters.ts';

const OWN_OF_HUM = 10 ** (RUMBLE.hum.own / 20);
const OWN_OF_TOM = 10 ** (RUMBLE.tom.own / 20);
const MAX_RATIO = 10 ** (RUMBLE.loudest / 20);
const MIN_RATIO = 10 ** (RUMBLE.present / 20);

/**
 * Moves each candidate that is the common subharmonic of a note and of mains hum or a drum to the note: all its
 * partials but the first are those of one of its multiples.
 */
export function raiseOverRumble(found: Candidates, amplitude: Floats): void {
  for (let c = 0; c < found.count; c++) {
    const hz = found.hz[c]!;
    if (hz < RUMBLE.lowest || hz > RUMBLE.tom.highest) continue;
    const multiple = RUMBLE.multiples.find((candidate) => isCommon(hz, candidate, amplitude));
    if (multiple !== undefined) move(found, c, multiple);
  }
}

/** True when the partials of a pitch, Hz, are those of its multiple alone, except the first. */
function isCommon(hz: number, multiple: number, amplitude: Floats): boolean {
  const most = hz > RUMBLE.hum.highest ? OWN_OF_TOM : OWN_OF_HUM;
  let own = 0;
  let strongest = 0;
  // Take the nearest bin alone: its neighbours have the neighbouring partials.
  const level = (n: number): number => amplitude[Math.round((n * hz) / BIN_HZ)]!;
  for (let n = 2; n <= RUMBLE.partials; n++) {
    if (n % multiple === 0) strongest = Math.max(strongest, level(n));
    else own = Math.max(own, level(n));
  }
  // A low tone by itself, almost a sine, is no rumble.
  if (level(1) > MAX_RATIO * strongest || own > most * strongest) return false;
  let present = 0;
  // A partial that is as loud as most of the note's belongs to a low string with a loud octave.
  const least = Math.max(MIN_RATIO * strongest, own);
  for (let n = multiple; n <= RUMBLE.partials; n += multiple) if (level(n) >= least) present++;
  return present >= RUMBLE.count;
}
