import { proxy, ref, subscribe } from 'valtio';
import { outbox } from '../../backend/outbox/outbox.ts';
import { listOwnFragrances } from '../../backend/repositories/fragranceProfiles.ts';
import type { MemberProfile, SavedFragrance } from '../../domain/account/member.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { FALLBACK_KEY, localFragrances, mirrorVisibility } from './localFragrances.ts';
import { keepOwnCopy, ownCopy } from './savedCopy.ts';
import { isOwnDevice, session, sessionSignal } from '../account/session.ts';
import { isOnDevice } from '../../domain/fragrance/savedFragrance.ts';

/* The list; what goes into it is in saveAndSync.ts, what becomes of its entries in changeSaved.ts. */

/** The fragrances of the signed-in member, newest first, each of them replaced whole when it changes. */
export const savedFragrances = proxy<{
  items: SavedFragrance[];
  /** `offline`: what is shown is this device's copy. */
  status: 'idle' | 'loading' | 'ready' | 'offline';
  /** The items are what the profile holds, by the backend's word or by this device's copy of it. */
  known: boolean;
  /** Name of the fragrance whose visibility is on its way; the other switches wait. */
  changing: string | null;
  /** A fragrance is being saved. */
  saving: boolean;
}>({ items: [], status: 'idle', known: false, changing: null, saving: false });

let owner: string | null = null;

/**
 * Somebody else's list is never shown for a moment: it goes at once, not in a later turn, in which it would take away
 * what was begun for the new member.
 */
subscribe(
  session,
  () => {
    const id = session.user?.id ?? null;
    if (id === owner) return;
    owner = id;
    Object.assign(savedFragrances, { items: [], status: 'idle', known: false, changing: null, saving: false });
  },
  true,
);

/** The member whose fragrances these are; null when nobody is signed in. */
export function member(): MemberProfile | null {
  return session.user === null || session.user.id === '' ? null : session.user;
}

/** What this device alone holds and the member may have. */
export const localOnlyFragrances = (user: MemberProfile): SavedFragrance[] =>
  localFragrances(user.id, isOwnDevice(user.id));

/** Shows what the profile holds, and what only this device holds. */
export function show(items: readonly SavedFragrance[], user: MemberProfile): void {
  const all = [
    ...items,
    ...localOnlyFragrances(user).filter((local) => !items.some((item) => item.name === local.name)),
  ];
  savedFragrances.items = all.sort((a, b) => b.savedAt.localeCompare(a.savedAt)).map((item) => ref(item));
}

/** Grows with every change of what the profile holds: a list that was asked for before says nothing of it. */
let changes = 0;

/** Shows what the profile holds after a change, and keeps this device's copy of it. */
export function showStored(items: readonly SavedFragrance[], user: MemberProfile): void {
  changes += 1;
  keepAndShow(items, user);
}

function keepAndShow(items: readonly SavedFragrance[], user: MemberProfile): void {
  const stored = items.filter((item) => !isOnDevice(item));
  if (savedFragrances.known) keepOwnCopy(user.id, stored);
  show(stored, user);
}

let loading: { signal: AbortSignal; done: Promise<void> } | null = null;

/** Loads what the profile holds after a change that was made elsewhere. */
export function loadAnew(): Promise<void> {
  changes += 1;
  return loadSavedFragrances();
}

/** Loads the member's fragrances; this device's copies when the backend is away. */
export function loadSavedFragrances(): Promise<void> {
  const user = member();
  const signal = sessionSignal();
  if (user === null) return Promise.resolve();
  if (loading?.signal !== signal) {
    const done = load(user, signal).finally(() => {
      if (loading?.signal === signal) loading = null;
    });
    loading = { signal, done };
  }
  return loading.done;
}

async function load(user: MemberProfile, signal: AbortSignal): Promise<void> {
  const copy = ownCopy(user.id);
  // The copy is shown first and then verified.
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

/** The switches as they were left here, where that has not reached the backend yet. */
async function withWaiting(items: readonly SavedFragrance[], user: MemberProfile): Promise<SavedFragrance[]> {
  const entries = (await outbox.entries('fragrance').catch(() => [])).filter(
    ({ ownerId, refused }) => ownerId === user.id && refused === undefined,
  );
  if (entries.length === 0) return [...items];
  const { readFragranceJob } = await import('../../domain/schema/waiting.ts');
  const waiting = entries.map(({ payload }) => readFragranceJob(payload));
  return items.map((item) => {
    const job = waiting.findLast((one) => one?.action === 'visibility' && one.fragranceId === item.id);
    if (job?.action !== 'visibility' || job.isPublic === item.isPublic) return item;
    return { ...item, ...visibilityHere(job.isPublic) };
  });
}

/** What a switch changes of a fragrance until the backend says it. */
export const visibilityHere = (isPublic: boolean): Pick<SavedFragrance, 'isPublic' | 'addedToPlaylistAt'> => ({
  isPublic,
  addedToPlaylistAt: isPublic ? new Date().toISOString() : null,
});

/** Nothing of a member stays on a device after the account is gone. */
export function forgetSavedFragrances(): void {
  for (const item of savedFragrances.items) mirrorVisibility({ ...item, isPublic: false });
  localStore.remove(FALLBACK_KEY);
  Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
}
