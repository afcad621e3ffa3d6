/**
 * Opens the embedded database. What cannot be opened is never deleted: without the sign that a first start was finished
 * it is moved aside, with it the start ends in words, since somebody's data is in there.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirError, inWords, moveAside } from './dataDir.ts';

/** Whether a folder has what Postgres cannot begin without. Opening less than that would change it. */
function isComplete(folder: string): boolean {
  const has = (file: string) => existsSync(join(folder, file)) && statSync(join(folder, file)).size > 0;
  return has('PG_VERSION') && has('global/pg_control');
}

const isThere = (folder: string) => existsSync(folder) && readdirSync(folder).length > 0;

/** What whoever starts the server reads about a database that cannot be read. */
export const damaged = (folder: string, cause: unknown): DataDirError =>
  new DataDirError(
    `The database in ${folder} is damaged and cannot be opened. Nothing was deleted: put a copy of it from before back in its place, or move the folder away to start with an empty one.`,
    { cause },
  );

/**
 * Opens the database in `folder`, or makes it. `finished` tells that a first start came to its end here.
 *
 * @throws DataDirError when the database is damaged, or its disk is full or may not be written.
 */
export async function openDatabase<Connection>(
  folder: string,
  finished: boolean,
  open: (url: string) => Promise<Connection>,
  say: (line: string) => void,
): Promise<Connection> {
  try {
    if (isThere(folder)) {
      try {
        if (!isComplete(folder)) throw new Error('The database is not complete.');
        return await open(folder);
      } catch (error) {
        if (inWords(folder, error) !== error) throw error;
        if (finished) throw damaged(folder, error);
        say(
          `The database in ${folder} comes from a start that was not finished, and cannot be opened. It was moved to ${moveAside(folder, 'unfinished')}, and an empty one is made.`,
        );
      }
    } else if (finished) {
      say(`The database in ${folder} is gone. An empty one is made.`);
    }
    return await open(folder);
  } catch (error) {
    throw inWords(folder, error);
  }
}
