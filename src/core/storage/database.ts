import type { DBSchema, IDBPDatabase, OpenDBCallbacks } from 'idb';

/**
 * A database of the browser, with one connection a page. Opens it at the first call, and again after the browser closed it, because
 * the site's data was cleared or the disk is full.
 */
export function databaseOf<Schema extends DBSchema>(
  name: string,
  version: number,
  upgrade: NonNullable<OpenDBCallbacks<Schema>['upgrade']>,
): () => Promise<IDBPDatabase<Schema>> {
  let opening: Promise<IDBPDatabase<Schema>> | null = null;
  const open = async () => {
    try {
      const { openDB } = await import('idb');
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
  return () => (opening ??= open());
}
