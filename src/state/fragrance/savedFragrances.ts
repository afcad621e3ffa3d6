import { proxy, ref, subscribe } from 'valtio';
import { isTransient, mayGoLater } from '../../backend/connection/errors.ts';
import {
  listOwnFragrances,
  removeFragrance,
  setFragranceVisibility,
} from '../../backend/repositories/fragranceProfiles.ts';
import { keepFragrance, type FragranceErrand } from '../../backend/repositories/keepFragrance.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { NETWORK_MESSAGE } from '../../domain/account/errorMessages.ts';
import { isCoded } from '../../domain/errors.ts';
import type { MemberProfile, SavedFragrance } from '../../domain/account/member.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { storageMessage } from './fragrance.ts';
import {
  FALLBACK_KEY,
  keepLocally,
  localFragrances,
  mirrorVisibility,
  releaseLocally,
  toSaved,
} from './localFragrances.ts';
import { ACCOUNT_NOTICE_MS, notify, type Notice } from '../shell/notices.ts';
import { sendLater } from '../sending/outbox.ts';
import { keepOwnCopy, ownCopy } from './savedCopy.ts';
import { isOwnDevice, session, sessionSignal } from '../account/session.ts';

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

const tell = (notice: Notice): void => notify({ duration: ACCOUNT_NOTICE_MS, ...notice });

function member(): MemberProfile | null {
  return session.user === null || session.user.id === '' ? null : session.user;
}

/** What this device alone holds and the member may have. */
const onlyHere = (user: MemberProfile): SavedFragrance[] => localFragrances(user.id, isOwnDevice(user.id));

function show(items: readonly SavedFragrance[], user: MemberProfile): void {
  const all = [...items, ...onlyHere(user).filter((local) => !items.some((item) => item.name === local.name))];
  savedFragrances.items = all.sort((a, b) => b.savedAt.localeCompare(a.savedAt)).map((item) => ref(item));
}

/** Shows what the profile holds now, and keeps this device's copy of it. */
function showStored(items: readonly SavedFragrance[], user: MemberProfile): void {
  const stored = items.filter(({ id }) => !id.startsWith('local-'));
  if (savedFragrances.known) keepOwnCopy(user.id, stored);
  show(stored, user);
}

let loading: { signal: AbortSignal; done: Promise<void> } | null = null;

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
    const items = await listOwnFragrances(user.id);
    if (signal.aborted) return;
    savedFragrances.known = true;
    showStored(items, user);
    savedFragrances.status = 'ready';
  } catch {
    if (signal.aborted) return;
    show(copy ?? [], user);
    savedFragrances.status = 'offline';
  }
}

/** `saved`: in the member's profile, under that name. `kept`: nobody is signed in, this device holds it until somebody is. `waiting`: it goes up by itself. `failed`: the visitor was told why. */
export type SaveOutcome = { outcome: 'saved'; name: string } | { outcome: 'kept' | 'waiting' | 'failed' };

/** The outbox's key of a fragrance that waits: saved twice it waits once. */
const errandId = (userId: string, fragrance: Pick<SavedFragrance, 'id'>): string =>
  `fragrance:${userId}:${fragrance.id}`;

/** Saves a fragrance, on this device where it cannot go further now. */
export async function saveFragrance(profile: Fragrance): Promise<SaveOutcome> {
  if (savedFragrances.saving) return { outcome: 'failed' };
  const user = member();
  const signal = sessionSignal();
  const fragrance = toSaved(profile, user, new Date());
  if (user === null) {
    const kept = keepLocally(fragrance);
    if (kept.ok) return { outcome: 'kept' };
    tell({ kind: 'error', title: storageMessage(kept.failure), key: 'storage' });
    return { outcome: 'failed' };
  }
  const saver = { id: user.id, liquidName: user.liquidName };
  savedFragrances.saving = true;
  try {
    const saved = await keepFragrance(fragrance, saver);
    if (!signal.aborted) showStored([saved, ...savedFragrances.items.filter(({ name }) => name !== saved.name)], user);
    return { outcome: 'saved', name: saved.name };
  } catch (error) {
    if (mayGoLater(error))
      return (await keepForLater(fragrance, user, { action: 'save', fragrance, saver }, signal))
        ? { outcome: 'waiting' }
        : { outcome: 'failed' };
    tell({
      kind: 'error',
      title: 'Your fragrance could not be saved.',
      description: isCoded(error) && error.message !== '' ? error.message : 'Please try again.',
      key: 'save',
    });
    return { outcome: 'failed' };
  } finally {
    if (!signal.aborted) savedFragrances.saving = false;
  }
}

