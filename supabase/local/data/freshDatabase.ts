/**
 * Postgres clusters for servers in memory, made once and cached beside the installed packages: an empty one (`initdb`
 * takes seconds and always gives the same result), and one with all migrations applied. The name of a cached cluster
 * holds a hash of its inputs, so it is never older than its migrations; its file begins with a hash of its bytes, so
 * that a damaged one is made again.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lock } from 'proper-lockfile';

const moduleFolder = dirname(fileURLToPath(import.meta.url));
const modules = resolve(moduleFolder, '../../../node_modules');

/** Folder of cached clusters; tests may set another. */
const CACHE_FOLDER = join(modules, '.cache/accord');

/** Longest time to make a cluster, ms; a lock that was not renewed for this long is abandoned. */
const MAX_MAKING_MS = 60_000;

/** Versions of the packages that determine a cluster's format and system tables. */
function versions(): string {
  const versionIn = (folder: string) =>
    (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
  const lite = join(modules, '@supabase/lite');
  const pglite = createRequire(join(lite, 'package.json')).resolve('@electric-sql/pglite');
  return `${versionIn(join(dirname(pglite), '..'))} ${versionIn(lite)}`;
}

/** A cache name for the inputs `parts`. */
function nameOf(kind: string, parts: readonly string[]): string {
  const hash = createHash('sha256');
  // Include each length: moving text from one file to the next is a change too.
  for (const part of parts) hash.update(`${part.length}\n${part}`);
  return `${kind}-${hash.digest('hex').slice(0, 32)}.tar`;
}

/** A cluster that hands out its 40 MB without copies; a blob makes several. PGlite only reads them. */
class Cluster extends Blob {
  readonly #bytes: ArrayBuffer;
  constructor(bytes: ArrayBuffer) {
    super([bytes]);
    this.#bytes = bytes;
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes);
  }
}

/** The cluster that this process read last; a test process opens the same one many times. */
let lastRead: { file: string; cluster: Blob } | null = null;

const digestOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const DIGEST_BYTES = 32;

/**
 * A cached cluster; null when there is none, or a damaged one: an unclean end of the machine can leave a file without
 * its bytes.
 */
function readKept(file: string): Blob | null {
  try {
    if (lastRead?.file === file && existsSync(file)) return lastRead.cluster;
    const stored = readFileSync(file);
    const bytes = stored.subarray(DIGEST_BYTES);
    if (!digestOf(bytes).equals(stored.subarray(0, DIGEST_BYTES))) return null;
    const cluster = new Cluster(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer,
    );
    lastRead = { file, cluster };
    return cluster;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Removes all cached clusters of a kind but one, and leftovers of killed processes. */
function removeOthers(folder: string, kind: string, currentName: string): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const left =
      name.endsWith('.part') && Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > MAX_MAKING_MS;
    if (left || (name.startsWith(`${kind}-`) && name.endsWith('.tar') && name !== currentName))
      rmSync(file, { force: true });
  }
}

/**
 * The cluster that `make` makes from `parts`; from `folder` if cached. When several processes need a new one, one makes
 * it and the others wait. If waiting fails, each makes its own, which only costs time.
 */
export async function cachedCluster(
  kind: string,
  parts: readonly string[],
  make: () => Promise<Blob>,
  folder = CACHE_FOLDER,
): Promise<Blob> {
  const name = nameOf(kind, parts);
  const file = join(folder, name);
  const found = readKept(file);
  if (found) return found;
  mkdirSync(folder, { recursive: true });
  const retries = { retries: MAX_MAKING_MS / 250, factor: 1, minTimeout: 250, maxTimeout: 250 };
  const release = await lock(file, {
    realpath: false,
    stale: MAX_MAKING_MS,
    update: 1000,
    retries,
    onCompromised: () => undefined,
  }).catch(() => null);
  try {
    const cached = readKept(file);
    if (cached) return cached;
    const cluster = await make();
    // Rename into place: other processes read meanwhile.
    const draft = `${file}.${process.pid}.part`;
    const bytes = Buffer.from(await cluster.arrayBuffer());
    writeFileSync(draft, Buffer.concat([digestOf(bytes), bytes]));
    renameSync(draft, file);
    removeOthers(folder, kind, name);
    return cluster;
  } finally {
    await release?.().catch(() => undefined);
  }
}

/** An empty cluster in the form of PGlite's `loadDataDir`. */
function freshDatabase(): Promise<Blob> {
  return cachedCluster('empty', [versions()], async () => {
    const { PGlite } = await import('@supabase/lite/pglite');
    const empty = await PGlite.create();
    const dump = await empty.dumpDataDir('none');
    await empty.close();
    return dump;
  });
}

/** Inputs of a migrated cluster: versions, configuration, migrations, and the code that applies them. */
function sources(): string[] {
  const migrations = resolve(moduleFolder, '../../migrations');
  const files = [
    resolve(moduleFolder, '../../config.toml'),
    resolve(moduleFolder, '../backend.ts'),
    ...readdirSync(migrations)
      .sort()
      .map((name) => join(migrations, name)),
  ];
  return [versions(), ...files.flatMap((file) => [basename(file), readFileSync(file, 'utf8')])];
}

/** A cluster with all migrations applied; `migrate` makes it from an empty one. */
export function openMigrated(migrate: (empty: Blob) => Promise<Blob>): Promise<Blob> {
  return cachedCluster('migrated', sources(), async () => migrate(await freshDatabase()));
}
