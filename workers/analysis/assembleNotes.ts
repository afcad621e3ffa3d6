import { voiceIn } from './monophony/glides/glidingNotes.ts';
import { mergeSkippedSpans } from './polyphony/mergeSkippedSpans.ts';
import type { NoteEvent, Tuning } from './types.ts';
import type { TimeSpan, TranscriberResults } from './texture/textureFeatures.ts';
import { textureLikelihoods, spansOf, type TextureLikelihood, type TextureSpan } from './texture/textureClassifier.ts';

/** The notes of a sound. */
export interface AssembledNotes {
  notes: NoteEvent[];
  /** The notes of one voice, whose confidence is weighted by their stillness. */
  ofOne: ReadonlySet<NoteEvent>;
  tuning: Tuning;
  /** Share of the voiced time in which one voice glides; null where most of the sound has several. */
  gliding: number | null;
  /** True when the sound has one voice at its end. */
  endsWithOne: boolean;
}

/** Notes cut at the end of the sound: the analyzer fills the last step with silence. */
const cutAt = (end: number, notes: readonly NoteEvent[]): NoteEvent[] =>
  notes.filter(({ onset }) => onset < end).map((note) => ({ ...note, offset: Math.min(end, note.offset) }));

/** The notes that begin in one of these stretches. */
const beginningIn = (stretches: readonly TimeSpan[], notes: readonly NoteEvent[]): NoteEvent[] =>
  notes.filter(({ onset }) => stretches.some(({ from, to }) => onset >= from && onset < to));

/** The notes of a sound: of each half second those of the more suitable transcriber. @param odds of each half second */
export function assembleNotes(
  results: TranscriberResults,
  odds: readonly TextureLikelihood[] = textureLikelihoods(results),
): AssembledNotes {
  const { duration, track, polyphonic, monophonic } = results;
  const spans = spansOf(odds);
  const having = (voices: TextureSpan['voices']): TextureSpan[] => spans.filter((span) => span.voices === voices);
  const [one, several, dense] = [having('one'), having('several'), having('dense')];
  const found = [...beginningIn(several, polyphonic.notes), ...beginningIn(dense, polyphonic.chords)];
  const merged = mergeSkippedSpans(
    { notes: found, skipped: joinSpans([...polyphonic.skipped, ...one]) },
    monophonic.notes,
  );
  const notes = cutAt(duration, merged);
  const voice = voiceIn(beginningIn(one, notes), track, [...several, ...dense]);
  const secondsOfOne = one.reduce((sum, { from, to }) => sum + Math.min(duration, to) - from, 0);
  const isMostlyOne = 2 * secondsOfOne >= duration;
  return {
    notes: [...voice.notes, ...beginningIn([...several, ...dense], notes)].sort(
      (a, b) => a.onset - b.onset || a.midi - b.midi,
    ),
    ofOne: new Set(voice.notes),
    tuning: (isMostlyOne ? monophonic : polyphonic).tuning,
    gliding: isMostlyOne ? voice.gliding : null,
    endsWithOne: spans.at(-1)!.voices === 'one',
  };
}

/** These stretches, of which those that overlap or meet become one, by time. */
function joinSpans(stretches: readonly TimeSpan[]): TimeSpan[] {
  const all: TimeSpan[] = [];
  for (const { from, to } of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}
