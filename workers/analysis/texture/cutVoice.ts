import type { Floats } from '../dsp/kernels/kernels.ts';
import { BIN_HZ } from '../dsp/spectrum.ts';
import { CUT_VOICE } from './parameters.ts';

/**
 * Detects one voice whose lowest partials a steep high pass has cut, as a voicemail or a walkie-talkie does. The
 * remaining partials look like a chord to the polyphonic transcriber, and to the network of textureClassifier.ts. But
 * the partials of a voice follow one another without a gap: those of a chord leave gaps at multiples of its common
 * subharmonic, the major one (4, 5, 6, 8) already at 7.
 */

/** True when a spectrum, by the amplitudes of its bins, is such a voice at the pitch `hz`. */
export function isCutVoice(hz: number, amplitude: Floats): boolean {
  const distance = hz / BIN_HZ;
  // Nearer partials cannot be separated.
  if (distance < CUT_VOICE.leastBins) return false;
  const peakAt = (number: number): number => {
    const at = Math.round(number * distance);
    return Math.max(amplitude[at - 1]!, amplitude[at]!, amplitude[at + 1]!);
  };
  const valleyAt = (number: number): number => amplitude[Math.round(number * distance)]!;
  const most = Math.min(CUT_VOICE.within, Math.floor((amplitude.length - 2) / distance - 0.5));
  let strongest = 0;
  for (let number = 1; number <= most; number++) strongest = Math.max(strongest, peakAt(number));
  const audible = strongest * CUT_VOICE.cut;
  let first = 1;
  while (first <= most && peakAt(first) < audible) first++;
  if (first === 1 || first + CUT_VOICE.partials - 1 > most) return false;
  // The resonances of a mouth attenuate the lowest partials, too, but less from one to the next.
  let steepest = 0;
  for (let number = 1; number < first; number++)
    steepest = Math.max(steepest, peakAt(number + 1) / (peakAt(number) + Number.MIN_VALUE));
  if (steepest < CUT_VOICE.edge) return false;
  const last = first + CUT_VOICE.partials - 1;
  for (let number = first; number <= last; number++) {
    const peak = peakAt(number);
    if (peak < CUT_VOICE.prominence * Math.max(valleyAt(number - 0.5), valleyAt(number + 0.5))) return false;
    if (number === first || number === last) continue;
    const before = peakAt(number - 1);
    const after = peakAt(number + 1);
    const isUneven =
      peak > CUT_VOICE.uneven * Math.max(before, after) || CUT_VOICE.uneven * peak < Math.min(before, after);
    if (isUneven) return false;
  }
  return true;
}
