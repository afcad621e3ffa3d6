import { isWithin, matches, nullable, text, type Checks } from '../schema/checks.ts';
import { audioStore, SECOND_COPY, withAudioDatabase } from './database.ts';
import { deleteRecordingBytes, recordingBytes, recordingKey, STORED_KEY } from './storedRecordings.ts';
import { heldLocks, holdLock } from '../storage/withLock.ts';

/*
 * Drafts: recordings on the create screen that are not a fragrance yet, stored across reloads, crashes and closed tabs.
 * Metadata is in local storage, the bytes in AudioDB: in parts while recording (`part:{id}:{number}`), whole afterwards
 * (`recording:{id}`).
 */

/** Local key of the list, newest last. */
export const DRAFTS_KEY = 'accord:drafts';
/** Same as for unused recordings in storage (docs/decisions.md, 46), ms. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
const MAX_DRAFTS = 5;

interface Draft {
  id: string;
  /** ms since 1970. */
  began: number;
  /** Length so far, s. */
  seconds: number;
  /** Name of the opened file; null for a recording. */
  name: string | null;
  /** MIME type of its parts. */
  type: string;
}

const DRAFT_CHECKS: Checks<Draft> = {
  id: text(100, 1),
  began: isWithin(0, 8.64e15),
  seconds: isWithin(0, 1e6),
  name: nullable(text(1000)),
  type: text(200),
};
const isDraft = (value: unknown): value is Draft => matches(value, DRAFT_CHECKS);

/** Fallback without local storage. */
let inMemory: Draft[] = [];

/** The drafts, newest last. */
export function drafts(now: number = Date.now()): Draft[] {
  let stored: unknown = inMemory;
  try {
    stored = JSON.parse(window.localStorage.getItem(DRAFTS_KEY) ?? '[]');
  } catch {
    // Not readable.
  }
  return Array.isArray(stored) ? stored.filter(isDraft).filter(({ began }) => now - began < KEPT_MS) : [];
}

function write(list: Draft[]): void {
  inMemory = list;
  try {
    if (list.length === 0) window.localStorage.removeItem(DRAFTS_KEY);
    else window.localStorage.setItem(DRAFTS_KEY, JSON.stringify(list));
  } catch {
    // Stored until the page closes. Does not set the flag of a full storage for a few bytes.
  }
}

/** Stores the metadata of a draft, replacing earlier ones. */
export function saveDraft(draft: Draft): void {
  write([...drafts().filter(({ id }) => id !== draft.id), draft].slice(-MAX_DRAFTS));
}

const lockOf = (id: string): string => `accord-draft:${id}`;

/** Locks a draft for this page, so that no other tab offers it. Returns its release. */
export const lockDraft = (id: string): (() => void) => holdLock(lockOf(id));

/** The drafts that no page has locked, newest last; none if the locks cannot be read. */
export async function unlockedDrafts(): Promise<Draft[]> {
  const held = await heldLocks();
  return held === null ? [] : drafts().filter(({ id }) => !held.has(lockOf(id)));
}

const partPrefix = (id: string): string => `part:${id}:`;
const partRange = (id: string): IDBKeyRange => IDBKeyRange.bound(partPrefix(id), `${partPrefix(id)}\uffff`);

/**
 * Stores a part of a running recording.
 * @throws when the device is full
 */
export async function storeChunk(id: string, index: number, part: Blob): Promise<void> {
  await audioStore.put(`${partPrefix(id)}${String(index).padStart(6, '0')}`, part);
}

/** Deletes the parts of a recording. */
export async function deleteChunks(id: string): Promise<void> {
  try {
    await withAudioDatabase((database) => database.delete('audio', partRange(id)));
  } catch {
    // Without a database there are no parts.
  }
}

/** The bytes of a draft: whole, or the parts until the page closed; null when there are none. */
export async function draftBytes({ id, type }: Draft): Promise<Blob | null> {
  const whole = await recordingBytes(id);
  if (whole !== null) return whole;
  try {
    const parts = await withAudioDatabase((database) => database.getAll('audio', partRange(id)));
    return parts.length === 0 ? null : new Blob(parts, { type });
  } catch {
    return null;
  }
}

/** Removes a draft from the list. Its bytes stay for its fragrance. */
export function unlistDraft(id: string): void {
  write(drafts().filter((draft) => draft.id !== id));
}

/**
 * Removes a draft, and its bytes unless a fragrance or a waiting entry needs them. `waiting` is the JSON of all waiting
 * entries.
 */
export async function deleteDraft(id: string, waiting: string): Promise<void> {
  unlistDraft(id);
  await deleteChunks(id);
  if (waiting.includes(id) || isNamedLocally(id)) return;
  await deleteRecordingBytes(id);
  await audioStore.remove(SECOND_COPY).catch(() => undefined);
}

/** True when a fragrance, a draft or another local value names a recording. */
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

/**
 * Removes recordings and parts that nothing on this device names, and expired drafts. `waiting` is the JSON of all
 * waiting entries.
 */
export async function deleteUnusedRecordings(waiting: string): Promise<void> {
  write(drafts());
  for (const key of await audioStore.keys().catch(() => [])) {
    const id = /^(?:recording|part):([^:]+)/.exec(key)?.[1];
    if (id === undefined || waiting.includes(id) || isNamedLocally(id)) continue;
    if (key === recordingKey(id)) await deleteRecordingBytes(id);
    else await deleteChunks(id);
  }
}
