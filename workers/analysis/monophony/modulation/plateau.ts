import { midiOfHz } from '../../values/pitch.ts';
import { NOTE } from '../parameters.ts';
import type { PitchTrack } from '../pitchTrack.ts';

/** Mean pitch of the steps [from, to), fractional MIDI; NaN if it is not steady within `range` semitones. */
export function plateauOf(from: number, to: number, { hz }: PitchTrack, range: number = NOTE.plateauRange): number {
  let lowest = Infinity;
  let highest = -Infinity;
  let sum = 0;
  for (let t = from; t < to; t++) {
    if (!(hz[t]! > 0)) return Number.NaN;
    const pitch = midiOfHz(hz[t]!);
    lowest = Math.min(lowest, pitch);
    highest = Math.max(highest, pitch);
    sum += pitch;
  }
  return highest - lowest <= range ? sum / (to - from) : Number.NaN;
}
