import type { MemberProfile, SavedFragrance } from '../../domain/account/member.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { readSavedFragrance } from '../../domain/schema/fragrance.ts';
import { isSameFragrance } from '../../domain/fragrance/savedFragrance.ts';
import { localStore, type SaveResult } from '../../platform/storage/localStore.ts';

/* Fragrances that only this device holds: saved by a visitor, or while the backend was unreachable. */

/** Local key of fragrances saved while the backend was unreachable. */
export const FALLBACK_KEY = 'fallback_fragrance_profiles';
/** Local key of fragrances saved without a session. */
export const SAVED_KEY = 'saved_fragrance_profiles';
/** Local key of this device's copy of the public playlist. */
export const PLAYLIST_KEY = 'communityPlaylist';

/**
 * Reads fragrances from a key (or a value of one): a list, or an object with one per name. Skips invalid ones.
 */
export function readFragrances(from: string | readonly unknown[]): SavedFragrance[] {
  const stored = typeof from === 'string' ? localStore.read(from) : from;
  if (typeof stored !== 'object' || stored === null) return [];
  const entries = Array.isArray(stored) ? stored : Object.values(stored);
  return entries.map(readSavedFragrance).filter((fragrance) => fragrance !== null);
}

/**
 * The local copies that a member may see and upload: their own, and those without an account where these may move to
 * this member.
 */
export function localFragrances(memberId: string, mayTakeAlong: boolean): SavedFragrance[] {
  const all = [...readFragrances(FALLBACK_KEY), ...readFragrances(SAVED_KEY)].filter(
    ({ creatorId }) => creatorId === memberId || (creatorId === null && mayTakeAlong),
  );
  return all.filter(
    (item, i) => all.findIndex((other) => other.name === item.name && isSameFragrance(other, item)) === i,
  );
}

/** Converts the current fragrance to a saved one. */
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

/** Stores a fragrance on this device; keeps a different one of the same name beside it. */
export function keepLocally(fragrance: SavedFragrance): SaveResult {
  const key = fragrance.creatorId === null ? SAVED_KEY : FALLBACK_KEY;
  const others = readFragrances(key).filter(
    (other) => !(other.name === fragrance.name && isSameFragrance(other, fragrance)),
  );
  return localStore.save(key, [...others, fragrance]);
}

/** Removes a local copy. */
export function releaseLocally(fragrance: SavedFragrance): void {
  for (const key of [FALLBACK_KEY, SAVED_KEY]) {
    const all = readFragrances(key);
    const left = all.filter((other) => !(other.name === fragrance.name && isSameFragrance(other, fragrance)));
    if (left.length === 0) localStore.remove(key);
    else if (left.length < all.length) localStore.save(key, left);
  }
}

/**
 * Mirrors a fragrance's visibility in the local playlist. Lists never contain inlined audio: drop a `data:` URL.
 */
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