/** Keeps a fragrance on this device and in the outbox; either of them is enough to bring it up later. */
async function keepForLater(
  fragrance: SavedFragrance,
  user: MemberProfile,
  errand: FragranceErrand,
  signal: AbortSignal,
): Promise<boolean> {
  const kept = keepLocally(fragrance);
  const waits = signal.aborted
    ? false
    : await sendLater('fragrance', errand, { id: errandId(user.id, fragrance) }).then(
        () => true,
        () => false,
      );
  if (!kept.ok && !waits) {
    tell({ kind: 'error', title: storageMessage(kept.failure), key: 'storage' });
    return false;
  }
  if (!signal.aborted)
    show(
      savedFragrances.items.filter(({ id }) => !id.startsWith('local-')),
      user,
    );
  return true;
}

let bringing: { signal: AbortSignal; done: Promise<number> } | null = null;

/**
 * Brings up what this device holds: made before anybody signed in, or while the backend was away. What is in the
 * profile already is not doubled. Each copy is let go only after the backend has it.
 * @returns how many are in the profile now that were only here before
 */
export function syncLocalFragrances(): Promise<number> {
  const signal = sessionSignal();
  if (bringing?.signal !== signal) {
    const done = bring(signal).finally(() => {
      if (bringing?.signal === signal) bringing = null;
    });
    bringing = { signal, done };
  }
  return bringing.done;
}

async function bring(signal: AbortSignal): Promise<number> {
  const user = member();
  if (user === null || onlyHere(user).length === 0) return 0;
  let brought = 0;
  const work = async () => {
    // Read in here: another tab may have brought them while this one waited.
    for (const fragrance of onlyHere(user)) {
      if (signal.aborted) return;
      try {
        await keepFragrance(fragrance, user);
        await arrived(fragrance, user.id);
        brought++;
      } catch (error) {
        // The rest waits as well; what was made before the login waits in this list, and the outbox knows the others.
        if (mayGoLater(error)) return;
        // One that the backend does not take must not keep the others here.
      }
    }
  };
  // Two tabs that both see the login must not both bring them.
  if (navigator.locks) await navigator.locks.request('accord-local-fragrances', work);
  else await work();
  if (brought > 0 && !signal.aborted) {
    tell({
      kind: 'success',
      title:
        brought === 1 ? 'Your fragrance is in your profile now.' : `${brought} fragrances are in your profile now.`,
      key: 'brought',
    });
    await loadSavedFragrances();
  }
  return brought;
}

/** A fragrance is in the profile now: its copies here are let go. */
async function arrived(fragrance: SavedFragrance, userId: string): Promise<void> {
  releaseLocally(fragrance);
  const { markSynced } = await import('./savingStatus.ts');
  markSynced(fragrance.id.replace(/^local-/, ''));
  await outbox.remove(errandId(userId, fragrance)).catch(() => undefined);
}

