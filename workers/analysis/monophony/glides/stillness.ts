import { midiOfHz } from '../../values/pitch.ts';
import { steps } from '../../parameters.ts';
import type { NoteEvent } from '../../types.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { GLIDE } from './parameters.ts';

/**
 * Weight of each step in a note, 0 to 1: its clarity, less where the pitch moves. A listener takes the pitch of a glide
 * from its stillest part ('t Hart, Collier & Cohen 1990).
 */
export function stillness(track: Steps): Float32Array {
  const { hz, clarity, length, changes } = track;
  let known = cachedWeights.get(track);
  if (known?.changes !== changes) known = { weights: new Float32Array(length), length: 0, changes };
  if (known.weights.length < length) {
    const longer = new Float32Array(2 * length);
    longer.set(known.weights);
    known.weights = longer;
  }
  // Weigh the last step of the previous call again: it has a successor now.
  for (let t = Math.max(0, known.length - 1); t < length; t++) {
    const [before, after] = [t > 0 ? hz[t - 1]! : 0, t + 1 < length ? hz[t + 1]! : 0];
    known.weights[t] =
      before > 0 && hz[t]! > 0 && after > 0
        ? clarity[t]! * Math.exp(-Math.abs(midiOfHz(after) - midiOfHz(before)) / GLIDE.still)
        : 0;
  }
  known.length = length;
  cachedWeights.set(track, known);
  return known.weights.subarray(0, length);
}

type Steps = Pick<PitchTrack, 'hz' | 'clarity' | 'length' | 'changes'>;

/** Weights of tracks that grow: the live view reads them again and again. */
const cachedWeights = new WeakMap<Steps, { weights: Float32Array; length: number; changes: number }>();

/** The notes with their certainty weighted by stillness, so that length times certainty is how strong they are. */
export function scaleNotes(notes: readonly NoteEvent[], weights: Float32Array): NoteEvent[] {
  return notes.map((note) => {
    const span = weights.subarray(steps(note.onset), steps(note.offset));
    return { ...note, confidence: span.reduce((sum, weight) => sum + weight, 0) / Math.max(1, span.length) };
  });
}
