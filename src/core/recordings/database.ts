import type { DBSchema, IDBPDatabase } from 'idb';
import { DATABASE } from '../storage/hasDatabase.ts';

/** An entry of the outbox, see outbox.ts. */
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

let opening: Promise<AudioDatabase> | null = null;

/**
 * Opens the browser's database, one connection a page. Reopens it after the browser closed it, because the site's data
 * was cleared or the disk is full.
 */
export function openAudioDatabase(): Promise<AudioDatabase> {
  opening ??= (async () => {
    try {
      const { openDB } = await import('idb');
      return await openDB<Schema>(DATABASE, 2, {
        upgrade(database) {
          if (!database.objectStoreNames.contains('audio')) database.createObjectStore('audio');
          if (!database.objectStoreNames.contains('outbox')) database.createObjectStore('outbox', { keyPath: 'id' });
        },
        blocking(_current, _blocked, event) {
          // A newer version in another tab wants to upgrade: close, and reopen when needed.
          (event.target as IDBDatabase).close();
          opening = null;
        },
        terminated() {
          opening = null;
        },
      });
    } catch (error) {
      opening = null;
      throw error;
    }
  })();
  return opening;
}
