/**
 * Folders for servers that keep their data, with a database in which all migrations are applied: to make it from
 * nothing takes seconds.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateCluster } from '#local/backend.ts';
import { withTimeout } from '#tests/withTimeout.ts';

/**
 * A new folder below the system's for temporary files, as a first start leaves it but for its keys; `name` is part of
 * its name.
 *
 * @throws Error when `tar`, which every system of today has, does not unpack the database.
 */
export async function migratedFolder(name: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), `accord-${name}-`));
  const cluster = await migrateCluster();
  const database = join(folder, 'db');
  mkdirSync(database);
  // Names begin with a slash in it, which `tar` removes and mentions.
  const tar = spawn('tar', ['-xf', '-', '-C', database], { stdio: ['pipe', 'ignore', 'ignore'] });
  tar.stdin.on('error', () => undefined).end(new Uint8Array(await cluster.arrayBuffer()));
  const [code] = (await withTimeout(`tar unpacks into ${database}`, once(tar, 'exit'))) as [number | null];
  if (code !== 0) throw new Error(`tar ended with ${code}.`);
  // A first start came to its end here.
  writeFileSync(join(folder, 'db.made'), '');
  return folder;
}
