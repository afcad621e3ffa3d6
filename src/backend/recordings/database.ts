import type { DBSchema, IDBPDatabase } from 'idb';

/** Something that still has to reach the backend; see outbox.ts. */
export interface OutboxEntry {
  id: string;
  /** Which sender takes it, such as `recording` or `preorder`. */
  kind: string;
  /** The member it belongs to; null for a visitor's. Entries of earlier versions have none and are a visitor's. */
  ownerId?: string | null;
  /** JSON for the sender. */
  payload: unknown;
  /** Key of the blob in the audio store that goes with it. */
  audioKey?: string;
  /** Tries so far. */
  attempts: number;
  /** Not before this time, ms since 1970. */
  notBefore: number;
  /** The backend has asked to be left alone until then, ms since 1970. */
  askedUntil?: number;
  /** ms since 1970. */
  createdAt: number;
  /** The backend refused it for good; it is kept for the person to see, and not sent again. */
  refused?: { code: string; message: string };
}

interface Schema extends DBSchema {
  /** Recordings by key. */
  audio: { key: string; value: Blob };
  outbox: { key: string; value: OutboxEntry };
}

/** The browser database. */
export const DATABASE = 'AudioDB';

export type AudioDatabase = IDBPDatabase<Schema>;

let opening: Promise<AudioDatabase> | null = null;

/**
 * Opens the browser's database; one connection a page. Reopened after the browser closed it, which happens when
 * a person clears the site's data or the disk is full.
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
          // A newer version of the app in another tab wants to upgrade: make way, and reopen when needed.
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
