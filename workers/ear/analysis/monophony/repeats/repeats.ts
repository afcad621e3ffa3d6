import { NOTE, steps } from '../../parameters.ts';
import { REPEAT } from './parameters.ts';
import { pitchOf } from '../boundaries.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { repeatCandidates } from './repeatEvidence.ts';
import { judgeRepeat } from './repeatJudge.ts';

/**
 * Corrects repeats: splits notes whose repeats are too soft for the decoder's rules, and joins notes split in error.
 */

const APART = steps(REPEAT.apart);
const MIN_STEPS = steps(REPEAT.minSeconds);
/**
 * Largest gap between two notes that may be joined, and search range around the beginning of the later one, steps.
 */
const TIED = 2;
const EARLY = steps(REPEAT.alone);
const LATE = steps(NOTE.riseAfter);
const DELAY = steps(REPEAT.delay);

/**
 * A judged candidate: its step, the certainty of a repeat, the first step of the note, and the rise of its partials,
 * dB.
 */
export interface Judged {
  step: number;
  certainty: number;
  first: number;
  rise: number;
}

/** The candidates for repeats in a sound, judged, by time. */
export const judgedRepeats = (track: PitchTrack): Judged[] =>
  repeatCandidates(track).map(({ step, evidence }) => ({
    step,
    certainty: judgeRepeat(evidence),
    first: step - DELAY,
    rise: track.rise[step]!,
  }));

/** Splits notes at certain repeats, and joins notes of one pitch where a repeat is unlikely. */
export function correctRepeats(
  notes: readonly NoteSegment[],
  track: PitchTrack,
  judged: readonly Judged[] = judgedRepeats(track),
): NoteSegment[] {
  return splitRepeats(joinFalseRepeats(notes, judged, track), judged);
}

/** Joins notes that only a rise of their partials separates; vowels rise too. */
function joinFalseRepeats(notes: readonly NoteSegment[], judged: readonly Judged[], track: PitchTrack): NoteSegment[] {
  const joined: NoteSegment[] = [];
  for (const note of notes) {
    const last = joined.at(-1);
    if (last !== undefined && isTied(last, note, track) && isHardlyRepeat(note, judged)) last.end = note.end;
    else joined.push({ ...note });
  }
  return joined;
}

/** Whether a note of the same pitch follows another without a rest. */
const isTied = (last: NoteSegment, note: NoteSegment, track: PitchTrack): boolean =>
  note.first - last.end <= TIED && Math.abs(pitchOf(note, track) - pitchOf(last, track)) < REPEAT.joined;

const near = ({ first }: NoteSegment, judged: readonly Judged[]): Judged[] =>
  judged.filter(({ step }) => step >= first - EARLY && step <= first + LATE);

/** Whether the beginning of a note is surely a repeat. */
export const isSurelyRepeat = (note: NoteSegment, judged: readonly Judged[]): boolean =>
  near(note, judged).some(({ certainty }) => certainty >= REPEAT.surely);

/** Whether the beginning of a note was judged, and is hardly a repeat. */
function isHardlyRepeat(note: NoteSegment, judged: readonly Judged[]): boolean {
  const at = near(note, judged);
  return at.length > 0 && at.every(({ certainty }) => certainty < REPEAT.hardly);
}

function splitRepeats(notes: readonly NoteSegment[], judged: readonly Judged[]): NoteSegment[] {
  const repeats = mostCertain(judged.filter(({ certainty }) => certainty >= REPEAT.surely));
  return notes.flatMap((note) => {
    let last = { ...note };
    const parts = [last];
    for (const { step, first, rise } of repeats) {
      if (step - last.first < APART || last.end - step < MIN_STEPS) continue;
      last.end = first;
      last = { ...note, first, rise: Math.max(NOTE.minRise, rise) };
      parts.push(last);
    }
    return parts;
  });
}

/** Drops repeats too near to a more certain one. Returns the others by time. */
function mostCertain(repeats: readonly Judged[]): Judged[] {
  const chosen: Judged[] = [];
  for (const repeat of [...repeats].sort((a, b) => b.certainty - a.certainty))
    if (chosen.every(({ step }) => Math.abs(step - repeat.step) >= APART)) chosen.push(repeat);
  return chosen.sort((a, b) => a.step - b.step);
}
