import { midiOfHz } from '../../../values/pitch.ts';
import { steps } from '../../parameters.ts';
import type { NoteEvent } from '../../types.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { GLIDE } from './parameters.ts';

/**
 * How much each step counts as part of a note, 0 to 1: its clarity, less where the pitch moves. An ear takes the pitch of
 * a glide from its stillest part ('t Hart, Collier & Cohen 1990).
 */
export function stillness({ hz, clarity, length }: Pick<PitchTrack, 'hz' | 'clarity' | 'length'>): Float32Array {
  return Float32Array.from({ length }, (_, t) => {
    const [before = 0, here = 0, after = 0] = [hz[t - 1], hz[t], t + 1 < length ? hz[t + 1] : 0];
    if (!(before > 0 && here > 0 && after > 0)) return 0;
    return clarity[t]! * Math.exp(-Math.abs(midiOfHz(after) - midiOfHz(before)) / GLIDE.still);
  });
}

/** The notes with their certainty weighted by stillness, so that length times certainty is how strong they are. */
export function weighted(notes: readonly NoteEvent[], weights: Float32Array): NoteEvent[] {
  return notes.map((note) => {
    const span = weights.subarray(steps(note.onset), steps(note.offset));
    return { ...note, confidence: span.reduce((sum, weight) => sum + weight, 0) / Math.max(1, span.length) };
  });
}
