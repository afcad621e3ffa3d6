/**
 * The database of the diary on this device, and who is told of its changes. Without a database (some private windows) everything
 * lasts as long as the page.
 */
import type { DBSchema, IDBPDatabase, IDBPTransaction } from 'idb';
import { Scope } from '../../../core/lifetime/scope.ts';
import { databaseOf } from '../../../core/storage/database.ts';
import { ownerIn, type DiaryEntry } from '../domain/entry.ts';

/** Name of the database. */
export const DIARY_DATABASE = 'accord-diary';
const CHANNEL = 'accord-diary';

/** An entry as it is stored. A key has no null: the owner of an entry without an account is ''. */
type Row = Omit<DiaryEntry, 'owner'> & { owner: string };

/** Names an entry: two members of one browser may both have one fragrance. */
export type EntryKey = Pick<DiaryEntry, 'owner' | 'id'>;

export interface DiarySchema extends DBSchema {
  kept: { key: [owner: string, id: string]; value: Row };
  /** What is known about the diary, checked when it is read. */
  meta: { key: string; value: unknown };
}

/** The layout of the first version, whose entries had their id alone as a key. */
interface FirstSchema extends DBSchema {
  entries: { key: string; value: unknown };
}

const openDiary = databaseOf<DiarySchema>(DIARY_DATABASE, 2, async (database, from, _to, transaction) => {
  const kept = database.createObjectStore('kept', { keyPath: ['owner', 'id'] });
  if (from === 0) return void database.createObjectStore('meta');
  const first = transaction as unknown as IDBPTransaction<FirstSchema, ['entries'], 'versionchange'>;
  for (let cursor = await first.objectStore('entries').openCursor(); cursor !== null; cursor = await cursor.continue())
    // A row that cannot be read goes along.
    await kept.put({ ...(cursor.value as DiaryEntry), owner: ownerIn(cursor.value) ?? '' });
  (database as unknown as IDBPDatabase<FirstSchema>).deleteObjectStore('entries');
});

/** The key of an entry in the store. */
export const keyOf = ({ owner, id }: EntryKey): [owner: string, id: string] => [owner ?? '', id];

/** An entry as it is stored. */
export const rowOf = (entry: DiaryEntry): Row => ({ ...entry, owner: entry.owner ?? '' });

/** What a page without a database keeps; entries by their key as JSON. */
export const inMemory = { entries: new Map<string, DiaryEntry>(), meta: new Map<string, unknown>() };

/** Runs on the database, or in memory when there is none. A full disk is thrown. */
export async function orMemory<T>(
  onDatabase: (database: IDBPDatabase<DiarySchema>) => Promise<T>,
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
export function changed(): void {
  tell();
  if (typeof BroadcastChannel === 'undefined') return;
  if (channel !== null) channel.postMessage('changed');
  else {
    const passing = new BroadcastChannel(CHANNEL);
    passing.postMessage('changed');
    passing.close();
  }
}
