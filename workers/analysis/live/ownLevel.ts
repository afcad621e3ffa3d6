import { hzOfMidi } from '../../../src/domain/pitch/pitch.ts';
import type { Floats } from '../dsp/kernels/kernels.ts';
import { BIN_HZ } from '../dsp/spectrum.ts';
import { LIVE } from '../parameters.ts';

/** Partials that are looked at; a higher note takes every second of them, or every third, and so on. */
const PARTIALS = 10;
const HIGHEST_DIVISOR = 8;
/** A partial belongs to the note before if it is this near to one of its, in bins of the spectrum or as a share of its frequency. */
const NEAR_BINS = 1.5;
const NEAR_SHARE = 0.03;

const levels = new Float64Array(PARTIALS + 1);

/**
 * How strong the partials are that a pitch has for itself, dB relative to its strongest: neither are they all multiples of one of
 * its partials, as they would be if that were the pitch, nor partials of `before`, which may still sound. Where two notes
 * overlap, the pitch that both are multiples of looks as periodic as a note (Boersma 1993), and has none.
 *
 * @param midi fractional MIDI
 * @param before pitch of a higher note just before, fractional MIDI, or null
 * @param amplitude amplitude of each bin of the spectrum
 */
export function ownLevel(midi: number, before: number | null, amplitude: Floats): number {
  const hz = hzOfMidi(midi);
  const other = before === null ? 0 : hzOfMidi(before);
  let strongest = Number.MIN_VALUE;
  for (let n = 1; n <= PARTIALS; n++) {
    const at = Math.round((n * hz) / BIN_HZ);
    const level = at + 1 < amplitude.length ? Math.max(amplitude[at - 1] ?? 0, amplitude[at]!, amplitude[at + 1]!) : 0;
    strongest = Math.max(strongest, level);
    levels[n] = other > 0 && isPartialOf(n * hz, other) ? 0 : level;
  }
  let own = Infinity;
  for (let divisor = 2; divisor <= HIGHEST_DIVISOR; divisor++) {
    let most = 0;
    for (let n = 1; n <= PARTIALS; n++) if (n % divisor !== 0) most = Math.max(most, levels[n]!);
    own = Math.min(own, most);
  }
  return Math.max(LIVE.silentLevel, 20 * Math.log10(own / strongest));
}

function isPartialOf(hz: number, fundamental: number): boolean {
  const nearest = Math.round(hz / fundamental);
  return nearest > 0 && Math.abs(hz - nearest * fundamental) < Math.max(NEAR_BINS * BIN_HZ, NEAR_SHARE * hz);
}
