import type { NoteEvent } from '../types.ts';
import type { PolyphonicTranscription } from './index.ts';

/** Tolerance at the edge of a span for the end or the beginning of a note that sounds across it, s. */
const EDGE_TOLERANCE = 0.1;

/**
 * Merges two transcriptions of one sound: the polyphonic notes, and those `monophonic` ones that begin in a span
 * skipped by the polyphonic transcriber. A note across the edge of a span stays one note. Returns the notes by onset.
 */
export function mergeSkippedSpans(
  { notes, skipped }: Pick<PolyphonicTranscription, 'notes' | 'skipped'>,
  monophonic: readonly NoteEvent[],
): NoteEvent[] {
  const merged = notes.map((note) => ({ ...note }));
  const dropped = new Set<NoteEvent>();
  for (const { from, to } of skipped) {
    const notesAcross = (edge: number) => monophonic.filter((note) => note.onset < edge && note.offset > edge);
    for (const sounding of notesAcross(from)) {
      const cut = merged.find(
        (note) => note.midi === sounding.midi && note.onset < from && note.offset > from - EDGE_TOLERANCE,
      );
      if (cut) cut.offset = Math.max(cut.offset, Math.min(to, sounding.offset));
    }
    const inside = monophonic.filter((note) => note.onset >= from && note.onset < to).map((note) => ({ ...note }));
    for (const sounding of inside) {
      if (sounding.offset <= to) continue;
      const rest = merged.find((note) => note.midi === sounding.midi && Math.abs(note.onset - to) < EDGE_TOLERANCE);
      sounding.offset = rest ? rest.offset : to;
      if (rest) dropped.add(rest);
    }
    merged.push(...inside);
  }
  return merged.filter((note) => !dropped.has(note)).sort((a, b) => a.onset - b.onset || a.midi - b.midi);
}
