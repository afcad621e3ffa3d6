/**
 * A full disk. Objects and bodies leave room for the database, which fails badly without any. Refusals on a full disk
 * report it (507), in the form of the service that was called.
 */
import { statfs } from 'node:fs/promises';
import { refusal } from '../http/refusal.ts';
import { BadRequest } from '../http/web.ts';

/** Message to the sender of a refused request. */
export const DISK_FULL = 'The disk of this server is full. Please try again later.';

/**
 * Free space that objects and bodies leave, bytes: more than the database needs, so that it goes on when uploads have
 * to stop.
 */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** True for an error of the file system or Postgres that means a full disk or quota. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', '53100'].includes(String((error as { code?: unknown } | null)?.code));
}

/**
 * Minimum free space for writing to the database, bytes. If the next segment of its write-ahead log does not fit,
 * PGlite computes for ever, and blocks the whole server.
 */
const MIN_DATABASE_BYTES = 32 * 1024 * 1024;

/** Free bytes on the disk of `folder`; infinite on network file systems that do not report them. */
export async function freeBytes(folder: string): Promise<number> {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks > 0 ? bavail * bsize : Infinity;
}

/** True when the database in `folder` can be written to. */
export async function databaseHasRoom(
  folder: string,
  free: (folder: string) => Promise<number> = freeBytes,
): Promise<boolean> {
  return (await free(folder)) >= MIN_DATABASE_BYTES;
}

/** Checks that `bytes` fit into `folder` and leave enough for the database. @throws BadRequest 507 */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  if ((await freeBytes(folder)) - bytes < MIN_FREE_BYTES)
    throw Object.assign(new BadRequest(507, DISK_FULL), { code: 'ENOSPC' });
}

/** The refusal of the service under `path`. */
export function fullDiskAnswer(path: string): Response {
  return refusal(path, 507, { auth: 'disk_full', rest: '53100', storage: 'disk_full' }, DISK_FULL);
}

/** The methods of a database connection that run statements. */
export interface Driver {
  query(query: string, ...more: never[]): Promise<unknown>;
  exec(query: string, ...more: never[]): Promise<unknown>;
}

/**
 * The storage layer's statement that records each read of an object. The app does not use the record, and on a full
 * disk the write would keep sounds from being played.
 */
const TOUCH_STATEMENT = /^update "storage"\."objects" set "last_accessed_at" = \$1 where "id" = \$2$/;

/** Notices when the disk is full: the layer above only reports "internal error". */
export interface DiskWatch {
  /** Watches for errors of `work`. */
  over<T>(work: Promise<T>): Promise<T>;
  /** Watches the statements of a connection. */
  watch(driver: Driver): void;
  wasFull(): boolean;
}

/** Watches the statements of connections, and other work; `wasFull` is true once after a full disk. */
export function watchDisk(): DiskWatch {
  let full = false;
  const withFullDisk = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      full ||= isDiskFull(error);
      throw error;
    });
  return {
    over: withFullDisk,
    watch(driver) {
      const query = driver.query.bind(driver);
      const exec = driver.exec.bind(driver);
      driver.query = async (text, ...more) =>
        TOUCH_STATEMENT.test(text) ? { rows: [], fields: [], affectedRows: 1 } : withFullDisk(query(text, ...more));
      driver.exec = (text, ...more) => withFullDisk(exec(text, ...more));
    },
    wasFull() {
      const was = full;
      full = false;
      return was;
    },
  };
}
