import type { Floats } from '../../dsp/kernels/kernels.ts';
import { BIN_HZ, SPECTRUM_BINS } from '../../dsp/spectrum.ts';
import { midiOfHz } from '../../../../src/core/pitch/pitch.ts';
import { PITCH } from '../../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { BAR } from './parameters.ts';

/**
 * Corrects the pitch of struck bars. The partials of a xylophone are 1 : 3 : 5.8 (Fletcher & Rossing 1998), and the
 * autocorrelation has its peak at six periods of the third one, half a semitone low. The note has the pitch of its first
 * partial.
 */

const LOWEST_BIN = Math.ceil(BAR.lowest / BIN_HZ);
const HIGHEST_BIN = Math.ceil(PITCH.highest / BIN_HZ);
const UPPER = 10 ** (BAR.upper / 20);
const SECOND = 10 ** (BAR.second / 20);

/** The first partial, Hz, if it is the strongest, without a second, under a partial that is no multiple of it; else 0. */
export function barPitch(amplitude: Floats): number {
  let strongest = 1;
  for (let bin = 2; bin < HIGHEST_BIN; bin++) if (amplitude[bin]! > amplitude[strongest]!) strongest = bin;
  if (strongest < LOWEST_BIN) return 0;
  const hz = peakBin(amplitude, strongest) * BIN_HZ;
  const second = Math.round((2 * hz) / BIN_HZ);
  for (let bin = second - 1; bin <= second + 1; bin++)
    if (bin < SPECTRUM_BINS && amplitude[bin]! > SECOND * amplitude[strongest]!) return 0;
  return hasInharmonicPartial(amplitude, hz, UPPER * amplitude[strongest]!) ? hz : 0;
}

/** Whether a partial above a pitch, Hz, has at least this amplitude and is no multiple of it. */
function hasInharmonicPartial(amplitude: Floats, hz: number, least: number): boolean {
  const end = Math.min(SPECTRUM_BINS - 1, Math.floor((BAR.upperTo * hz) / BIN_HZ));
  for (let bin = Math.ceil((BAR.upperFrom * hz) / BIN_HZ); bin < end; bin++) {
    const here = amplitude[bin]!;
    if (here < least || here < amplitude[bin - 1]! || here < amplitude[bin + 1]!) continue;
    const ratio = (peakBin(amplitude, bin) * BIN_HZ) / hz;
    if (Math.abs(ratio - Math.round(ratio)) >= BAR.apart) return true;
  }
  return false;
}

/** Place of the peak at a bin, by a parabola through the logarithms (Smith & Serra 1987). */
function peakBin(amplitude: Floats, bin: number): number {
  const level = (by: number): number => Math.log(amplitude[bin + by]! + Number.MIN_VALUE);
  return bin + (level(-1) - level(1)) / (2 * (level(-1) - 2 * level(0) + level(1)));
}

/** Retunes the notes of bars, and their steps in the track, in place. */
export function tuneBars(notes: readonly NoteSegment[], { hz, bar }: Pick<PitchTrack, 'hz' | 'bar'>): void {
  for (const note of notes) {
    let voiced = 0;
    let bars = 0;
    const counts = { sharp: 0, flat: 0 };
    for (let t = note.first; t < note.end; t++) {
      if (!(hz[t]! > 0)) continue;
      voiced++;
      if (!(bar[t]! > 0)) continue;
      bars++;
      const cents = 1200 * Math.log2(bar[t]! / hz[t]!);
      if (Math.abs(cents) >= BAR.from && Math.abs(cents) <= BAR.to) counts[cents > 0 ? 'sharp' : 'flat']++;
    }
    if (bars < BAR.minSteps || Math.max(counts.sharp, counts.flat) < BAR.share * voiced) continue;
    const pitches: number[] = [];
    for (let t = note.first; t < note.end; t++) {
      if (!(hz[t]! > 0 && bar[t]! > 0)) continue;
      hz[t] = bar[t]!;
      pitches.push(midiOfHz(bar[t]!));
    }
    pitches.sort((a, b) => a - b);
    note.midi = pitches[pitches.length >> 1]!;
  }
}
