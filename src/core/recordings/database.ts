import type { DBSchema, IDBPDatabase } from 'idb';
import { databaseOf, type WithDatabase } from '../storage/database.ts';
import { DATABASE } from '../storage/hasDatabase.ts';

/** An entry of the outbox, see src/features/outbox/backend/outbox.ts. */
export interface OutboxEntry {
  id: string;
  /** Kind of the sender, such as `recording` or `preorder`. */
  kind: string;
  /** The member it belongs to; null or absent (earlier versions) for a visitor's. */
  ownerId?: string | null;
  /** JSON for the sender. */
  payload: unknown;
  /** Key of its blob in the audio store. */
  audioKey?: string;
  /** Tries so far. */
  attempts: number;
  /** Not before this time, ms since 1970. */
  notBefore: number;
  /** The backend asked to wait until then, ms since 1970. */
  askedUntil?: number;
  /** ms since 1970. */
  createdAt: number;
  /** Refused for good: kept to be shown, not sent again. */
  refused?: { code: string; message: string };
}

interface Schema extends DBSchema {
  /** Recordings by key. */
  audio: { key: string; value: Blob };
  outbox: { key: string; value: OutboxEntry };
}

export type AudioDatabase = IDBPDatabase<Schema>;

/** Runs repeatable work on the database of recordings and of the outbox. @throws when the device has none */
export const withAudioDatabase: WithDatabase<Schema> = databaseOf<Schema>(DATABASE, 2, (database) => {
  if (!database.objectStoreNames.contains('audio')) database.createObjectStore('audio');
  if (!database.objectStoreNames.contains('outbox')) database.createObjectStore('outbox', { keyPath: 'id' });
});

/** Key of a second copy that versions before 0.2 kept of the newest recording; only removed now. */
export const SECOND_COPY = 'current';

/**
 * Recordings in the browser's database (`AudioDB`, store `audio`), kept across reloads and failures of the backend.
 * Each function throws where this device has no database, and `put` where it has no room.
 */
export const audioStore = {
  /** Stores a recording under a key, replacing an earlier one. */
  put: (key: string, recording: Blob): Promise<void> =>
    withAudioDatabase(async (database) => void (await database.put('audio', recording, key))),
  get: (key: string): Promise<Blob | null> =>
    withAudioDatabase(async (database) => (await database.get('audio', key)) ?? null),
  remove: (key: string): Promise<void> => withAudioDatabase((database) => database.delete('audio', key)),
  keys: (): Promise<string[]> => withAudioDatabase((database) => database.getAllKeys('audio')),
};
