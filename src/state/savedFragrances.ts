import { proxy, ref, subscribe } from 'valtio';
import { findOwnFragrance, insertFragrance, listOwnFragrances, removeFragrance, setFragranceVisibility, updateFragrance } from '../backend/fragranceProfiles.ts';
import { uploadAudio } from '../backend/uploadAudio.ts';
import { isConnectionTrouble } from '../domain/accountWords.ts';
import { isCoded } from '../domain/errors.ts';
import type { MemberProfile, SavedFragrance } from '../domain/member.ts';
import type { FragranceProfile } from '../domain/profile.ts';
import { localStore } from '../platform/localStore.ts';
import { storageMessage } from './fragrance.ts';
import { freeName, isSameFragrance, keepLocally, localFragrances, mirrorVisibility, releaseLocally, toSaved } from './localFragrances.ts';
import { notify } from './notices.ts';
import { markBrought } from './saving.ts';
import { isOwnDevice, session } from './session.ts';

/** The fragrances of the signed-in member, newest first, each of them replaced whole when it changes. */
export const savedFragrances = proxy<{
  items: SavedFragrance[];
  /** `offline`: what is shown is this device's copy. */
  status: 'idle' | 'loading' | 'ready' | 'offline';
  /** Name of the fragrance whose visibility is on its way; the other switches wait. */
  changing: string | null;
  /** A fragrance is being saved. */
  saving: boolean;
}>({ items: [], status: 'idle', changing: null, saving: false });

let owner: string | null = null;

/** Somebody else's list is never shown for a moment. */
subscribe(session, () => {
  const id = session.user?.id ?? null;
  if (id === owner) return;
  owner = id;
  savedFragrances.items = [];
  savedFragrances.status = 'idle';
});

function member(): MemberProfile | null {
  return session.user === null || session.user.id === '' ? null : session.user;
}

function show(items: readonly SavedFragrance[]): void {
  savedFragrances.items = [...items].sort((a, b) => b.savedAt.localeCompare(a.savedAt)).map((item) => ref(item));
}

/** The member's list with what this device alone still holds. */
function withLocal(items: readonly SavedFragrance[], user: MemberProfile): SavedFragrance[] {
  return [...items, ...localFragrances(user.id, isOwnDevice(user.id)).filter((local) => !items.some(({ name }) => name === local.name))];
}

/** Loads the member's fragrances; this device's copies when the backend is away. */
export async function loadSavedFragrances(): Promise<void> {
  const user = member();
  if (user === null || savedFragrances.status === 'loading') return;
  savedFragrances.status = 'loading';
  try {
    const items = await listOwnFragrances(user.id);
    if (member()?.id !== user.id) return;
    show(withLocal(items, user));
    savedFragrances.status = 'ready';
  } catch {
    if (member()?.id !== user.id) return;
    show(withLocal([], user));
    savedFragrances.status = 'offline';
  }
}

/** A recording that an older local copy holds as a `data:` URL moves to storage; rows hold URLs only (decision 15). */
async function storedAudio(audioData: string | null): Promise<string | null> {
  if (audioData === null || !audioData.startsWith('data:')) return audioData;
  const recording = await (await fetch(audioData)).blob();
  return (await uploadAudio(recording)).audioUrl;
}

/** Puts a fragrance into the member's profile. One that is there already is brought up to date; a different one of the same name gets a number. */
async function putOnServer(fragrance: SavedFragrance, user: MemberProfile): Promise<SavedFragrance> {
  const ready = { ...fragrance, audioData: await storedAudio(fragrance.audioData), creatorId: user.id, creatorName: user.liquidName };
  let { name } = ready;
  const taken = new Set<string>();
  for (;;) {
    const existing = await findOwnFragrance(user.id, name);
    if (existing === null) {
      try {
        return await insertFragrance(user.id, { ...ready, name });
      } catch (error) {
        // Another tab was faster: the next look finds it.
        if (!isCoded(error, 'duplicate') || taken.has(name)) throw error;
        taken.add(name);
        continue;
      }
    }
    if (isSameFragrance(existing, ready)) return updateFragrance(existing.id, { ...ready, name, isPublic: existing.isPublic });
    taken.add(name);
    name = freeName(ready.name, taken);
  }
}

export type SaveOutcome = 'saved' | 'kept' | 'waiting' | 'failed';

/**
 * Saves a fragrance. `saved`: in the member's profile. `kept`: nobody is signed in, this device holds it until
 * somebody is. `waiting`: the backend is away, this device holds it until it is back. `failed`: the visitor was told why.
 */
