import { proxy, ref } from 'valtio';
import { listPublicFragrances, PLAYLIST_PAGE, type PlaylistCursor, type PublicFragrance } from '../backend/playlist.ts';
import { DEMO_FRAGRANCES } from '#features/fragrance/domain/composition/demoFragrances.ts';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { isCoded, type CodedError } from '#core/values/errors.ts';
import { matchesSearch } from '../domain/playlist.ts';
import { localStore } from '#core/storage/localStore.ts';
import { PLAYLIST_KEY, readFragrances } from '#features/fragrance/state/savedFragrances.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { LatestTask } from '#core/lifetime/scope.ts';

/**
 * A card of the playlist. A copy of this device has its recording; the backend's lists never include one.
 */
export type PlaylistCard = PublicFragrance & { audioData?: string | null };

/** The loaded part of the public playlist, newest first. */
export const playlist = proxy<{
  items: PlaylistCard[];
  /** `offline`: shows this device's copy. */
  status: 'idle' | 'loading' | 'ready' | 'offline';
  /** The backend's error message; null while it is unreachable. */
  trouble: string | null;
  /** The search that `items` match. */
  search: string;
  /** There is another page. */
  more: boolean;
  /** The next page is loading. */
  extending: boolean;
}>({ items: [], status: 'idle', trouble: null, search: '', more: false, extending: false });

let next: PlaylistCursor | null = null;
/** The newest search; answers to older ones are dropped. */
const latestSearch = new LatestTask();
/** Ends when the newest first page is shown. */
let firstPageLoad: Promise<void> = Promise.resolve();

function show(items: readonly PlaylistCard[]): void {
  playlist.items = items.map((item) => ref(item));
}

function warn(description: string): void {
  notify({ kind: 'warning', title: 'Connection issue', description, duration: NOTICE_MS, key: 'playlist' });
}

/** Shows a notice that the list is this device's copy. */
export const warnOffline = (): void => warn('Could not load community fragrances. Using offline mode.');

/**
 * Loads the first page of all fragrances or of a search; this device's copy when the backend is unreachable. With
 * `quietly` the list stays until the answer is there, and a failure is not shown twice.
 */
export function loadPlaylist(search = '', { quietly = false }: { quietly?: boolean } = {}): Promise<void> {
  firstPageLoad = load(search, quietly);
  return firstPageLoad;
}

async function load(search: string, quietly: boolean): Promise<void> {
  const signal = latestSearch.begin();
  const wanted = search.trim();
  if (!quietly) playlist.status = 'loading';
  playlist.extending = false;
  seedDemos();
  try {
    const page = await listPublicFragrances({ search: wanted });
    if (signal.aborted) return;
    next = page.next;
    show(page.items);
    Object.assign(playlist, { status: 'ready', trouble: null, search: wanted, more: next !== null });
  } catch (error) {
    if (signal.aborted) return;
    next = null;
    show(offlineCards(wanted));
    Object.assign(playlist, {
      status: 'offline',
      trouble: isAnswer(error) ? `Error getting community playlist: ${error.message}` : null,
      search: wanted,
      more: false,
    });
    if (!quietly) warnOffline();
  }
}

/** True when the backend did answer: show its own message. */
function isAnswer(error: unknown): error is CodedError {
  return isCoded(error) && !['network', 'timeout', 'aborted'].includes(error.code);
}

/**
 * Loads the next page. It begins where the last one ended, so new entries do not shift it. Called while a first page
 * loads, it loads the page after that.
 */
export async function extendPlaylist(): Promise<void> {
  await firstPageLoad;
  if (playlist.extending || playlist.status !== 'ready' || next === null) return;
  const { signal } = latestSearch;
  playlist.extending = true;
  try {
    const page = await listPublicFragrances({ search: playlist.search, after: next });
    if (signal.aborted) return;
    next = page.next;
    const known = new Set(playlist.items.map(({ id }) => id));
    show([...playlist.items, ...page.items.filter(({ id }) => !known.has(id))]);
    playlist.more = next !== null;
  } catch {
    if (!signal.aborted) warn('Could not load more fragrances. Please try again.');
  } finally {
    if (!signal.aborted) playlist.extending = false;
  }
}

/** Removes the card of a fragrance that is no longer public. */
export function dropFromPlaylist(id: string): void {
  playlist.items = playlist.items.filter((item) => item.id !== id);
}

/** Shows two demo fragrances when the local playlist is empty. */
function seedDemos(): void {
  if (readFragrances(PLAYLIST_KEY).length === 0) localStore.save(PLAYLIST_KEY, DEMO_FRAGRANCES);
}

/** This device's public fragrances, newest first. */
export function localPlaylist(): SavedFragrance[] {
  const stored = readFragrances(PLAYLIST_KEY).filter(({ isPublic }) => isPublic);
  // Show the two demos also where nothing can be stored.
  const all = stored.length === 0 ? [...DEMO_FRAGRANCES] : stored;
  return all.sort((a, b) => (b.addedToPlaylistAt ?? b.savedAt).localeCompare(a.addedToPlaylistAt ?? a.savedAt));
}

function offlineCards(search: string): PlaylistCard[] {
  return localPlaylist()
    .filter((item) => matchesSearch(item, search))
    .slice(0, 4 * PLAYLIST_PAGE)
    .map((item) => ({ ...cardOf(item), audioData: item.audioData }));
}

/** The two demo fragrances, for an empty playlist. */
export const demoCards = (): PlaylistCard[] =>
  DEMO_FRAGRANCES.map((item) => ({ ...cardOf(item), audioData: item.audioData }));

/** Converts a saved fragrance to a card. */
export function cardOf({
  audioData,
  trace: _trace,
  isPublic: _public,
  creatorId: _creator,
  likes: _likes,
  savedAt,
  addedToPlaylistAt,
  ...rest
}: SavedFragrance): PlaylistCard {
  return { ...rest, addedToPlaylistAt: addedToPlaylistAt ?? savedAt, hasAudio: audioData !== null };
}
