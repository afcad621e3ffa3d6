import { PARAMETERS } from '../parameters.ts';
import type { PolyphonicNote } from './noteTracker.ts';

const { surelyNot, surely, highFrom, surelyHigh } = PARAMETERS.note;

/** Accepts a note by the rules, unless the network is certain of the contrary. */
export const counts = ({
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
  counts: (note: PolyphonicNote) => boolean,
): PolyphonicNote[] {
  const counted = new Map<PolyphonicNote, PolyphonicNote>();
  for (const note of notes) {
    if (counts(note)) {
      counted.set(note, { ...note });
      continue;
    }
    let { before } = note;
    while (before !== null && !counted.has(before)) ({ before } = before);
    if (before !== null) counted.get(before)!.offset = note.offset;
  }
  return [...counted.values()];
}
