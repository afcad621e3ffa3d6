import { proxy, ref, subscribe } from 'valtio';
import { findOwnFragrance } from '#features/fragrance/backend/fragranceProfiles.ts';
import { findPublicFragrance, loadFragrance } from '../backend/playlist.ts';
import { DEMO_FRAGRANCES } from '#features/fragrance/domain/composition/demoFragrances.ts';
import { isOnDevice, type SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { LatestTask, Scope } from '#core/lifetime/scope.ts';
import { localFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { localPlaylist, warnOffline } from './playlist.ts';
import { isOwnDevice, session, type SessionUser } from '#features/session/state/session.ts';

/** The page of one fragrance of the playlist. */
export const playlistEntry = proxy<{
  /** `unreachable`: the backend did not answer, and this device has no copy. */
  status: 'loading' | 'ready' | 'missing' | 'unreachable';
  fragrance: SavedFragrance | null;
  /** Key of the request, see {@link entryKey}: a page never shows the result of another. */
  key: string;
}>({ status: 'loading', fragrance: null, key: '' });

/** Key of a fragrance's page: its name, and its id where the link has one. */
export function entryKey(name: string, id: string | null): string {
  return JSON.stringify([name, id]);
}

/** The page waits this long for the session, ms. */
const SESSION_MS = 5000;
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const latestTask = new LatestTask();

/** The signed-in member, once the session is loaded. */
async function member(): Promise<SessionUser | null> {
  if (!session.isResolved) {
    const scope = new Scope();
    await new Promise<void>((resolve) => {
      scope.add(subscribe(session, () => session.isResolved && resolve()));
      scope.timeout(resolve, SESSION_MS);
    });
    scope.dispose();
  }
  return session.user;
}

/**
 * Loads a fragrance by its name; an id selects one of several with that name. Tries public ones first, then the
 * member's own, then the demos. Without the backend, uses only this device's copies and the demos.
 */
export async function loadEntry(name: string, id: string | null): Promise<void> {
  const signal = latestTask.begin();
  Object.assign(playlistEntry, { status: 'loading', fragrance: null, key: entryKey(name, id) });
  const settle = (fragrance: SavedFragrance | null, without: 'missing' | 'unreachable' = 'missing'): void => {
    if (signal.aborted) return;
    playlistEntry.fragrance = fragrance === null ? null : ref(fragrance);
    playlistEntry.status = fragrance === null ? without : 'ready';
  };
  try {
    const found = name === '' ? null : await find(name, id);
    settle(found);
    if (found === null && !signal.aborted)
      notify({
        kind: 'error',
        title: 'Not Found',
        description: 'This fragrance is not available in the public playlist',
        pageShowsRest: true,
        duration: NOTICE_MS,
        key: 'playlist',
      });
  } catch {
    const kept = keptHere(name, id);
    settle(kept, 'unreachable');
    if (signal.aborted) return;
    if (kept === null)
      notify({
        kind: 'error',
        title: 'Error',
        description: 'Could not load the fragrance profile',
        pageShowsRest: true,
        duration: NOTICE_MS,
        key: 'playlist',
      });
    else warnOffline();
  }
}

/**
 * Finds the fragrance of a link: by id where the link has one, else by name. A card of a deleted fragrance never
 * opens another of the same name.
 */
async function find(name: string, id: string | null): Promise<SavedFragrance | null> {
  const demo = demoOf(name);
  if (demo !== null && demo.id === id) return demo;
  if (id !== null && isOnDevice({ id })) return localCopy(id, name) ?? (await loadMyFragrance(name));
  if (id === null || !UUID_PATTERN.test(id)) return byName(name);
  // The session decides: private ones are shown only to their owner.
  await member();
  const found = await loadFragrance(id);
  // A different name means that the link was edited by hand: the name counts.
  if (found !== null && found.name !== name) return byName(name);
  return found;
}

/** First a public fragrance, then one of the member's own, then a demo. */
async function byName(name: string): Promise<SavedFragrance | null> {
  return (await findPublicFragrance(name)) ?? (await loadMyFragrance(name)) ?? demoOf(name);
}

function demoOf(name: string): SavedFragrance | null {
  return DEMO_FRAGRANCES.find((item) => item.name === name) ?? null;
}

/** A copy that only this device has. */
function localCopy(id: string, name: string): SavedFragrance | null {
  const all = session.user === null ? [] : localFragrances(session.user.id, isOwnDevice(session.user.id));
  return all.find((item) => item.id === id && item.name === name) ?? null;
}

async function loadMyFragrance(name: string): Promise<SavedFragrance | null> {
  const user = await member();
  if (user === null) return null;
  return (
    (await findOwnFragrance(user.id, name)) ??
    localFragrances(user.id, isOwnDevice(user.id)).find((item) => item.name === name) ??
    null
  );
}

function keptHere(name: string, id: string | null): SavedFragrance | null {
  const all = [
    ...localPlaylist(),
    ...(session.user === null ? [] : localFragrances(session.user.id, isOwnDevice(session.user.id))),
  ];
  const byId = all.find((item) => item.id === id && item.name === name) ?? null;
  return id === null ? (all.find((item) => item.name === name) ?? demoOf(name)) : byId;
}
