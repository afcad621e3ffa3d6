import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Change } from './mutant.ts';

export const ROOT = resolve(import.meta.dirname, '../..');

/** What tools write into `node_modules`: the copy makes its own. */
const WRITTEN = new Set(['.cache', '.vite', '.vite-temp', '.vitest']);

/** A copy of the project in which files may be broken; the user's files are never touched. */
export interface Copy {
  folder: string;
  /** Changes a text that occurs once; returns what puts it back. @throws when it does not occur once */
  change(change: Change): () => void;
  remove(): void;
}

/** Fills `to` with hard links to the files in `from`: Vite serves no file of a folder that is only linked. */
function linkFolder(from: string, to: string, skipped: ReadonlySet<string>): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (skipped.has(entry.name)) continue;
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target, new Set());
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      try {
        linkSync(source, target);
      } catch {
        // Another disk.
        copyFileSync(source, target);
      }
    }
  }
}

/** Copies what git knows or would take, as it is on the disk now, with changes that are not committed. */
export function copyProject(): Copy {
  mkdirSync(join(ROOT, 'test-results'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'test-results/mutants-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const file of new Set(listed.split('\0'))) {
    if (file === '' || !existsSync(join(ROOT, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, file));
  }
  linkFolder(realpathSync(join(ROOT, 'node_modules')), join(folder, 'node_modules'), WRITTEN);
  return {
    folder,
    change({ file, find, replace }) {
      const path = join(folder, file);
      const before = readFileSync(path, 'utf8');
      const parts = before.split(find);
      if (parts.length !== 2) throw new Error(`${file}: what is to be changed occurs ${parts.length - 1} times.`);
      writeFileSync(path, parts.join(replace));
      return () => writeFileSync(path, before);
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}
