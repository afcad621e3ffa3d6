/**
 * The folder that keeps the embedded backend's state between starts: keys, database and stored objects.
 * It is git-ignored. One server a folder: two on one database would ruin it.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Keys {
  /** Goes to browsers; acts as `anon`. */
  publishable: string;
  /** Passes row level security; never leaves the server. */
  secret: string;
  /** Signs the members' access tokens. */
  jwtSecret: string;
}

/** New random keys of the forms that Supabase uses. */
export function newKeys(): Keys {
  return {
    publishable: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secret: `sb_secret_${randomBytes(24).toString('base64url')}`,
    jwtSecret: randomBytes(48).toString('base64url'),
  };
}

/** The folder's keys, made on the first start and readable by their owner alone. */
export function keysIn(dataDir: string): Keys {
  const file = join(dataDir, 'keys.json');
  if (existsSync(file)) {
    const keys = JSON.parse(readFileSync(file, 'utf8')) as Partial<Keys>;
    if (keys.publishable && keys.secret && keys.jwtSecret) return keys as Keys;
    throw new Error(`${file} is damaged. Delete it to have new keys made; everybody will have to log in again.`);
  }
  const keys = newKeys();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return keys;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The folder is in use by another server. */
export class DataDirBusyError extends Error {}

/**
 * Marks the folder as in use by this process, and returns what gives it free again. A mark left behind by a
 * process that is gone counts for nothing.
 *
 * @throws DataDirBusyError
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'server.pid');
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 2) throw error;
      const pid = Number(readFileSync(file, 'utf8'));
      if (Number.isInteger(pid) && pid > 0 && pid !== process.pid && isRunning(pid)) {
        throw new DataDirBusyError(`The data in ${dataDir} is in use by another server (process ${pid}). Stop it first, or set ACCORD_DATA to another folder.`);
      }
      rmSync(file, { force: true });
    }
  }
}
