import { HOP_SECONDS, steps } from '../../parameters.ts';
import { NOTE } from '../parameters.ts';
import { pitchOf } from '../boundaries.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { SOFT_NOTE } from './parameters.ts';
import type { Stage } from '../stageMemory.ts';
import { plateauOf } from '../modulation/plateau.ts';

const PLATEAU_STEPS = steps(SOFT_NOTE.plateau);

/**
 * Semitones from a note to its possible remains: itself, the octave below (a wrong pitch), its partials 2 to 6.
 */
const REMNANT_INTERVALS = [0, -12, 12, 19, 24, 28, 31];

/**
 * Merges or drops segments without an onset. Such a segment continues the note just before it (the pitch path was wrong
 * in one of the two, presumably in the shorter one); without a note just before it, it is reverberation and is dropped.
 * A note softer than the sounding one has no onset either: it stays if its pitch is held and no earlier note explains
 * it.
 */
export const mergeWithoutOnset: Stage = (notes, segment, _, track) => {
  const last = notes.at(-1);
  if (segment.rise >= NOTE.minRise || isSoftNote(segment, notes, track)) notes.push(segment);
  else if (last !== undefined && (segment.first - last.end) * HOP_SECONDS < NOTE.mergeWithin) {
    if (segment.end - segment.first > last.end - last.first) last.midi = segment.midi;
    last.end = segment.end;
  }
};

function isSoftNote(segment: NoteSegment, notes: readonly NoteSegment[], track: PitchTrack): boolean {
  if (notes.length === 0 || !isHeld(segment, track)) return false;
  const pitch = pitchOf(segment, track);
  for (let i = notes.length - 1; i >= 0; i--) {
    const note = notes[i]!;
    if ((segment.first - note.end) * HOP_SECONDS > SOFT_NOTE.remains) break;
    const interval = pitch - pitchOf(note, track);
    if (REMNANT_INTERVALS.some((remains) => Math.abs(interval - remains) < SOFT_NOTE.near)) return false;
  }
  return true;
}

/** True when a segment has a clear plateau at its pitch. */
function isHeld({ first, end, midi }: NoteSegment, track: PitchTrack): boolean {
  for (let from = first; from + PLATEAU_STEPS <= end; from++) {
    if (!(Math.abs(plateauOf(from, from + PLATEAU_STEPS, track) - midi) < 1)) continue;
    let clarity = 0;
    for (let t = from; t < from + PLATEAU_STEPS; t++) clarity += track.clarity[t]!;
    if (clarity >= SOFT_NOTE.minClarity * PLATEAU_STEPS) return true;
  }
  return false;
}
