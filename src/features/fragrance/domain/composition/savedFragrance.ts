import type { Fragrance } from './model.ts';

/**
 * A row in `fragrance_profiles`, in the app's names: a fragrance that a member saved. Names are unique per member.
 */
export interface SavedFragrance extends Omit<Fragrance, 'audioData'> {
  /** URL of the recording; null when there is none. */
  audioData: string | null;
  isPublic: boolean;
  /** The operator hid it: only its owner can load it, even when it is public. */
  hidden?: boolean;
  /** The owner's account; null in copies without one. */
  creatorId: string | null;
  /** The owner's liquidName. */
  creatorName: string;
  likes: string[];
  /** ISO date of the first save. */
  savedAt: string;
  /** ISO date of the last change of visibility; null if it was never in the playlist. */
  addedToPlaylistAt: string | null;
}

type Comparable = Pick<Fragrance, 'musicEssence' | 'created'> & { audioData?: string | null };

/** True for two copies of one fragrance: the same notes at the same time, or the same notes and recording. */
export function isSameFragrance(a: Comparable, b: Comparable): boolean {
  if (a.musicEssence.join() !== b.musicEssence.join()) return false;
  const moment = Date.parse(a.created);
  if (Number.isFinite(moment) && moment === Date.parse(b.created)) return true;
  // Played fragrances have no recording: the same notes at another time are another piece.
  return typeof a.audioData === 'string' && a.audioData === b.audioData;
}

/** The first free name of `name 2`, `name 3`, … */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 2; ; n++) if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
}

/** Prefix of ids of saved fragrances that are only on this device. */
export const LOCAL_ID_PREFIX = 'local-';

/** True for a saved fragrance that is only on this device, not in the profile (yet). */
export const isOnlyOnDevice = ({ id }: { id: string }): boolean => id.startsWith(LOCAL_ID_PREFIX);
