import { proxy, ref, subscribe } from 'valtio';
import { outbox } from '../../outbox/backend/outbox.ts';
import { listOwnFragrances } from '../backend/fragranceProfiles.ts';
import type { MemberProfile } from '../../session/domain/member.ts';
import type { SavedFragrance } from '../domain/composition/savedFragrance.ts';
import { localStore } from '#core/storage/localStore.ts';
import { FALLBACK_KEY, keepOwnCopy, localFragrances, mirrorVisibility, ownCopy } from './localFragrances.ts';
import { oncePerSession } from '../../session/state/oncePerSession.ts';
import { isOwnDevice, session } from '../../session/state/session.ts';
import { readFragranceJob } from '../domain/schema/waiting.ts';
import { isOnDevice } from '../domain/composition/savedFragrance.ts';

/* The list of saved fragrances. saveFragrance.ts and sendFragrances.ts add to it, changeSaved.ts changes its entries. */

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

/** Clears another member's list synchronously: a later task would remove what the new member has begun. */
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
  localFragrances(user.id, isOwnDevice(user.id));

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
  const stored = items.filter((item) => !isOnDevice(item));
  if (savedFragrances.known) keepOwnCopy(user.id, stored);
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
  const copy = ownCopy(user.id);
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
    show(ownCopy(user.id) ?? [], user);
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
    const job = waiting.findLast((one) => one?.action === 'visibility' && one.fragranceId === item.id);
    if (job?.action !== 'visibility' || job.isPublic === item.isPublic) return item;
    return { ...item, ...visibilityHere(job.isPublic) };
  });
}

/** Local effect of a visibility change, until the backend answers. */
export const visibilityHere = (isPublic: boolean): Pick<SavedFragrance, 'isPublic' | 'addedToPlaylistAt'> => ({
  isPublic,
  addedToPlaylistAt: isPublic ? new Date().toISOString() : null,
});

/** Removes a member's fragrances from this device after the account was deleted. */
export function forgetSavedFragrances(): void {
  for (const item of savedFragrances.items) mirrorVisibility({ ...item, isPublic: false });
  localStore.remove(FALLBACK_KEY);
  Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
}
