import type { NoteEvent } from '../../types.ts';
import { PARAMETERS } from '../parameters.ts';

const { density: P } = PARAMETERS;

/** Mean number of onsets in a second in which any note sounds, and mean number of simultaneous notes. */
interface Density {
  perSecond: number;
  together: number;
  /** From 1 on a sound is dense: dense piano, strummed guitar, a band. */
  density: number;
}

/**
 * Density of notes between two times, s. The classifier of chords finds many more notes of a dense sound than the rules
 * do; in a sparse one, it also takes talk and hum in the background for notes. @param notes by onset
 */
export function densityOf(
  notes: readonly Pick<NoteEvent, 'onset' | 'offset'>[],
  from = -Infinity,
  to = Infinity,
): Density {
  let beginning = 0;
  let sounding = 0;
  let seconds = 0;
  let end = from;
  for (const { onset, offset } of notes) {
    if (onset >= from && onset < to) beginning++;
    const [first, last] = [Math.max(from, onset), Math.min(to, offset)];
    seconds += Math.max(0, last - first);
    sounding += Math.max(0, last - Math.max(first, end));
    end = Math.max(end, last);
  }
  if (!(sounding > 0)) return { perSecond: 0, together: 0, density: 0 };
  const perSecond = beginning / sounding;
  const together = seconds / sounding;
  return { perSecond, together, density: Math.min(perSecond / P.perSecond, together / P.together) };
}
