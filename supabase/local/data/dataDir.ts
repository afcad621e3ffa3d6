/**
 * The folder with the embedded backend's state: keys, database and stored objects. It is git-ignored. Only one server
 * may use a folder: two on one database would ruin it. Damaged content is never deleted: it is moved aside under a name
 * with the date, and reported.
 */
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { lock } from 'proper-lockfile';

export interface Keys {
  /** The public key; browsers get it. It acts as `anon`. */
  publishable: string;
  /** The secret key; bypasses row-level security and never leaves the server. */
  secret: string;
  /** Signs members' access tokens. */
  jwtSecret: string;
}

/** Owner only: the folder holds recordings, messages and password hashes. */
const OWNER_ONLY_MODE = 0o700;

/** The folder keeps the server from starting; the message names the cause and the remedy. */
export class DataDirError extends Error {}

/** Errors of the file system in words for the operator. */
const ERROR_MESSAGES: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Make room and start again; nothing was deleted.',
  EDQUOT: 'the disk quota is used up. Make room and start again; nothing was deleted.',
  EACCES: 'this user may not read and write there. Change its rights, or set ACCORD_DATA to another folder.',
  EPERM: 'this user may not read and write there. Change its rights, or set ACCORD_DATA to another folder.',
  EROFS: 'the disk is read-only. Set ACCORD_DATA to a folder that can be written.',
  ENOTDIR: 'a file is in the way. Set ACCORD_DATA to another folder.',
  EEXIST: 'a file is in the way. Set ACCORD_DATA to another folder.',
};

/** Puts an error of the file system into words; returns any other error unchanged. */
export function describeDataDirError(dataDir: string, error: unknown): unknown {
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException;
  // An error of the file system that is in no list is the operator's as well.
  const reason =
    ERROR_MESSAGES[code] ??
    (syscall === undefined
      ? undefined
      : `it cannot be made or opened there (${code}). Set ACCORD_DATA to another folder.`);
  return reason === undefined || error instanceof DataDirError
    ? error
    : new DataDirError(`The data in ${dataDir} cannot be used: ${reason}`);
}

/**
 * Makes the folder, and those above it, where it is not there. Not with `recursive`: Node then tries for ever in a
 * place that has no folders but its own, such as /proc.
 */
function makeFolder(folder: string): void {
  const isThere = () => statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    mkdirSync(folder, { mode: OWNER_ONLY_MODE });
  } catch (error) {
    // Another process has made it meanwhile.
    if (!isThere()) throw error;
  }
}

/** Removes other users' rights from an existing folder that belongs to this user. */
function closeToOthers(dataDir: string): void {
  try {
    chmodSync(dataDir, OWNER_ONLY_MODE);
  } catch {
    // Keep the rights of a folder that was mounted or shared on purpose.
  }
}

/** Moves a file or folder aside and returns its new name. */
export function moveAside(path: string, why: string): string {
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  for (let n = 1; ; n++) {
    const aside = `${path}.${why}-${stamp}${n > 1 ? `-${n}` : ''}`;
    if (existsSync(aside)) continue;
    renameSync(path, aside);
    return aside;
  }
}

/** New random keys in the forms that Supabase uses. */
export function newKeys(): Keys {
  return {
    publishable: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secret: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(48).toString('base64url'),
  };
}

function readKeys(file: string): Keys | null {
  const text = readFileSync(file, 'utf8');
  try {
    const keys = JSON.parse(text) as Partial<Record<keyof Keys, unknown>> | null;
    const hasAllKeys = [keys?.publishable, keys?.secret, keys?.jwtSecret].every(
      (key) => typeof key === 'string' && key !== '',
    );
    return hasAllKeys ? (keys as Keys) : null;
  } catch {
    return null;
  }
}

/**
 * The folder's keys, made at the first start and readable by their owner only. Damaged keys are moved aside and
 * replaced: all members have to log in again, and nothing else depends on them.
 *
 * @throws DataDirError
 */
export function keysIn(dataDir: string, log: (line: string) => void = () => undefined): Keys {
  const file = join(dataDir, 'keys.json');
  try {
    if (existsSync(file)) {
      const keys = readKeys(file);
      if (keys) return keys;
      log(
        `${file} is damaged. It was moved to ${moveAside(file, 'damaged')}, and new keys were made; everybody has to log in again.`,
      );
    }
    const keys = newKeys();
    makeFolder(dataDir);
    // Write to a draft and rename: a full disk must not leave half a file.
    const draft = `${file}.part`;
    writeFileSync(draft, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flush: true });
    chmodSync(draft, 0o600);
    renameSync(draft, file);
    return keys;
  } catch (error) {
    throw describeDataDirError(dataDir, error);
  }
}

/** Removes unfinished files (`*.part`) of a killed server; their arrival was never confirmed to a sender. */
export function removeDrafts(folder: string): void {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.part')) rmSync(join(entry.parentPath, entry.name), { force: true });
  }
}

/** Interval at which a server renews its mark, ms. */
const RENEWED_MS = 1000;
/** Age at which the mark of a process that is gone is void, ms. */
const GONE_MS = 3000;
/** Age at which any mark is void, ms: its process number may have been reused. */
const STALE_MS = 20_000;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Folders in use by servers of this process. */
const heldFolders = new Set<string>();

/** Time of the mark's last renewal, ms since 1970; null without a mark. */
function renewedAt(mark: string): number | null {
  try {
    return statSync(mark).mtimeMs;
  } catch {
    return null;
  }
}

/**
 * Marks the folder as in use while this process runs; returns a function that releases it. A mark that is no longer
 * renewed is void, even if another process has its number now.
 *
 * @throws DataDirError when another server uses the folder, or it cannot be written.
 */
export async function lockDataDir(
  dataDir: string,
  log: (line: string) => void = () => undefined,
): Promise<() => Promise<void>> {
  const mark = join(dataDir, 'server.lock');
  const pidFile = join(dataDir, 'server.pid');
  const handleLoss = (error: Error) => {
    // Two servers on one database would ruin it.
    console.error(
      `The data in ${dataDir} was taken over or removed while this server ran (${error.message}). The server stops.`,
    );
    process.exit(1);
  };
  try {
    makeFolder(dataDir);
    closeToOthers(dataDir);
    let first: number | null = null;
    for (;;) {
      try {
        const release = await lock(dataDir, {
          lockfilePath: mark,
          stale: STALE_MS,
          update: RENEWED_MS,
          onCompromised: handleLoss,
        });
        writeFileSync(pidFile, String(process.pid));
        heldFolders.add(dataDir);
        return async () => {
          heldFolders.delete(dataDir);
          rmSync(pidFile, { force: true });
          await release().catch(() => undefined);
        };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ELOCKED') throw error;
      }
      const renewed = renewedAt(mark);
      const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
      if (heldFolders.has(dataDir) || (first !== null && renewed !== null && renewed !== first)) {
        throw new DataDirError(
          `The data in ${dataDir} is in use by another server (process ${pid}). Stop it first, or set ACCORD_DATA to another folder.`,
        );
      }
      if (first === null && renewed !== null) {
        first = renewed;
        log('The last server did not end by itself. Waiting to be sure that it is gone ...');
      }
      const hasExited = pid === process.pid || !Number.isInteger(pid) || pid <= 0 || !isRunning(pid);
      if (hasExited && renewed !== null && Date.now() - renewed > GONE_MS) rmdirSync(mark);
      else await new Promise((done) => setTimeout(done, 200));
    }
  } catch (error) {
    throw describeDataDirError(dataDir, error);
  }
}