export async function saveFragrance(profile: FragranceProfile): Promise<SaveOutcome> {
  if (savedFragrances.saving) return 'failed';
  const user = member();
  const fragrance = toSaved(profile, user, new Date());
  const keep = (): boolean => {
    const kept = keepLocally(fragrance);
    if (!kept.ok) notify({ kind: 'error', title: storageMessage(kept.failure), key: 'storage' });
    return kept.ok;
  };
  if (user === null) return keep() ? 'kept' : 'failed';
  savedFragrances.saving = true;
  try {
    const saved = await putOnServer(fragrance, user);
    show([saved, ...savedFragrances.items.filter(({ name }) => name !== saved.name)]);
    return 'saved';
  } catch (error) {
    if (isConnectionTrouble(error) || isCoded(error, 'missing_table')) {
      if (!keep()) return 'failed';
      show(withLocal(savedFragrances.items, user));
      return 'waiting';
    }
    notify({ kind: 'error', title: 'Your fragrance could not be saved.', description: isCoded(error) ? error.message : 'Please try again.', key: 'save' });
    return 'failed';
  } finally {
    savedFragrances.saving = false;
  }
}

let bringing: Promise<number> | null = null;

/**
 * Brings up what this device holds: made before anybody signed in, or while the backend was away. What is in the
 * profile already is not doubled. Each copy is let go only after the backend has it.
 * @returns how many are in the profile now that were only here before
 */
export function bringLocalFragrances(): Promise<number> {
  bringing ??= bring().finally(() => {
    bringing = null;
  });
  return bringing;
}

async function bring(): Promise<number> {
  const user = member();
  const waiting = user === null ? [] : localFragrances(user.id, isOwnDevice(user.id));
  if (user === null || waiting.length === 0) return 0;
  let brought = 0;
  const work = async () => {
    for (const fragrance of waiting) {
      if (member()?.id !== user.id) return;
      try {
        await putOnServer(fragrance, user);
        releaseLocally(fragrance);
        brought++;
      } catch (error) {
        if (isConnectionTrouble(error) || isCoded(error, 'missing_table')) return;
        // One that the backend does not take must not keep the others here.
      }
    }
  };
  // Two tabs that both see the login must not both bring them.
  if (navigator.locks) await navigator.locks.request('accord-local-fragrances', work);
  else await work();
  if (brought > 0) {
    markBrought();
    notify({ kind: 'success', title: brought === 1 ? 'Your fragrance is in your profile now.' : `${brought} fragrances are in your profile now.`, key: 'brought' });
    await loadSavedFragrances();
  }
  return brought;
}

/** Puts a fragrance into the public playlist, or takes it out. One change at a time; a failure leaves it as it was. */
export async function setVisibility(name: string, isPublic: boolean): Promise<boolean> {
  const user = member();
  const item = savedFragrances.items.find((candidate) => candidate.name === name);
  if (user === null || item === undefined || savedFragrances.changing !== null) return false;
  savedFragrances.changing = name;
  const replace = (changed: SavedFragrance) => show(savedFragrances.items.map((other) => (other.name === name ? changed : other)));
  try {
    let changed: SavedFragrance;
    try {
      changed = await setFragranceVisibility(item.id, isPublic);
    } catch (error) {
      // Without the table the local playlist is all there is.
      if (!isCoded(error, 'missing_table')) throw error;
      const now = new Date().toISOString();
      changed = { ...item, isPublic, addedToPlaylistAt: isPublic ? now : null };
    }
    replace(changed);
    mirrorVisibility(changed);
    notify(
      isPublic
        ? { kind: 'success', title: 'Added to playlist', description: `${name} is now in the public playlist.`, key: 'playlist' }
        : { kind: 'success', title: 'Removed from playlist', description: `${name} is private now.`, key: 'playlist' },
    );
    return true;
  } catch (error) {
    const why = isCoded(error, 'network') ? 'Network error. Please check your connection and try again.' : undefined;
    notify({ kind: 'error', title: isPublic ? 'Could not add to playlist. Please try again.' : 'Could not remove from playlist. Please try again.', ...(why === undefined ? {} : { description: why }), key: 'playlist' });
    return false;
  } finally {
    savedFragrances.changing = null;
  }
}

/** Deletes a saved fragrance for good, here and there. */
export async function deleteFragrance(name: string): Promise<boolean> {
  const item = savedFragrances.items.find((candidate) => candidate.name === name);
  if (member() === null || item === undefined) return false;
  try {
    if (!item.id.startsWith('local-')) await removeFragrance(item.id);
    releaseLocally(item);
    mirrorVisibility({ ...item, isPublic: false });
    savedFragrances.items = savedFragrances.items.filter((other) => other.name !== name);
    return true;
  } catch {
    notify({ kind: 'error', title: 'Your fragrance could not be deleted.', description: 'Please try again.', key: 'delete' });
    return false;
  }
}

/** True when the fragrance at hand is in the profile already. */
export function isSaved(profile: FragranceProfile): boolean {
  return savedFragrances.items.some((item) => isSameFragrance(item, profile));
}

/** Nothing of a member stays on a device after the account is gone. */
export function forgetSavedFragrances(): void {
  for (const item of savedFragrances.items) mirrorVisibility({ ...item, isPublic: false });
  localStore.remove('fallback_fragrance_profiles');
  savedFragrances.items = [];
  savedFragrances.status = 'idle';
}
