import { isWithin, matches, orNull, text, type Checks } from '../../domain/schema/checks.ts';
import { audioStore, SECOND_COPY } from './audioStore.ts';
import { openAudioDatabase } from './database.ts';
import { forgetRecordingBytes, recordingBytes, recordingKey, STORED_KEY } from './storedRecordings.ts';
import { heldLocks, holdLock } from '../../platform/storage/locked.ts';

/*
 * What is on the create screen and has not become a fragrance yet, kept so that a reload, a crash or a closed tab loses
 * nothing: a few words about each under a local key, and its bytes in AudioDB, piece by piece while it is recorded
 * (`part:{id}:{number}`), whole afterwards (`recording:{id}`).
 */

/** Local key of the list, newest last. */
export const DRAFTS_KEY = 'accord:drafts';
/** As long as storage keeps a recording that nobody uses (docs/decisions.md, 25), ms. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
const MAX_DRAFTS = 5;

export interface Draft {
  id: string;
  /** ms since 1970. */
  began: number;
  /** Length so far, s. */
  seconds: number;
  /** Name of the file it was; null for a recording. */
  name: string | null;
  /** Type of its pieces. */
  type: string;
}

const DRAFT_CHECKS: Checks<Draft> = {
  id: text(100, 1),
  began: isWithin(0, 8.64e15),
  seconds: isWithin(0, 1e6),
  name: orNull(text(1000)),
  type: text(200),
};
const isDraft = (value: unknown): value is Draft => matches(value, DRAFT_CHECKS);

/** For browsers that keep nothing. */
let inMemory: Draft[] = [];

/** What is kept, newest last. */
export function drafts(now: number = Date.now()): Draft[] {
  let stored: unknown = inMemory;
  try {
    stored = JSON.parse(window.localStorage.getItem(DRAFTS_KEY) ?? '[]');
  } catch {
    // Out of reach, or damaged.
  }
  return Array.isArray(stored) ? stored.filter(isDraft).filter(({ began }) => now - began < KEPT_MS) : [];
}

function write(list: Draft[]): void {
  inMemory = list;
  try {
    if (list.length === 0) window.localStorage.removeItem(DRAFTS_KEY);
    else window.localStorage.setItem(DRAFTS_KEY, JSON.stringify(list));
  } catch {
    // Kept until the page closes. A few bytes are not worth the flag of a full storage.
  }
}

/** Keeps the words about a draft, replacing what was known of it. */
export function saveDraft(draft: Draft): void {
  write([...drafts().filter(({ id }) => id !== draft.id), draft].slice(-MAX_DRAFTS));
}

const lockOf = (id: string): string => `accord-draft:${id}`;

/** Holds a draft for this page, so that no other tab offers what is still at hand here. Returns what lets it go. */
export const holdDraft = (id: string): (() => void) => holdLock(lockOf(id));

/** The drafts that no page holds, newest last. */
export async function freeDrafts(): Promise<Draft[]> {
  const held = await heldLocks();
  return drafts().filter(({ id }) => !held.has(lockOf(id)));
}

const partPrefix = (id: string): string => `part:${id}:`;
const partRange = (id: string): IDBKeyRange => IDBKeyRange.bound(partPrefix(id), `${partPrefix(id)}\uffff`);

/** Keeps a piece of a recording that goes on. @throws where there is no room */
export async function keepPart(id: string, index: number, part: Blob): Promise<void> {
  await audioStore.put(`${partPrefix(id)}${String(index).padStart(6, '0')}`, part);
}

/** Forgets the pieces of a recording. */
export async function forgetParts(id: string): Promise<void> {
  try {
    await (await openAudioDatabase()).delete('audio', partRange(id));
  } catch {
    // Nothing can be kept there either.
  }
}

/** The bytes of a draft: whole, or what was recorded until the page went away; null when there are none. */
export async function draftBytes({ id, type }: Draft): Promise<Blob | null> {
  const whole = await recordingBytes(id);
  if (whole !== null) return whole;
  try {
    const parts = await (await openAudioDatabase()).getAll('audio', partRange(id));
    return parts.length === 0 ? null : new Blob(parts, { type });
  } catch {
    return null;
  }
}

/** Takes a draft off the list; its bytes stay, for the fragrance that was made of it. */
export function dropDraft(id: string): void {
  write(drafts().filter((draft) => draft.id !== id));
}

/** Forgets a draft, with its bytes unless a fragrance or something that waits (all of it as text) still needs them. */
export async function forgetDraft(id: string, waiting: string): Promise<void> {
  dropDraft(id);
  await forgetParts(id);
  if (waiting.includes(id) || isNamedLocally(id)) return;
  await forgetRecordingBytes(id);
  await audioStore.remove(SECOND_COPY).catch(() => undefined);
}

/** True when something that is kept on this device names a recording: a fragrance, a draft, something that waits. */
export function isNamedLocally(id: string): boolean {
  try {
    const { localStorage } = window;
    return Object.keys(localStorage).some(
      (key) => key !== STORED_KEY && localStorage.getItem(key)?.includes(id) === true,
    );
  } catch {
    return true;
  }
}

/** Removes recordings and pieces that nothing on this device names any more, and drafts that are too old; `waiting` is the text of all that waits. */
export async function sweepRecordings(waiting: string): Promise<void> {
  write(drafts());
  for (const key of await audioStore.keys().catch(() => [])) {
    const id = /^(?:recording|part):([^:]+)/.exec(key)?.[1];
    if (id === undefined || waiting.includes(id) || isNamedLocally(id)) continue;
    if (key === recordingKey(id)) await forgetRecordingBytes(id);
    else await forgetParts(id);
  }
}

/** Forgets every recording on this device: its owner has taken leave. */
export async function forgetAllRecordings(): Promise<void> {
  write([]);
  for (const key of await audioStore.keys().catch(() => [])) {
    if (key === SECOND_COPY || /^(?:recording|part):/.test(key)) await audioStore.remove(key).catch(() => undefined);
  }
}
