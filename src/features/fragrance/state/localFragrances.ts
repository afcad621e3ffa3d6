import type { MemberProfile } from '../../session/domain/member.ts';
import type { SavedFragrance } from '../domain/composition/savedFragrance.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { readSavedFragrance } from '../domain/schema/fragrance.ts';
import { isSameFragrance } from '../domain/composition/savedFragrance.ts';
import { drawnPart } from '../domain/composition/trace.ts';
import { localStore, type SaveResult } from '#core/storage/localStore.ts';
import { USER_DATA_KEY } from '../../session/state/session.ts';

/*
 * Saved fragrances on this device: those that only it holds, saved by a visitor or while the backend was unreachable;
 * the local playlist; and the copy of the member's profile, which is deleted with the session.
 */

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
  return all.filter((item, i) => all.findIndex(isCopyOf(item)) === i);
}

const isCopyOf =
  (fragrance: SavedFragrance) =>
  (other: SavedFragrance): boolean =>
    other.name === fragrance.name && isSameFragrance(other, fragrance);

/** The fragrances of a key without the copies of this one. */
const othersIn = (key: string, fragrance: SavedFragrance): SavedFragrance[] => {
  const isCopy = isCopyOf(fragrance);
  return readFragrances(key).filter((other) => !isCopy(other));
};

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
  return localStore.save(key, [...othersIn(key, fragrance), fragrance]);
}

/** Removes a local copy. */
export function releaseLocally(fragrance: SavedFragrance): void {
  for (const key of [FALLBACK_KEY, SAVED_KEY]) {
    const left = othersIn(key, fragrance);
    if (left.length === 0) localStore.remove(key);
    else if (left.length < readFragrances(key).length) localStore.save(key, left);
  }
}

/** The fragrance for a list, which never contains inlined audio: drops a `data:` URL. */
const withoutInlined = <T extends { audioData: string | null }>(fragrance: T): T =>
  fragrance.audioData?.startsWith('data:') === true ? { ...fragrance, audioData: null } : fragrance;

/** Mirrors a fragrance's visibility in the local playlist. */
export function mirrorVisibility(fragrance: SavedFragrance): void {
  const others = readFragrances(PLAYLIST_KEY).filter(
    (other) => !(other.name === fragrance.name && other.creatorId === fragrance.creatorId),
  );
  const list = fragrance.isPublic ? [withoutInlined(fragrance), ...others] : others;
  if (list.length === 0) localStore.remove(PLAYLIST_KEY);
  else localStore.save(PLAYLIST_KEY, list);
}

/** This device's copy of a member's saved fragrances; null when there is none. */
export function ownCopy(memberId: string): SavedFragrance[] | null {
  const { userId, fragrances } = fieldsOf(localStore.read(USER_DATA_KEY));
  return userId === memberId && Array.isArray(fragrances) ? readFragrances(fragrances) : null;
}

/** Stores the copy of the profile. It is optional: a full storage is not reported. */
export function keepOwnCopy(memberId: string, saved: readonly SavedFragrance[]): void {
  const fragrances = saved.map(({ trace, ...rest }) =>
    withoutInlined({ ...rest, ...(trace === undefined ? {} : { face: drawnPart(trace) }) }),
  );
  if (!localStore.keep(USER_DATA_KEY, { userId: memberId, fragrances })) localStore.remove(USER_DATA_KEY);
}
