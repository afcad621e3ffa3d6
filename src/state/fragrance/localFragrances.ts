import type { MemberProfile, SavedFragrance } from '../../domain/account/member.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { readSavedFragrance } from '../../domain/schema/fragrance.ts';
import { isSameFragrance } from '../../domain/fragrance/savedFragrance.ts';
import { localStore, type SaveResult } from '../../platform/storage/localStore.ts';

/* Fragrances that only this device holds: saved before anybody signed in, or while the backend was away. */

/** Kept while the backend was away. */
export const FALLBACK_KEY = 'fallback_fragrance_profiles';
/** Kept while nobody was signed in. */
export const SAVED_KEY = 'saved_fragrance_profiles';
/** The public playlist as this device knows it. */
export const PLAYLIST_KEY = 'communityPlaylist';

/** Whatever a key (or a value from one) holds as fragrances: a list, or an object with one a name; what is none is left out. */
export function readFragrances(from: string | readonly unknown[]): SavedFragrance[] {
  const stored = typeof from === 'string' ? localStore.read(from) : from;
  if (typeof stored !== 'object' || stored === null) return [];
  const entries = Array.isArray(stored) ? stored : Object.values(stored);
  return entries.map(readSavedFragrance).filter((fragrance) => fragrance !== null);
}

/**
 * This device's copies that a member may see and bring up: the own ones, and those that nobody's account is on, where
 * those may come along to this member.
 */
export function localFragrances(memberId: string, mayTakeAlong: boolean): SavedFragrance[] {
  const all = [...readFragrances(FALLBACK_KEY), ...readFragrances(SAVED_KEY)].filter(
    ({ creatorId }) => creatorId === memberId || (creatorId === null && mayTakeAlong),
  );
  return all.filter(
    (item, i) => all.findIndex((other) => other.name === item.name && isSameFragrance(other, item)) === i,
  );
}

/** The current fragrance as it is saved. */
export function toSaved(fragrance: Fragrance, member: MemberProfile | null, now: Date): SavedFragrance {
  return {
    ...fragrance,
    id: `local-${fragrance.id}`,
    audioData: fragrance.audioData ?? null,
    isPublic: false,
    creatorId: member?.id ?? null,
    creatorName: member?.liquidName ?? '',
    likes: [],
    savedAt: now.toISOString(),
    addedToPlaylistAt: null,
  };
}

/** Keeps a fragrance on this device; one of the same name that is another fragrance stays beside it. */
export function keepLocally(fragrance: SavedFragrance): SaveResult {
  const key = fragrance.creatorId === null ? SAVED_KEY : FALLBACK_KEY;
  const others = readFragrances(key).filter(
    (other) => !(other.name === fragrance.name && isSameFragrance(other, fragrance)),
  );
  return localStore.save(key, [...others, fragrance]);
}

/** Lets a local copy go. */
export function releaseLocally(fragrance: SavedFragrance): void {
  for (const key of [FALLBACK_KEY, SAVED_KEY]) {
    const all = readFragrances(key);
    const left = all.filter((other) => !(other.name === fragrance.name && isSameFragrance(other, fragrance)));
    if (left.length === 0) localStore.remove(key);
    else if (left.length < all.length) localStore.save(key, left);
  }
}

/** Mirrors a fragrance's visibility in the local playlist. Lists never carry audio inside: a `data:` URL stays out. */
export function mirrorVisibility(fragrance: SavedFragrance): void {
  const others = readFragrances(PLAYLIST_KEY).filter(
    (other) => !(other.name === fragrance.name && other.creatorId === fragrance.creatorId),
  );
  const mine = {
    ...fragrance,
    audioData: fragrance.audioData?.startsWith('data:') === true ? null : fragrance.audioData,
  };
  const list = fragrance.isPublic ? [mine, ...others] : others;
  if (list.length === 0) localStore.remove(PLAYLIST_KEY);
  else localStore.save(PLAYLIST_KEY, list);
}
