/**
 * Opens the embedded database. Never deletes one that cannot be opened: it is moved aside if its first start was never
 * finished; otherwise it may hold people's data, and the start fails with a message.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirError, describeDataDirError, moveAside } from './dataDir.ts';

/** True for a folder with the files without which Postgres cannot start. Opening an incomplete one would change it. */
function isComplete(folder: string): boolean {
  const has = (file: string) => existsSync(join(folder, file)) && statSync(join(folder, file)).size > 0;
  return has('PG_VERSION') && has('global/pg_control');
}

const isThere = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0;

/** Message to the operator about an unreadable database. */
export const damagedError = (folder: string, cause: unknown): DataDirError =>
  new DataDirError(
    `The database in ${folder} is damaged and cannot be opened. Nothing was deleted: put a copy of it from before back in its place, or move the folder away to start with an empty one.`,
    { cause },
  );

/**
 * Opens the database in `folder`, or makes it. `finished`: whether a first start was completed here.
 *
 * @throws DataDirError when the database is damaged, or its disk is full or read-only.
 */
export async function openDatabase<Connection>(
  folder: string,
  finished: boolean,
  open: (url: string) => Promise<Connection>,
  log: (line: string) => void,
): Promise<Connection> {
  try {
    if (isThere(folder)) {
      try {
        if (!isComplete(folder)) throw new Error('The database is not complete.');
        return await open(folder);
      } catch (error) {
        if (describeDataDirError(folder, error) !== error) throw error;
        if (finished) throw damagedError(folder, error);
        log(
          `The database in ${folder} comes from a start that was not finished, and cannot be opened. It was moved to ${moveAside(folder, 'unfinished')}, and an empty one is made.`,
        );
      }
    } else if (finished) {
      log(`The database in ${folder} is gone. An empty one is made.`);
    }
    return await open(folder);
  } catch (error) {
    throw describeDataDirError(folder, error);
  }
}
