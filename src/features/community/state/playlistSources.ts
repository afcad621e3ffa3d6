import { subscribe } from 'valtio';
import { findOwnFragrance } from '#features/fragrance/backend/fragranceProfiles.ts';
import { findPublicFragrance, loadFragrance, PLAYLIST_PAGE, type PublicFragrance } from '../backend/playlist.ts';
import { DEMO_FRAGRANCES } from '#features/fragrance/domain/composition/demoFragrances.ts';
import { isOnlyOnDevice, type SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { localStore } from '#core/storage/localStore.ts';
import { localFragrances, PLAYLIST_KEY, readFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { hasSignedInWithPassword, session, type SessionUser } from '#features/session/state/session.ts';
import { matchesSearch } from '../domain/playlist.ts';

/* Where the fragrances of the playlist come from: the backend, the copies on this device, and two demos. Without a state. */

/**
 * A card of the playlist. A copy of this device has its recording; the backend's lists never include one.
 */
export type PlaylistCard = PublicFragrance & { audioData?: string | null };

/** Stores two demo fragrances where the local playlist is empty. */
export function seedDemos(): void {
  if (readFragrances(PLAYLIST_KEY).length === 0) localStore.save(PLAYLIST_KEY, DEMO_FRAGRANCES);
}

/** This device's public fragrances, newest first. */
function localPlaylist(): SavedFragrance[] {
  const stored = readFragrances(PLAYLIST_KEY).filter(({ isPublic }) => isPublic);
  // Show the two demos also where nothing can be stored.
  const all = stored.length === 0 ? [...DEMO_FRAGRANCES] : stored;
  return all.sort((a, b) => (b.addedToPlaylistAt ?? b.savedAt).localeCompare(a.addedToPlaylistAt ?? a.savedAt));
}

/** The cards of this device's public fragrances that match a search. */
export function localCards(search: string): PlaylistCard[] {
  return localPlaylist()
    .filter((item) => matchesSearch(item, search))
    .slice(0, 4 * PLAYLIST_PAGE)
    .map(cardOf);
}

/** The two demo fragrances, for an empty playlist. */
export const demoCards = (): PlaylistCard[] => DEMO_FRAGRANCES.map(cardOf);

/** Converts a saved fragrance to a card. */
export function cardOf({
  trace: _trace,
  isPublic: _public,
  creatorId: _creator,
  likes: _likes,
  savedAt,
  addedToPlaylistAt,
  ...rest
}: SavedFragrance): PlaylistCard {
  return { ...rest, addedToPlaylistAt: addedToPlaylistAt ?? savedAt, hasAudio: rest.audioData !== null };
}

/** The page waits this long for the session, ms. */
const SESSION_WAIT_MS = 5000;
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The signed-in member, once the session is loaded. */
async function awaitMember(): Promise<SessionUser | null> {
  if (!session.isResolved) {
    const scope = new Scope();
    await new Promise<void>((resolve) => {
      scope.add(subscribe(session, () => session.isResolved && resolve()));
      scope.timeout(resolve, SESSION_WAIT_MS);
    });
    scope.dispose();
  }
  return session.user;
}

/**
 * Finds the fragrance of a link: by id where the link has one, else by name. A card of a deleted fragrance never
 * opens another of the same name. @throws BackendError
 */
export async function findLinkedFragrance(name: string, id: string | null): Promise<SavedFragrance | null> {
  const demo = demoOf(name);
  if (demo !== null && demo.id === id) return demo;
  if (id !== null && isOnlyOnDevice({ id })) return localCopy(id, name) ?? (await loadMyFragrance(name));
  if (id === null || !UUID_PATTERN.test(id)) return byName(name);
  // The session decides: private ones are shown only to their owner.
  await awaitMember();
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
  const all = session.user === null ? [] : localFragrances(session.user.id, hasSignedInWithPassword(session.user.id));
  return all.find((item) => item.id === id && item.name === name) ?? null;
}

async function loadMyFragrance(name: string): Promise<SavedFragrance | null> {
  const user = await awaitMember();
  if (user === null) return null;
  return (
    (await findOwnFragrance(user.id, name)) ??
    localFragrances(user.id, hasSignedInWithPassword(user.id)).find((item) => item.name === name) ??
    null
  );
}

/** The fragrance of a link from this device, for a backend that is unreachable. */
export function findLocalEntry(name: string, id: string | null): SavedFragrance | null {
  const all = [
    ...localPlaylist(),
    ...(session.user === null ? [] : localFragrances(session.user.id, hasSignedInWithPassword(session.user.id))),
  ];
  const byId = all.find((item) => item.id === id && item.name === name) ?? null;
  return id === null ? (all.find((item) => item.name === name) ?? demoOf(name)) : byId;
}
