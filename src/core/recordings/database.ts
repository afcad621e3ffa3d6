import { type DBSchema, type IDBPDatabase, openDB, type OpenDBCallbacks } from 'idb';
import { DATABASE_NAME } from '../storage/hasDatabase.ts';

/** Runs work on a database; work that fails on a dead connection runs once more, so it must be repeatable. */
type WithDatabase<Schema extends DBSchema> = <T>(work: (database: IDBPDatabase<Schema>) => Promise<T>) => Promise<T>;

/**
 * Failures of a connection that the browser has ended without an event: iOS does so after a while in the background
 * (InvalidStateError), and when its database process ended (UnknownError, or AbortError in a running transaction).
 */
const DEAD_CONNECTION_ERRORS = new Set(['InvalidStateError', 'UnknownError', 'AbortError']);

/**
 * A database of the browser, with one connection a page. Opens it at the first call, and again after the browser closed
 * it, because the site's data was cleared, the disk is full or the connection is dead.
 */
function databaseOf<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): WithDatabase<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const open = async () => {
    try {
      return await openDB<Schema>(name, version, {
        upgrade,
        blocking(_current, _blocked, event) {
          // A newer version in another tab needs to upgrade: close, and reopen when needed.
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
  };
  return async (work) => {
    const opened = (opening ??= open());
    const database = await opened;
    try {
      return await work(database);
    } catch (error) {
      if (!DEAD_CONNECTION_ERRORS.has((error as { name?: string } | null)?.name ?? '')) throw error;
      if (opening === opened) {
        opening = null;
        database.close();
      }
      return work(await (opening ??= open()));
    }
  };
}

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
  /** Earliest next try by the backend's request, ms since 1970. */
  askedUntil?: number;
  /** ms since 1970. */
  createdAt: number;
  /** Refused for good: stays in the list, and is not sent again. */
  refused?: { code: string; message: string };
}

interface Schema extends DBSchema {
  /** Recordings by key. */
  audio: { key: string; value: Blob };
  outbox: { key: string; value: OutboxEntry };
}

export type AudioDatabase = IDBPDatabase<Schema>;

/** Runs repeatable work on the database of recordings and of the outbox. @throws when the device has none */
export const withAudioDatabase: WithDatabase<Schema> = databaseOf<Schema>(DATABASE_NAME, 2, (database) => {
  if (!database.objectStoreNames.contains('audio')) database.createObjectStore('audio');
  if (!database.objectStoreNames.contains('outbox')) database.createObjectStore('outbox', { keyPath: 'id' });
});

/** Key of a second copy of the newest recording, from versions before 0.2; only removed now. */
export const SECOND_COPY = 'current';

/**
 * Recordings in the browser's database (`AudioDB`, store `audio`), kept across reloads and failures of the backend.
 * Each function throws where this device has no database, and `put` when it is full.
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
