import { PARAMETERS } from '../parameters.ts';
import type { ChordNote } from './chordTracker.ts';
import type { PolyphonicNote } from './noteCandidate.ts';

const { surelyNot, surely, highFrom, surelyHigh } = PARAMETERS.note;
const { apart } = PARAMETERS.chord;

/** Accepts a note by the rules, unless the network is certain of the contrary. */
export const isAccepted = ({
  midi,
  probability,
  plausible,
}: Pick<PolyphonicNote, 'midi' | 'probability' | 'plausible'>): boolean =>
  probability >= (plausible ? surelyNot : midi < highFrom ? surely : surelyHigh);

/**
 * Filters the candidates. A rejected one that cut off a note of the same pitch was part of that note and extends it.
 * @param notes in the order in which they were reported
 */
export function acceptedNotes(
  notes: readonly PolyphonicNote[],
  isKept: (note: PolyphonicNote) => boolean,
): PolyphonicNote[] {
  const kept = new Map<PolyphonicNote, PolyphonicNote>();
  for (const note of notes) {
    if (isKept(note)) {
      kept.set(note, { ...note });
      continue;
    }
    let { before } = note;
    while (before !== null && !kept.has(before)) ({ before } = before);
    if (before !== null) kept.get(before)!.offset = note.offset;
  }
  return [...kept.values()];
}

/**
 * Sorts the notes of chords, keeps of those of one pitch that begin together the most certain one, and ends each where
 * the next of its pitch begins. Returns new ones, by onset.
 */
export function withoutOverlaps(notes: readonly ChordNote[]): ChordNote[] {
  const kept: ChordNote[] = [];
  const last = new Map<number, ChordNote>();
  for (const note of notes.map((one) => ({ ...one })).sort((a, b) => a.onset - b.onset || a.midi - b.midi)) {
    const before = last.get(note.midi);
    if (before !== undefined && note.onset - before.onset < apart) {
      if (note.probability > before.probability) {
        const { onset, probability } = note;
        Object.assign(before, { onset, probability });
      }
      before.offset = Math.max(before.offset, note.offset);
      continue;
    }
    if (before !== undefined) before.offset = Math.min(before.offset, note.onset);
    last.set(note.midi, note);
    kept.push(note);
  }
  return kept;
}
