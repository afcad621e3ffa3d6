import { NOTE, REPEAT, steps } from '../../parameters.ts';
import { pitchOf } from '../boundaries.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { repeatCandidates } from './repeatEvidence.ts';
import { judgeRepeat, latenessOf } from './repeatJudge.ts';

/** Repeated notes that the decoder took for one, as each is too soft an onset for its rules, and notes that it took for two. */

const APART = steps(REPEAT.apart);
const SHORTEST = steps(REPEAT.minSeconds);
/** Largest gap between two notes that may be one, steps, and how far from the beginning of the later one the judge is asked. */
const TIED = 2;
const EARLY = steps(REPEAT.alone);
const LATE = steps(NOTE.riseAfter);

/** What the judge says of a place at which a note may begin again: its step, how sure it is, the first step of the note, and the rise of its partials, dB. */
interface Judged {
  step: number;
  sure: number;
  first: number;
  rise: number;
}

/** Splits the notes where the judge is sure that they begin again, and joins those of one pitch where it is sure that none does. */
export function correctRepeats(notes: readonly NoteSegment[], track: PitchTrack): NoteSegment[] {
  const judged = repeatCandidates(track).map(({ step, evidence }) => ({
    step,
    sure: judgeRepeat(evidence),
    first: step - steps(latenessOf(evidence)),
    rise: track.rise[step]!,
  }));
  return splitRepeats(joinFalseRepeats(notes, judged, track), judged);
}

/** Joins notes that were told apart by a rise of their partials alone, which a vowel has as well as a note. */
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

/** Whether the judge was asked where a note begins, and is sure that none does. */
function isHardlyRepeat({ first }: NoteSegment, judged: readonly Judged[]): boolean {
  const near = judged.filter(({ step }) => step >= first - EARLY && step <= first + LATE);
  return near.length > 0 && near.every(({ sure }) => sure < REPEAT.hardly);
}

function splitRepeats(notes: readonly NoteSegment[], judged: readonly Judged[]): NoteSegment[] {
  const repeats = surest(judged.filter(({ sure }) => sure >= REPEAT.surely));
  return notes.flatMap((note) => {
    let last = { ...note };
    const parts = [last];
    for (const { step, first, rise } of repeats) {
      if (step - last.first < APART || last.end - step < SHORTEST) continue;
      last.end = first;
      last = { ...note, first, rise: Math.max(NOTE.minRise, rise) };
      parts.push(last);
    }
    return parts;
  });
}

/** Of those that are too near to each other the surest, by time. */
function surest(repeats: readonly Judged[]): Judged[] {
  const kept: Judged[] = [];
  for (const repeat of [...repeats].sort((a, b) => b.sure - a.sure))
    if (kept.every(({ step }) => Math.abs(step - repeat.step) >= APART)) kept.push(repeat);
  return kept.sort((a, b) => a.step - b.step);
}
