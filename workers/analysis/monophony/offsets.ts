import { steps } from '../parameters.ts';
import { OFFSET } from './parameters.ts';
import type { NoteSegment } from './noteDecoder.ts';
import type { Stage } from './stageMemory.ts';

/**
 * Finds the end of a note: its release, not the end of its last echo. At a released key, a lifted bow or the end of a
 * voice, the partials fall faster than a held tone decays; release and room follow, with a pitch that is still clear.
 * The speed of the fall is relative: a damped string falls evenly from its release on, a long breath slowly and then at
 * once.
 */

const FALL_STEPS = steps(OFFSET.within);
const MIN_STEPS = steps(OFFSET.minSeconds);
const RINGING_STEPS = steps(OFFSET.ringing);
const BEYOND_STEPS = steps(OFFSET.beyond);

/** Moves the ends of notes back to their releases. */
export const trimReleases: Stage = (notes, note, next, { level, length }) => {
  const until = Math.min(length, note.end + BEYOND_STEPS, next?.first ?? length);
  const earliest = beforeFall(note, level, OFFSET.minFall);
  let steepest = 1;
  for (let t = Math.max(note.first + FALL_STEPS, earliest); t < until; t++)
    steepest = Math.max(steepest, level[t - FALL_STEPS]! / (level[t]! + Number.MIN_VALUE));
  const steepestFall = 20 * Math.log10(Math.min(steepest, 1e6));
  note.end = beforeFall(note, level, Math.max(OFFSET.minFall, OFFSET.shareOfSteepest * steepestFall));
  note.end = beforeFaded(note, level);
  notes.push(note);
};

/**
 * The last step that is less than `decibels` below the loudest of the steps just before it; the end of the note if the
 * level never falls that far.
 */
function beforeFall({ first, end }: NoteSegment, level: Float32Array, decibels: number): number {
  const ratio = 10 ** (decibels / 20);
  let at = end;
  for (; at - 1 > first + MIN_STEPS; at--) {
    const limit = level[at - 1]! * ratio;
    let isFalling = false;
    for (let t = Math.max(first, at - 1 - FALL_STEPS); t < at - 1 && !isFalling; t++) isFalling = level[t]! > limit;
    if (!isFalling) break;
  }
  return at;
}

/**
 * The step from which on the level stays `OFFSET.faded` below the loudest of the note; its end if it never does. A
 * ringing tone, as of a bell or a string that is not damped, has no release. A short note keeps its end: there the
 * player let go.
 */
function beforeFaded({ first, end }: NoteSegment, level: Float32Array): number {
  let loudest = 0;
  for (let t = first; t < end; t++) loudest = Math.max(loudest, level[t]!);
  const faded = loudest * 10 ** (-OFFSET.faded / 20);
  let at = end;
  while (at - 1 > first + RINGING_STEPS && level[at - 1]! < faded) at--;
  return at;
}
