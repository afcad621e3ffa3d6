/** Finds out whether a build is of these sources, so that a start without a change builds nothing. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BUILD_STAMP } from '#pwa/hosts/hostFiles.ts';

/** Files and folders that a build is made of. */
const BUILD_SOURCES = [
  'index.html',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vite.config.ts',
  'pwa',
  'service-worker',
  'src',
  'supabase/functions/_shared',
  'workers',
  'worklets',
];
/** Entries of these folders that are in no build. */
const EXCLUDED_PATTERN = /^(node_modules|dist)$|\.test\.tsx?$/;

function* filesIn(path: string): Generator<string> {
  if (!statSync(path).isDirectory()) yield path;
  else
    for (const name of readdirSync(path).toSorted()) if (!EXCLUDED_PATTERN.test(name)) yield* filesIn(join(path, name));
}

/**
 * A hash of all that a build depends on: its sources, the lock file, Vite's version, the variables that Vite puts into
 * it, and the legal pages.
 */
export async function stampOf(root: string): Promise<string> {
  const { loadEnv, version } = await import('vite');
  const { ACCORD_LEGAL: legal, ...variables } = loadEnv('production', root, ['VITE_', 'ACCORD_LEGAL']);
  const hash = createHash('sha256').update(JSON.stringify([version, process.versions.node, legal, variables]));
  const folders = [...BUILD_SOURCES.map((name) => join(root, name)), ...(legal ? [resolve(root, legal)] : [])];
  for (const folder of folders)
    if (existsSync(folder)) for (const file of filesIn(folder)) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** True when the folder has a build with this stamp. A build by another command has none. */
export function isBuilt(dist: string, stamp: string): boolean {
  const file = join(dist, BUILD_STAMP);
  return existsSync(file) && readFileSync(file, 'utf8') === stamp;
}

/** Marks the build in a folder. */
export const markBuilt = (dist: string, stamp: string): void => writeFileSync(join(dist, BUILD_STAMP), stamp);
