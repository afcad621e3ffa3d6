/**
 * Puts restored data in the place of the present data. The plan is written down before anything is moved, and each start of
 * a server or command carries on with it, so an interruption leaves the old or the new data, never a mixture. Nothing is
 * deleted: the present data is moved aside.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { PARTS } from './archive.ts';

/** The folder that an archive is unpacked into, in the data folder. */
export const restoredFolder = (dataDir: string): string => join(dataDir, 'restored');
const planFile = (dataDir: string) => join(dataDir, 'restore.json');

interface Plan {
  /** Name of the folder that the present data moves to. */
  aside: string;
  /** Parts that the archive has. */
  parts: string[];
}

/** Flushes the names in a folder to the disk, where the system can. */
function flushNames(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    fsyncSync(handle);
    closeSync(handle);
  } catch {
    // Windows opens no folders; its renames are in the journal of the file system.
  }
}

/**
 * Decides that the unpacked data replaces the present one, and does it.
 * @returns the folder with the former data; null when there was none
 */
export function replaceData(dataDir: string, now: Date): string | null {
  const stamp = now.toISOString().slice(0, 19).replaceAll(':', '-');
  let aside = `before-restore-${stamp}`;
  for (let n = 2; existsSync(join(dataDir, aside)); n++) aside = `before-restore-${stamp}-${n}`;
  const plan: Plan = { aside, parts: readdirSync(restoredFolder(dataDir)) };
  flushNames(restoredFolder(dataDir));
  const draft = `${planFile(dataDir)}.part`;
  writeFileSync(draft, JSON.stringify(plan), { mode: 0o600, flush: true });
  renameSync(draft, planFile(dataDir));
  flushNames(dataDir);
  finishRestore(dataDir);
  return existsSync(join(dataDir, aside)) ? join(dataDir, aside) : null;
}

/**
 * Carries out a plan that is there, from wherever it was interrupted; without one, removes what an interrupted unpacking
 * left behind. Expects that nobody else uses the folder.
 */
export function finishRestore(dataDir: string): void {
  const restored = restoredFolder(dataDir);
  rmSync(`${planFile(dataDir)}.part`, { force: true });
  if (!existsSync(planFile(dataDir))) return rmSync(restored, { recursive: true, force: true });
  const { aside, parts } = JSON.parse(readFileSync(planFile(dataDir), 'utf8')) as Plan;
  const former = join(dataDir, aside);
  for (const part of PARTS) {
    const [present, next] = [join(dataDir, part), join(restored, part)];
    // A part of the archive that is not here any more stands in its place already.
    const moved = parts.includes(part) && !existsSync(next);
    if (!moved && existsSync(present)) {
      mkdirSync(former, { recursive: true, mode: 0o700 });
      renameSync(present, join(former, part));
    }
    if (existsSync(next)) renameSync(next, present);
  }
  flushNames(dataDir);
  rmSync(planFile(dataDir));
  rmSync(restored, { recursive: true, force: true });
}
