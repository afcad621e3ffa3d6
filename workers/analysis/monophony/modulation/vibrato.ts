import { midiOfHz } from '../../values/pitch.ts';
import { VIBRATO } from './parameters.ts';
import { steps } from '../../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import type { Stage } from '../stageMemory.ts';
import { measurePeriod, PERIOD_STEPS, type Period } from './period.ts';

/**
 * Joins the notes of a wide vibrato: where the pitch swings steadily around the same mean before and after a boundary,
 * the decoder has cut one note into its swings. A trill rests on its two notes, and a slur changes the mean.
 */

/** Level of a released tone, share of its largest level. */
const RELEASE_RATIO = 10 ** (-VIBRATO.released / 20);
const MAX_GAP_STEPS = steps(VIBRATO.gap);

/** Joins notes that are swings of one vibrato. */
export const joinVibrato: Stage = (joined, note, _, track) => {
  const last = joined.at(-1);
  const mean = last !== undefined && note.first - last.end <= MAX_GAP_STEPS ? meanAround(last, note, track) : null;
  if (last === undefined || mean === null) joined.push(note);
  else joined[joined.length - 1] = { ...last, end: note.end, midi: mean };
};

/** Mean pitch of a vibrato across two notes, fractional MIDI; null without one. */
function meanAround(last: NoteSegment, note: NoteSegment, track: PitchTrack): number | null {
  const before = swingOf(note.first - PERIOD_STEPS, track);
  const after = swingOf(note.first, track);
  if (before !== null && after !== null)
    return Math.abs(after.mean - before.mean) <= VIBRATO.drift ? (before.mean + after.mean) / 2 : null;
  // Its first or last swing may be shorter than a period.
  if (before !== null && isWithin(note, before, track)) return before.mean;
  return after !== null && isWithin(last, after, track) ? after.mean : null;
}

/** Steps from the beginning of a note until its partials have decayed. */
export function soundingLength({ first, end }: NoteSegment, { level }: Pick<PitchTrack, 'level'>): number {
  let loudest = 0;
  let last = first;
  for (let t = first; t < end; t++) {
    loudest = Math.max(loudest, level[t]!);
    if (level[t]! >= loudest * RELEASE_RATIO) last = t;
  }
  return last + 1 - first;
}

/** True when a note is at most one swing of a vibrato, and within its range. Its decay does not count. */
function isWithin(note: NoteSegment, { lowest, highest }: Period, track: PitchTrack): boolean {
  if (soundingLength(note, track) > PERIOD_STEPS * VIBRATO.maxSwing) return false;
  const { first, end } = note;
  const { hz } = track;
  for (let t = first; t < end; t++) {
    if (!(hz[t]! > 0)) continue;
    const pitch = midiOfHz(hz[t]!);
    if (pitch < lowest - VIBRATO.margin || pitch > highest + VIBRATO.margin) return false;
  }
  return true;
}

/** The period of a vibrato from a step on; null without vibrato. */
function swingOf(from: number, { hz, length }: PitchTrack): Period | null {
  if (from < 0 || from + PERIOD_STEPS > length) return null;
  const swing = measurePeriod((i) => midiOfHz(hz[from + i]!));
  if (swing === null) return null;
  const range = swing.highest - swing.lowest;
  const isSwing =
    range >= VIBRATO.minRange && range <= VIBRATO.maxRange && swing.resting <= VIBRATO.maxResting * PERIOD_STEPS;
  return isSwing ? swing : null;
}
