/**
 * A copy of a data folder as it is at one moment. The backend makes it while no statement runs and no object is written
 * (backend.ts), so the rows and the files that they name belong together.
 */
import { constants, existsSync } from 'node:fs';
import { copyFile, cp, link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { requireRoom } from '../data/fullDisk.ts';
import { PARTS } from './archive.ts';

/** The folder of the snapshot, in the data folder: links do not cross file systems. */
export const snapshotFolder = (dataDir: string): string => join(dataDir, 'snapshot');

/** Removes what an interrupted backup left behind. */
export const removeSnapshot = (dataDir: string): Promise<void> =>
  rm(snapshotFolder(dataDir), { recursive: true, force: true });

/**
 * Copies the database and links the objects: a stored object is never changed in place, only replaced or removed, so a
 * second name keeps it. The database's buffers have to be in its files.
 * @throws BadRequest 507 when the disk has no room for a second database
 */
export async function makeSnapshot(dataDir: string): Promise<string> {
  const target = snapshotFolder(dataDir);
  await removeSnapshot(dataDir);
  await requireRoom(dataDir, await bytesIn(join(dataDir, 'db')));
  await mkdir(target, { mode: 0o700 });
  for (const part of PARTS) {
    const from = join(dataDir, part);
    if (!existsSync(from)) continue;
    if (part === 'objects') await linkAll(from, join(target, part));
    else await cp(from, join(target, part), { recursive: true, mode: constants.COPYFILE_FICLONE });
  }
  return target;
}

async function bytesIn(folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) sum += (await stat(join(entry.parentPath, entry.name))).size;
  return sum;
}

async function linkAll(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.endsWith('.part')) continue;
    const file = join(entry.parentPath, entry.name);
    const twin = join(to, relative(from, file));
    await mkdir(dirname(twin), { recursive: true });
    // File systems without links get a copy.
    await link(file, twin).catch(() => copyFile(file, twin));
  }
}
