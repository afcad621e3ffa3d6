import { OFFSET, steps } from '../parameters.ts';
import type { NoteSegment } from './noteDecoder.ts';
import type { PitchTrack } from './pitchTrack.ts';

/**
 * Where a note ends: where its tone is let go, not where its last echo is gone. A key that is released, a bow that leaves
 * the string or a voice that stops shows as a fall of the partials that is faster than the decay of a held tone; what
 * follows is release and room, in which the pitch is still clear. How fast is relative: a damped string falls evenly from
 * the moment on at which it is released, a long breath slowly at first and then at once.
 */

const WITHIN = steps(OFFSET.within);
const SHORTEST = steps(OFFSET.minSeconds);
const BEYOND = steps(OFFSET.beyond);

/** Moves the ends of notes, in the order of time, back to where they are let go. */
export function trimReleases(notes: readonly NoteSegment[], { level, length }: PitchTrack): void {
  for (const [i, note] of notes.entries()) {
    const until = Math.min(length, note.end + BEYOND, notes[i + 1]?.first ?? length);
    const earliest = beforeFall(note, level, OFFSET.minFall);
    let steepest = 1;
    for (let t = Math.max(note.first + WITHIN, earliest); t < until; t++)
      steepest = Math.max(steepest, level[t - WITHIN]! / (level[t]! + Number.MIN_VALUE));
    const steepestFall = 20 * Math.log10(Math.min(steepest, 1e6));
    note.end = beforeFall(note, level, Math.max(OFFSET.minFall, OFFSET.shareOfSteepest * steepestFall));
  }
}

/** The last step that is less than `decibels` below the loudest of the steps just before it, and the end of the note if all are. */
function beforeFall({ first, end }: NoteSegment, level: Float32Array, decibels: number): number {
  const ratio = 10 ** (decibels / 20);
  let at = end;
  for (; at - 1 > first + SHORTEST; at--) {
    const limit = level[at - 1]! * ratio;
    let isFalling = false;
    for (let t = Math.max(first, at - 1 - WITHIN); t < at - 1 && !isFalling; t++) isFalling = level[t]! > limit;
    if (!isFalling) break;
  }
  return at;
}
