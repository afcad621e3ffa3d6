/**
 * An empty Postgres cluster for servers that keep everything in memory. Making one takes seconds of `initdb`
 * and always gives the same result, so the first one is kept beside the installed packages for the next start.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = resolve(fileURLToPath(new URL('../../../node_modules', import.meta.url)));

function cacheFile(): string {
  // The cluster's format belongs to the version that made it.
  const entry = createRequire(join(modules, '@supabase/lite/package.json')).resolve('@electric-sql/pglite');
  const { version } = JSON.parse(readFileSync(join(dirname(entry), '../package.json'), 'utf8')) as { version: string };
  return join(modules, '.cache/accord', `pglite-${version}.tar`);
}

/** The cluster as PGlite's `loadDataDir` takes it. */
export async function freshDatabase(): Promise<Blob> {
  const file = cacheFile();
  if (!existsSync(file)) {
    const { PGlite } = await import('@supabase/lite/pglite');
    const empty = await PGlite.create();
    const dump = await empty.dumpDataDir('none');
    await empty.close();
    mkdirSync(dirname(file), { recursive: true });
    const draft = `${file}.${process.pid}.part`;
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    renameSync(draft, file);
  }
  return new Blob([new Uint8Array(readFileSync(file))]);
}
