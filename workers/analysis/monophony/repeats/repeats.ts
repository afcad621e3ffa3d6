import { HOP_SECONDS, NOTE, REPEAT } from '../../parameters.ts';
import type { NoteSegment } from '../noteDecoder.ts';
import type { PitchTrack } from '../pitchTrack.ts';
import { repeatCandidates } from './repeatEvidence.ts';
import { judgeRepeat, latenessOf } from './repeatJudge.ts';

/** Repeated notes that the decoder took for one, as each is too soft an onset for its rules. */

const steps = (seconds: number): number => Math.round(seconds / HOP_SECONDS);
const APART = steps(REPEAT.apart);
const SHORTEST = steps(REPEAT.minSeconds);

/** A place at which the judge is sure that a note begins again: its step, how sure, and the first step of the note. */
interface Repeat {
  step: number;
  sure: number;
  first: number;
}

/** Splits the notes where they begin again. */
export function splitRepeats(notes: readonly NoteSegment[], track: PitchTrack): NoteSegment[] {
  const repeats = surest(
    repeatCandidates(track)
      .map(({ step, evidence }) => ({
        step,
        sure: judgeRepeat(evidence),
        first: step - steps(latenessOf(evidence)),
      }))
      .filter(({ sure }) => sure >= REPEAT.surely),
  );
  return notes.flatMap((note) => {
    let last = { ...note };
    const parts = [last];
    for (const { step, first } of repeats) {
      if (step - last.first < APART || last.end - step < SHORTEST) continue;
      last.end = first;
      last = { ...note, first, rise: Math.max(NOTE.minRise, track.rise[step]!) };
      parts.push(last);
    }
    return parts;
  });
}

/** Of those that are too near to each other the surest, by time. */
function surest(repeats: readonly Repeat[]): Repeat[] {
  const kept: Repeat[] = [];
  for (const repeat of [...repeats].sort((a, b) => b.sure - a.sure))
    if (kept.every(({ step }) => Math.abs(step - repeat.step) >= APART)) kept.push(repeat);
  return kept.sort((a, b) => a.step - b.step);
}
