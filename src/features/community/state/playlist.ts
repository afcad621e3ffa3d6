import { proxy, ref } from 'valtio';
import { listPublicFragrances, type PlaylistCursor } from '../backend/playlist.ts';
import type { SavedFragrance } from '#features/fragrance/domain/composition/savedFragrance.ts';
import { isCoded, type CodedError } from '#core/values/errors.ts';
import { NOTICE_MS, notify } from '#core/appState/notices.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { findLinkedFragrance, findLocalEntry, localCards, seedDemos, type PlaylistCard } from './playlistSources.ts';

/*
 * The public playlist: its list in the store, and the page of one fragrance. playlistPlayer.ts plays the fragrances of both, and
 * is a subject of its own: one sound for the page of the browser, whichever screen has begun it.
 */

interface PlaylistEntry {
  /** `unreachable`: the backend did not answer, and this device has no copy. */
  status: 'loading' | 'ready' | 'missing' | 'unreachable';
  fragrance: SavedFragrance | null;
  /** Key of the request, see {@link entryKey}: a page never shows the result of another. */
  key: string;
}

export const playlist = proxy<{
  /** The loaded part, newest first. */
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
  /** The page of one fragrance. */
  entry: PlaylistEntry;
}>({
  items: [],
  status: 'idle',
  trouble: null,
  search: '',
  more: false,
  extending: false,
  entry: { status: 'loading', fragrance: null, key: '' },
});

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
const warnOffline = (): void => warn('Could not load community fragrances. Using offline mode.');

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
    show(localCards(wanted));
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

/** Key of a fragrance's page: its name, and its id where the link has one. */
export function entryKey(name: string, id: string | null): string {
  return JSON.stringify([name, id]);
}

const latestEntry = new LatestTask();

/**
 * Loads a fragrance by its name; an id selects one of several with that name. Tries public ones first, then the
 * member's own, then the demos. Without the backend, uses only this device's copies and the demos.
 */
export async function loadEntry(name: string, id: string | null): Promise<void> {
  const signal = latestEntry.begin();
  Object.assign(playlist.entry, { status: 'loading', fragrance: null, key: entryKey(name, id) });
  const settle = (fragrance: SavedFragrance | null, without: 'missing' | 'unreachable' = 'missing'): void => {
    if (signal.aborted) return;
    playlist.entry.fragrance = fragrance === null ? null : ref(fragrance);
    playlist.entry.status = fragrance === null ? without : 'ready';
  };
  try {
    const found = name === '' ? null : await findLinkedFragrance(name, id);
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
    const kept = findLocalEntry(name, id);
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
