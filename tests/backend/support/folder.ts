/** Folders for servers that keep their data, with a database in which all migrations are applied: to make it from nothing takes seconds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migratedCluster } from '../../../supabase/local/backend.ts';

/**
 * Makes `folder` one that a first start was finished in, except for its keys: with the database that servers in memory begin with.
 *
 * @throws Error when `tar`, which every system of today has, does not unpack it.
 */
export async function migrateFolder(folder: string): Promise<void> {
  const cluster = await migratedCluster();
  const database = join(folder, 'db');
  mkdirSync(database, { recursive: true });
  // Names begin with a slash there, which `tar` removes and mentions.
  const tar = spawn('tar', ['-xf', '-', '-C', database], { stdio: ['pipe', 'ignore', 'ignore'] });
  tar.stdin.on('error', () => undefined).end(new Uint8Array(await cluster.arrayBuffer()));
  const [code] = (await once(tar, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`tar ended with ${code}.`);
}

/** A new folder below the system's for temporary files, as `migrateFolder` makes it; `name` is part of its name. */
export async function migratedFolder(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `accord-${name}-`));
  await migrateFolder(folder);
  return folder;
}
