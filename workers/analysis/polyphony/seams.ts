import type { NoteEvent } from '../types.ts';
import type { PolyphonicHearing } from './index.ts';

/** How near a seam a note may begin or end that in truth sounds across it, s. */
const NEAR = 0.1;

/**
 * The notes of a sound whose polyphonic ear napped at times: its own, and those of the single-voice ear
 * (`voice`) that begin while it napped. A note that sounds across a seam is one note. By onset.
 */
export function fillNaps({ notes, naps }: PolyphonicHearing, voice: readonly NoteEvent[]): NoteEvent[] {
  const joined = notes.map((note) => ({ ...note }));
  const dropped = new Set<NoteEvent>();
  for (const { from, to } of naps) {
    const across = (seam: number) => voice.filter((note) => note.onset < seam && note.offset > seam);
    for (const sounding of across(from)) {
      const cut = joined.find((note) => note.midi === sounding.midi && note.onset < from && note.offset > from - NEAR);
      if (cut) cut.offset = Math.max(cut.offset, Math.min(to, sounding.offset));
    }
    const alone = voice.filter((note) => note.onset >= from && note.onset < to).map((note) => ({ ...note }));
    for (const sounding of alone) {
      if (sounding.offset <= to) continue;
      const rest = joined.find((note) => note.midi === sounding.midi && Math.abs(note.onset - to) < NEAR);
      sounding.offset = rest ? rest.offset : to;
      if (rest) dropped.add(rest);
    }
    joined.push(...alone);
  }
  return joined.filter((note) => !dropped.has(note)).sort((a, b) => a.onset - b.onset || a.midi - b.midi);
}
