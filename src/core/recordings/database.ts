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
