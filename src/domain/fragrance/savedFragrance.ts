import type { Fragrance } from './model.ts';

type Comparable = Pick<Fragrance, 'musicEssence' | 'created'> & { audioData?: string | null };

/** True for two copies of one fragrance: the same notes from the same moment, or the same notes and recording, where there is one. */
export function isSameFragrance(a: Comparable, b: Comparable): boolean {
  if (a.musicEssence.join() !== b.musicEssence.join()) return false;
  const moment = Date.parse(a.created);
  if (Number.isFinite(moment) && moment === Date.parse(b.created)) return true;
  // What was played has none: the same notes at another time are another piece.
  return typeof a.audioData === 'string' && a.audioData === b.audioData;
}

/** The first of `name 2`, `name 3`, … that is not taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
}

/** Ids of saved fragrances that are on this device alone begin so. */
export const LOCAL_ID_PREFIX = 'local-';

/** True for a saved fragrance that is on this device alone: the profile does not hold it (yet). */
export const isOnDevice = ({ id }: { id: string }): boolean => id.startsWith(LOCAL_ID_PREFIX);
