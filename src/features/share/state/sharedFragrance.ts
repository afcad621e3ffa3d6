import { proxy, ref } from 'valtio';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { findShare, recordShareView, type Share } from '../backend/shares.ts';
import { measuresOrDefaults } from '#features/fragrance/domain/schema/flowerData.ts';
import { storedBlend } from '#features/fragrance/domain/timbre/blend.ts';
import type { Drawable } from '#features/fragrance/domain/drawing/shapes.ts';
import type { FragranceSource } from '#features/fragrance/domain/composition/model.ts';
import { isShareId } from '../domain/shareId.ts';
import { wordsOf, type ShareWords } from '#shared/common/shareWords.ts';
import { playableUrl } from '#core/backend/config.ts';
import { copyText } from '#core/sharing/clipboard.ts';
import { firstWords } from '#core/loading/firstWords.ts';
import { notify } from '#core/appState/notices.ts';
import { LatestTask } from '#core/lifetime/scope.ts';

export type { ShareWords };

/** Content of a share's page. Shares of older versions have no measures; their drawing uses the notes only. */
export interface SharedFragrance {
  shareId: string;
  /** The product's title, the same on every share. */
  title: string;
  name: string | null;
  musicEssence: NoteCode[];
  topNotes: string[];
  middleNotes: string[];
  baseNotes: string[];
  /** Playable URL of the recording. */
  audioUrl: string;
  /** Input of its drawing. */
  face: Drawable;
  /** The fields from here on are missing from shares of older versions. */
  description: string | null;
  source: FragranceSource | null;
  /** Name of the owner, if they agreed to show it. */
  makerName: string | null;
}

export const shared = proxy<{
  status: 'loading' | 'loaded' | 'error';
  error: string | null;
  fragrance: SharedFragrance | null;
  views: number;
}>({ status: 'loading', error: null, fragrance: null, views: 0 });

/** Message for a share that may exist but could not be loaded. */
export const NOT_LOADED = 'Failed to load fragrance profile';

/** Session key of the shares counted in this visit; a visit ends with its tab. */
const SEEN_KEY = 'accord:viewed';
const latest = new LatestTask();

/** Loads a share and counts the visit once. Failures end in {@link shared} as an error message. */
export async function loadShared(id: string): Promise<void> {
  const signal = latest.begin();
  if (shared.fragrance?.shareId === id && shared.status === 'loaded') return;
  Object.assign(shared, { status: 'loading', error: null, fragrance: null, views: 0 });
  if (!isShareId(id)) {
    fail('Invalid share link');
    return;
  }
  try {
    const found = await findShare(id);
    if (signal.aborted) return;
    if (found === null) {
      fail('Fragrance profile not found');
      return;
    }
    const { viewCount } = found;
    shared.fragrance = ref(shownOf(found, playableUrl));
    const counted = firstView(id);
    shared.views = counted ? viewCount + 1 : viewCount;
    shared.status = 'loaded';
    if (!counted) return;
    // Count in the background; on failure show the previous count.
    try {
      const views = await recordShareView(id);
      if (!signal.aborted && views !== null) shared.views = views;
    } catch {
      forgetView(id);
      if (!signal.aborted) shared.views = viewCount;
    }
  } catch {
    if (!signal.aborted) fail(NOT_LOADED);
  }
}

/** Converts a row of the backend for the page; older rows have neither measures nor a story. */
function shownOf(row: Share, playable: (url: string) => string): SharedFragrance {
  const { shareId, title, name, musicEssence, topNotes, middleNotes, baseNotes, audioUrl, trace } = row;
  const { description, source, makerName } = row;
  return {
    shareId,
    title,
    name,
    musicEssence,
    topNotes,
    middleNotes,
    baseNotes,
    audioUrl: playable(audioUrl),
    face: {
      musicEssence,
      ...measuresOrDefaults(row, musicEssence.length),
      ...(trace === null ? {} : { trace }),
      ...storedBlend(row),
    },
    description: description ?? null,
    source: source ?? null,
    makerName: makerName ?? null,
  };
}

/** The words of a loaded share. */
export function wordsOfShare({ face, ...shared }: SharedFragrance): ShareWords {
  return wordsOf({ ...shared, seconds: face.trace?.duration ?? null });
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);

/** The words that the served page already shows of this share; null when it shows none. */
export function wordsOfPage(shareId: string): ShareWords | null {
  const { title, name, story, maker, description, ...words } = firstWords('share') ?? {};
  const { musicEssence, topNotes, middleNotes, baseNotes } = words;
  if (words['shareId'] !== shareId || !isShareId(shareId) || !isText(name) || !isText(story)) return null;
  if (!isTextOrNull(title) || !isTextOrNull(maker) || !isTextOrNull(description)) return null;
  if (!isTextOrNull(musicEssence) || !isTextOrNull(topNotes)) return null;
  if (!isTextOrNull(middleNotes) || !isTextOrNull(baseNotes)) return null;
  return { shareId, title, name, story, maker, description, musicEssence, topNotes, middleNotes, baseNotes };
}

/** Shows that the share on this page was withdrawn. */
export function sharedIsGone(): void {
  Object.assign(shared, { fragrance: null, views: 0 });
  fail('Fragrance profile not found');
}

function fail(error: string): void {
  shared.status = 'error';
  shared.error = error;
}

/** Copies the URL of the page; false when the browser refuses. */
export async function copyPageAddress(): Promise<boolean> {
  const copied = await copyText(location.href);
  if (!copied) notify({ kind: 'error', title: 'Failed to copy to clipboard', key: 'copy' });
  return copied;
}

function readViewed(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(SEEN_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isShareId) : [];
  } catch {
    return [];
  }
}

const remembered = new Set<string>();

/** True when this visit has not counted the share yet; marks it as counted. */
function firstView(id: string): boolean {
  const before = readViewed();
  if (remembered.has(id) || before.includes(id)) return false;
  remembered.add(id);
  keepViewed([...before, id]);
  return true;
}

function forgetView(id: string): void {
  remembered.delete(id);
  keepViewed(readViewed().filter((other) => other !== id));
}

function keepViewed(ids: string[]): void {
  try {
    sessionStorage.setItem(SEEN_KEY, JSON.stringify(ids));
  } catch {
    // Without storage the visit counts until the page is closed.
  }
}
