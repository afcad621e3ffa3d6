import { withoutBeside } from './beside/besideJudge.ts';
import { voiceIn } from './monophony/glides/glidingNotes.ts';
import { mergeSkippedSpans } from './polyphony/mergeSkippedSpans.ts';
import type { NoteEvent, Tuning } from './types.ts';
import type { WholeSound } from './verdict/soundEvidence.ts';
import { verdictOf } from './verdict/verdict.ts';

/** The notes of a sound, their tuning, and the share of the voiced time in which one voice glides; null for several voices. */
export interface HeardNotes {
  notes: NoteEvent[];
  tuning: Tuning;
  gliding: number | null;
}

/** Notes cut at the end of the sound: the analyzer fills the last step with silence. */
const cutAt = (end: number, notes: readonly NoteEvent[]): NoteEvent[] =>
  notes.filter(({ onset }) => onset < end).map((note) => ({ ...note, offset: Math.min(end, note.offset) }));

/** The notes of a sound: those of the transcriber that hears it better, without what sounds beside the music. */
export function heardNotes(whole: WholeSound): HeardNotes {
  const { duration, gate, track, polyphonic, monophonic } = whole;
  if (verdictOf(whole) === 'one voice') {
    const music = withoutBeside(monophonic.notes, track, false);
    return { ...voiceIn(music, track, gate), tuning: monophonic.tuning };
  }
  const { dense, tuning } = polyphonic;
  const found = mergeSkippedSpans({ ...polyphonic, notes: dense ?? polyphonic.notes }, monophonic.notes);
  const notes = cutAt(duration, found);
  // The judges of what sounds beside the music do not know the notes of dense sounds.
  return { notes: dense === null ? withoutBeside(notes, track, true) : notes, tuning, gliding: null };
}
