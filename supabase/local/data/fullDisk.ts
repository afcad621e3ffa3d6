/**
 * A full disk. Objects and bodies leave room for the database, which ends badly without any; what is refused for want of
 * room is told as such (507), in the form of the service that was asked, so that nobody takes it for a defect.
 */
import { statfs } from 'node:fs/promises';
import { refusal } from '../http/refusal.ts';
import { BadRequest } from '../http/web.ts';

/** What the sender of a refused request reads. */
export const DISK_FULL = 'The disk of this server is full. Please try again later.';

/** Objects and bodies leave this much of the disk free, bytes: more than the database needs, so that it goes on when uploads have to stop. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** True for what file system and Postgres say about a disk, or a quota, without room. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(String((error as { code?: unknown } | null)?.code));
}

/**
 * Nothing is written to the database with less free than this, bytes. Where the next segment of its write-ahead log does not
 * fit, PGlite neither fails nor ends: it computes forever, and the whole server with it.
 */
export const MIN_DATABASE_BYTES = 32 * 1024 * 1024;

/** Bytes that are free where `folder` is; some network file systems do not tell, and writing then finds out. */
export async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks > 0 ? bavail * bsize : Infinity;
}

/** Whether the database in `folder` may be written to. */
export async function databaseHasRoom(
  folder: string,
  least = MIN_DATABASE_BYTES,
  free: (folder: string) => Promise<number> = freeBytes,
): Promise<boolean> {
  return (await free(folder)) >= least;
}

/** What is thrown where there is no room, or none is to be used. */
export const diskFull = (): BadRequest => Object.assign(new BadRequest(507, DISK_FULL), { code: 'ENOSPC' });

/** Makes sure that `bytes` more fit into `folder` and leave enough for the database. @throws BadRequest 507 */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  if ((await freeBytes(folder)) - bytes < MIN_FREE_BYTES) throw diskFull();
}

/** The answer of the service under `path`. */
export function fullDiskAnswer(path: string): Response {
  return refusal(path, 507, { auth: 'disk_full', rest: '53100', storage: 'disk_full' }, DISK_FULL);
}

/** What a database connection runs its statements with. */
export interface Driver {
  query(query: string, ...more: never[]): Promise<unknown>;
  exec(query: string, ...more: never[]): Promise<unknown>;
}

/** The storage layer writes down every reading of an object. Nobody asks for it, and a full disk would keep sounds from being heard. */
const TOUCH = /^update "storage"\."objects" set "last_accessed_at" = \$1 where "id" = \$2$/;

/** Whether the disk was too full for something since it was asked last; the layer above only ever says "internal error". */
export interface DiskWatch {
  /** Watches what `work` fails with. */
  over<T>(work: Promise<T>): Promise<T>;
  /** Watches the statements of a connection. */
  watch(driver: Driver): void;
  wasFull(): boolean;
}

/** Watches the statements of connections, and whatever else is given to it. */
export function watchDisk(): DiskWatch {
  let full = false;
  const over = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      full ||= isDiskFull(error);
      throw error;
    });
  return {
    over,
    watch(driver) {
      const query = driver.query.bind(driver);
      const exec = driver.exec.bind(driver);
      driver.query = async (text, ...more) =>
        TOUCH.test(text) ? { rows: [], fields: [], affectedRows: 1 } : over(query(text, ...more));
      driver.exec = (text, ...more) => over(exec(text, ...more));
    },
    wasFull() {
      const was = full;
      full = false;
      return was;
    },
  };
}
