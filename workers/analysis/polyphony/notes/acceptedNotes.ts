import { PARAMETERS } from '../parameters.ts';
import type { PolyphonicNote } from './noteTracker.ts';

const { surelyNot, surely, highFrom, surelyHigh } = PARAMETERS.note;

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
