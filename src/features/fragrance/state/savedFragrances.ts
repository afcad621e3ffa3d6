import { proxy, ref, subscribe } from 'valtio';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { listOwnFragrances } from '../backend/fragranceProfiles.ts';
import type { MemberProfile } from '#features/session/domain/member.ts';
import { type SavedFragrance, isOnlyOnDevice, isSameFragrance } from '../domain/composition/savedFragrance.ts';
import { localStore, type SaveResult } from '#core/storage/localStore.ts';
import { oncePerSession, hasSignedInWithPassword, session, USER_DATA_KEY } from '#features/session/state/session.ts';
import { readFragranceJob } from '../domain/schema/queuedFragrance.ts';
import type { Fragrance } from '../domain/composition/model.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { readSavedFragrance } from '../domain/schema/fragrance.ts';
import { drawnPart } from '../domain/composition/trace.ts';

/*
 * The list of saved fragrances: saveFragrance.ts adds to it, changeSaved.ts changes its entries. This
 * device has those that a visitor saved, or a member while the backend was unreachable; the local playlist; and a copy
 * of the member's profile, which is deleted with the session.
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
 * The local copies that a member may see and upload: their own, and those without an account if these may move to this
 * member.
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
export function storeFragranceLocally(fragrance: SavedFragrance): SaveResult {
  const key = fragrance.creatorId === null ? SAVED_KEY : FALLBACK_KEY;
  return localStore.save(key, [...othersIn(key, fragrance), fragrance]);
}

/** Removes a local copy. */
export function deleteLocalFragrance(fragrance: SavedFragrance): void {
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
export function updateLocalVisibility(fragrance: SavedFragrance): void {
  const otherMembers = readFragrances(PLAYLIST_KEY).filter(
    (other) => !(other.name === fragrance.name && other.creatorId === fragrance.creatorId),
  );
  const list = fragrance.isPublic ? [withoutInlined(fragrance), ...otherMembers] : otherMembers;
  if (list.length === 0) localStore.remove(PLAYLIST_KEY);
  else localStore.save(PLAYLIST_KEY, list);
}

/** This device's copy of a member's saved fragrances; null when there is none. */
function readProfileCopy(memberId: string): SavedFragrance[] | null {
  const { userId, fragrances } = fieldsOf(localStore.read(USER_DATA_KEY));
  return userId === memberId && Array.isArray(fragrances) ? readFragrances(fragrances) : null;
}

/** Stores the copy of the profile. It is optional: a full storage is not reported. */
export function storeProfileCopy(memberId: string, saved: readonly SavedFragrance[]): void {
  const fragrances = saved.map(({ trace, ...rest }) =>
    withoutInlined({ ...rest, ...(trace === undefined ? {} : { face: drawnPart(trace) }) }),
  );
  if (!localStore.keep(USER_DATA_KEY, { userId: memberId, fragrances })) localStore.remove(USER_DATA_KEY);
}

/** The fragrances of the signed-in member, newest first. Each is replaced whole, never mutated. */
export const savedFragrances = proxy<{
  items: SavedFragrance[];
  /** `offline`: shows this device's copy. */
  status: 'idle' | 'loading' | 'ready' | 'offline';
  /** The items are the profile's, from the backend or from this device's copy. */
  known: boolean;
  /** Name of the fragrance whose visibility is being changed; the other switches wait. */
  changing: string | null;
}>({ items: [], status: 'idle', known: false, changing: null });

let owner: string | null = null;

/** Clears another member's list synchronously: a later task would remove changes of the new member. */
subscribe(
  session,
  () => {
    const id = session.user?.id ?? null;
    if (id === owner) return;
    owner = id;
    Object.assign(savedFragrances, { items: [], status: 'idle', known: false, changing: null });
  },
  true,
);

/** The signed-in member; null for a visitor. */
export function member(): MemberProfile | null {
  return session.user === null || session.user.id === '' ? null : session.user;
}

/** The local fragrances that the member may have. */
export const localOnlyFragrances = (user: MemberProfile): SavedFragrance[] =>
  localFragrances(user.id, hasSignedInWithPassword(user.id));

/** Shows the fragrances of the profile and those that only this device holds. */
export function show(items: readonly SavedFragrance[], user: MemberProfile): void {
  const all = [
    ...items,
    ...localOnlyFragrances(user).filter((local) => !items.some((item) => item.name === local.name)),
  ];
  savedFragrances.items = all.sort((a, b) => b.savedAt.localeCompare(a.savedAt)).map((item) => ref(item));
}

/** Increases with every change of the profile: a list requested before is outdated. */
let changes = 0;

/** Shows the profile after a change, and updates this device's copy. */
export function showStored(items: readonly SavedFragrance[], user: MemberProfile): void {
  changes += 1;
  keepAndShow(items, user);
}

function keepAndShow(items: readonly SavedFragrance[], user: MemberProfile): void {
  const stored = items.filter((item) => !isOnlyOnDevice(item));
  if (savedFragrances.known) storeProfileCopy(user.id, stored);
  show(stored, user);
}

/** Reloads the profile after a change made elsewhere. */
export function reloadSaved(): Promise<void> {
  changes += 1;
  return loadSavedFragrances();
}

/** Loads the member's fragrances; this device's copies when the backend is unreachable. */
export const loadSavedFragrances = oncePerSession(load);

async function load(signal: AbortSignal): Promise<void> {
  const user = member();
  if (user === null) return;
  const copy = readProfileCopy(user.id);
  // Show the copy first, then verify it.
  if (savedFragrances.status === 'idle') show(copy ?? [], user);
  if (savedFragrances.status === 'idle') savedFragrances.status = 'loading';
  savedFragrances.known ||= copy !== null;
  try {
    let items: SavedFragrance[];
    let before: number;
    do {
      before = changes;
      items = await withWaiting(await listOwnFragrances(user.id), user);
      if (signal.aborted) return;
    } while (before !== changes);
    savedFragrances.known = true;
    keepAndShow(items, user);
    savedFragrances.status = 'ready';
  } catch {
    if (signal.aborted) return;
    show(readProfileCopy(user.id) ?? [], user);
    savedFragrances.status = 'offline';
  }
}

/** Applies the visibility changes that have not reached the backend yet. */
async function withWaiting(items: readonly SavedFragrance[], user: MemberProfile): Promise<SavedFragrance[]> {
  const entries = (await outbox.entries('fragrance').catch(() => [])).filter(
    ({ ownerId, refused }) => ownerId === user.id && refused === undefined,
  );
  if (entries.length === 0) return [...items];
  const waiting = entries.map(({ payload }) => readFragranceJob(payload));
  return items.map((item) => {
    const job = waiting.findLast(
      (candidate) => candidate?.action === 'visibility' && candidate.fragranceId === item.id,
    );
    if (job?.action !== 'visibility' || job.isPublic === item.isPublic) return item;
    return { ...item, ...localVisibility(job.isPublic) };
  });
}

/** Local effect of a visibility change, until the backend answers. */
export const localVisibility = (isPublic: boolean): Pick<SavedFragrance, 'isPublic' | 'addedToPlaylistAt'> => ({
  isPublic,
  addedToPlaylistAt: isPublic ? new Date().toISOString() : null,
});

/** Removes a member's fragrances from this device after the account was deleted. */
export function deleteSavedFragrances(): void {
  for (const item of savedFragrances.items) updateLocalVisibility({ ...item, isPublic: false });
  localStore.remove(FALLBACK_KEY);
  Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
}
