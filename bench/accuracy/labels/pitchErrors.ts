import { hzOfMidi, midiOfHz } from '#ear/values/pitch.ts';
import type { PitchStep } from '../../engines/types.ts';
import type { ReferenceNote } from '../corpus.ts';

/** A pitch further than this from the label is of something else, semitones; a label needs this many steps of the track. */
const NEAR = 2;
const LEAST_STEPS = 4;

/** How far the pitch of a label, fractional MIDI, is above the one that was measured. */
export interface PitchError {
  midi: number;
  cents: number;
  hz: number;
}

/** Compares each note with the median pitch of the track from its onset to its offset; notes of which too little is heard are left out. */
export function pitchErrors(notes: readonly ReferenceNote[], track: readonly PitchStep[]): PitchError[] {
  return notes.flatMap(({ midi, onset, offset }) => {
    const heard = track
      .filter(([time, hz]) => time >= onset && time < offset && hz > 0 && Math.abs(midiOfHz(hz) - midi) < NEAR)
      .map(([, hz]) => hz)
      .sort((a, b) => a - b);
    if (heard.length < LEAST_STEPS) return [];
    const median = heard[heard.length >> 1]!;
    return [{ midi, cents: 100 * (midi - midiOfHz(median)), hz: hzOfMidi(midi) - median }];
  });
}