/** What the outbox has sent of this member's, or what the backend has refused of it; also in the tabs that did not send it. */
export async function errandSettled(errand: FragranceErrand, userId: string, ok: boolean): Promise<void> {
  if (member()?.id !== userId) return;
  if (errand.action === 'save' && ok) {
    await arrived(errand.fragrance, userId);
    tell({
      kind: 'success',
      title: 'Your fragrance is in your profile now.',
      description: errand.fragrance.name,
      key: 'brought',
    });
  } else if (errand.action === 'save') {
    tell({
      kind: 'error',
      title: 'Your fragrance could not be saved.',
      description: `${errand.fragrance.name} stays on this device.`,
      key: 'save',
    });
  } else if (!ok) {
    tell({ kind: 'error', title: couldNot(errand.isPublic), description: errand.name, key: 'playlist' });
  }
  if (savedFragrances.status !== 'idle') await loadSavedFragrances();
}

const couldNot = (isPublic: boolean): string =>
  isPublic ? 'Could not add to playlist. Please try again.' : 'Could not remove from playlist. Please try again.';

/**
 * Puts a fragrance into the public playlist, or takes it out. One change at a time. Where the backend is away, the local
 * playlist follows alone, and the change goes out later; what it refuses leaves everything as it was.
 */
export async function setVisibility(name: string, isPublic: boolean): Promise<boolean> {
  const user = member();
  const signal = sessionSignal();
  const item = savedFragrances.items.find((candidate) => candidate.name === name);
  if (user === null || item === undefined || savedFragrances.changing !== null) return false;
  savedFragrances.changing = name;
  const become = (changed: SavedFragrance): void => {
    if (signal.aborted) return;
    showStored(
      savedFragrances.items.map((other) => (other.name === name ? changed : other)),
      user,
    );
    mirrorVisibility(changed);
  };
  const here = { ...item, isPublic, addedToPlaylistAt: isPublic ? new Date().toISOString() : null };
  const success = (description: string): void =>
    tell({
      kind: 'success',
      title: isPublic ? 'Added to playlist' : 'Removed from playlist',
      description,
      key: 'playlist',
    });
  try {
    become(await setFragranceVisibility(item.id, isPublic));
    success(isPublic ? `${name} is now in the public playlist.` : `${name} is private now.`);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    if (isTransient(error) || isCoded(error, 'missing_table')) {
      const errand: FragranceErrand = { action: 'visibility', fragranceId: item.id, name, isPublic };
      // Where nothing can be kept for later, nothing is promised.
      if (
        await sendLater('fragrance', errand).then(
          () => true,
          () => false,
        )
      ) {
        become(here);
        success('On this device, that is: everybody else sees it when the connection is back.');
        return true;
      }
    }
    tell({
      kind: 'error',
      title: couldNot(isPublic),
      ...(isCoded(error, 'network') ? { description: NETWORK_MESSAGE } : {}),
      key: 'playlist',
    });
    return false;
  } finally {
    if (!signal.aborted) savedFragrances.changing = null;
  }
}

/** Deletes a saved fragrance for good, here and there. */
export async function deleteFragrance(name: string): Promise<boolean> {
  const user = member();
  const signal = sessionSignal();
  const item = savedFragrances.items.find((candidate) => candidate.name === name);
  if (user === null || item === undefined) return false;
  try {
    if (item.id.startsWith('local-')) await outbox.remove(errandId(user.id, item)).catch(() => undefined);
    else await removeFragrance(item.id);
    releaseLocally(item);
    mirrorVisibility({ ...item, isPublic: false });
    if (!signal.aborted)
      showStored(
        savedFragrances.items.filter((other) => other.name !== name),
        user,
      );
    return true;
  } catch {
    tell({
      kind: 'error',
      title: 'Your fragrance could not be deleted.',
      description: 'Please try again.',
      key: 'delete',
    });
    return false;
  }
}

/** Nothing of a member stays on a device after the account is gone. */
export function forgetSavedFragrances(): void {
  for (const item of savedFragrances.items) mirrorVisibility({ ...item, isPublic: false });
  localStore.remove(FALLBACK_KEY);
  Object.assign(savedFragrances, { items: [], status: 'idle', known: false });
}
