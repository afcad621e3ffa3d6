/**
 * The diary on this device: a database of the browser of its own. Whatever is read passes the schema; a row that cannot
 * be read is left where it is and counted. Without a database (some private windows) entries last as long as the page.
 */
import type { DBSchema, IDBPDatabase } from 'idb';
import { Scope } from '../../../core/lifetime/scope.ts';
import { databaseOf } from '../../../core/storage/database.ts';
import { readEntry, type DiaryEntry } from '../domain/entry.ts';

/** Name of the database. */
export const DIARY_DATABASE = 'accord-diary';
const CHANNEL = 'accord-diary';
/** Key of the mark that fragrances from before the diary were taken over. */
const TAKEN_OVER = 'takenOver';

interface Schema extends DBSchema {
  entries: { key: string; value: DiaryEntry };
  meta: { key: string; value: boolean };
}

const openDiary = databaseOf<Schema>(DIARY_DATABASE, 1, (database) => {
  database.createObjectStore('entries', { keyPath: 'id' });
  database.createObjectStore('meta');
});

/** Entries of a page without a database. */
const inMemory = new Map<string, DiaryEntry>();
let takenOverInMemory = false;

/** Runs on the database, or in memory when there is none. A full disk is thrown. */
async function orMemory<T>(
  onDatabase: (database: IDBPDatabase<Schema>) => Promise<T>,
  inMemoryInstead: () => T,
): Promise<T> {
  let database;
  try {
    database = await openDiary();
  } catch {
    return inMemoryInstead();
  }
  return onDatabase(database);
}

const listeners = new Set<() => void>();
const pageScope = new Scope();
let channel: BroadcastChannel | null = null;

/** Calls when the diary has changed, in this tab or another. Returns the end of it. */
export function onDiaryChange(listener: () => void): () => void {
  listeners.add(listener);
  if (channel === null && typeof BroadcastChannel !== 'undefined') {
    channel = new BroadcastChannel(CHANNEL);
    pageScope.listen<MessageEvent>(channel, 'message', () => tell());
  }
  return () => void listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Tells this tab and the others. */
function changed(): void {
  tell();
  if (typeof BroadcastChannel === 'undefined') return;
  if (channel !== null) channel.postMessage('changed');
  else {
    const passing = new BroadcastChannel(CHANNEL);
    passing.postMessage('changed');
    passing.close();
  }
}

export interface KeptDiary {
  entries: DiaryEntry[];
  /** Number of rows that cannot be read. */
  unreadable: number;
  /** False without a database: the entries last as long as the page. */
  lasts: boolean;
}

/** Everything that the device keeps, of all its members. */
export async function readDiary(): Promise<KeptDiary> {
  const [rows, lasts] = await orMemory<[unknown[], boolean]>(
    async (database) => [await database.getAll('entries'), true],
    () => [[...inMemory.values()], false],
  );
  const entries = rows.map(readEntry).filter((entry) => entry !== null);
  return { entries, unreadable: rows.length - entries.length, lasts };
}

/** Aborts a transaction, unless it has aborted already. */
function abort(transaction: { abort: () => void }): void {
  try {
    transaction.abort();
  } catch {
    // It has.
  }
}

/**
 * Adds entries; one that is there stays as it is.
 * @returns how many are new
 * @throws DOMException (QuotaExceededError) when the device is full: then none is added
 */
export async function addEntries(entries: readonly DiaryEntry[]): Promise<number> {
  const added = await orMemory(
    async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      // A failed request aborts the transaction, and is thrown below.
      transaction.done.catch(() => undefined);
      let fresh = 0;
      try {
        for (const entry of entries) {
          if ((await transaction.store.getKey(entry.id)) !== undefined) continue;
          await transaction.store.put(entry);
          fresh++;
        }
      } catch (error) {
        abort(transaction);
        throw error;
      }
      await transaction.done;
      return fresh;
    },
    () => {
      const before = inMemory.size;
      for (const entry of entries) if (!inMemory.has(entry.id)) inMemory.set(entry.id, entry);
      return inMemory.size - before;
    },
  );
  if (added > 0) changed();
  return added;
}

/** True when the diary has an entry. */
export const hasEntry = (id: string): Promise<boolean> =>
  orMemory(
    async (database) => (await database.getKey('entries', id)) !== undefined,
    () => inMemory.has(id),
  );

/** Presses an entry, or takes it out of the press. Nothing happens when another tab has deleted it. */
export async function pressEntry(id: string, pressed: boolean): Promise<void> {
  await orMemory(
    async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      const entry = await transaction.store.get(id);
      if (entry !== undefined) await transaction.store.put({ ...entry, pressed });
      await transaction.done;
    },
    () => {
      const entry = inMemory.get(id);
      if (entry !== undefined) inMemory.set(id, { ...entry, pressed });
    },
  );
  changed();
}

/** Deletes the rows that a test holds for; without a test all of them, also those that cannot be read. */
export async function removeEntries(
  goes: (entry: DiaryEntry) => boolean = () => true,
  unreadable = true,
): Promise<void> {
  const isGone = (row: unknown): boolean => {
    const entry = readEntry(row);
    return entry === null ? unreadable : goes(entry);
  };
  await orMemory(
    async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      for (let cursor = await transaction.store.openCursor(); cursor !== null; cursor = await cursor.continue())
        if (isGone(cursor.value)) await cursor.delete();
      await transaction.done;
    },
    () => {
      for (const [id, entry] of inMemory) if (isGone(entry)) inMemory.delete(id);
    },
  );
  changed();
}

/** True when fragrances from before the diary were taken over: those that were deleted since do not come back. */
export const isTakenOver = (): Promise<boolean> =>
  orMemory(
    async (database) => (await database.get('meta', TAKEN_OVER)) === true,
    () => takenOverInMemory,
  );

/** Marks that they were taken over. */
export const setTakenOver = (): Promise<void> =>
  orMemory(
    async (database) => void (await database.put('meta', true, TAKEN_OVER)),
    () => {
      takenOverInMemory = true;
    },
  );
