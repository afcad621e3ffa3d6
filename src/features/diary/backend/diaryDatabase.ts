/**
 * The database of the diary on this device, and who is told of its changes. Without a database (some private windows) everything
 * lasts as long as the page.
 */
import type { DBSchema, IDBPDatabase } from 'idb';
import { Scope } from '../../../core/lifetime/scope.ts';
import { databaseOf } from '../../../core/storage/database.ts';
import type { DiaryEntry } from '../domain/entry.ts';

/** Name of the database. */
export const DIARY_DATABASE = 'accord-diary';
const CHANNEL = 'accord-diary';

export interface DiarySchema extends DBSchema {
  entries: { key: string; value: DiaryEntry };
  /** What is known about the diary, checked when it is read. */
  meta: { key: string; value: unknown };
}

const openDiary = databaseOf<DiarySchema>(DIARY_DATABASE, 1, (database) => {
  database.createObjectStore('entries', { keyPath: 'id' });
  database.createObjectStore('meta');
});

/** What a page without a database keeps. */
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
