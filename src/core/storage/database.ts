import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/** Runs work on a database; work that fails on a dead connection runs once more, so it must be repeatable. */
export type WithDatabase<Schema extends DBSchema> = <T>(
  work: (database: IDBPDatabase<Schema>) => Promise<T>,
) => Promise<T>;

/**
 * Failures of a connection that the browser has ended without an event: iOS does so after a while in the background
 * (InvalidStateError), and when its database process ended (UnknownError, or AbortError in a running transaction).
 */
const DEAD = new Set(['InvalidStateError', 'UnknownError', 'AbortError']);

/**
 * A database of the browser, with one connection a page. Opens it at the first call, and again after the browser closed
 * it, because the site's data was cleared, the disk is full or the connection is dead.
 */
export function databaseOf<Schema extends DBSchema>(
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
  };
  return async (work) => {
    const opened = (opening ??= open());
    const database = await opened;
    try {
      return await work(database);
    } catch (error) {
      if (!DEAD.has((error as { name?: string } | null)?.name ?? '')) throw error;
      if (opening === opened) {
        opening = null;
        database.close();
      }
      return work(await (opening ??= open()));
    }
  };
}
