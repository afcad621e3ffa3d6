/** What `npm run backup` and `npm run restore` do (docs/hosting.md). */
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addressIn, DataDirError, FolderInUseError, inWords, keysIn, lockDataDir } from '../data/dataDir.ts';
import { freeBytes } from '../data/fullDisk.ts';
import { PARTS, readArchive, writeArchive, type BackupContent } from './archive.ts';
import { removeSnapshot, snapshotFolder } from './snapshot.ts';
import { replaceData, restoredFolder } from './swap.ts';
import { ArchiveError } from './tar.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The command cannot be carried out; the message is for the operator. */
export class BackupError extends Error {}

type Say = (line: string) => void;

const sizeOf = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
const migrationsHere = () =>
  readdirSync(join(root, 'supabase', 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort();

/** Reads an archive, or says in words what is wrong with it. */
async function readable(file: string, target: string | null = null): Promise<BackupContent> {
  try {
    return await readArchive(file, target);
  } catch (error) {
    if (error instanceof ArchiveError) throw new BackupError(`${file} cannot be restored. ${error.message}`);
    throw error;
  }
}

/** Asks the server that uses the folder for a snapshot. */
async function askForSnapshot(dataDir: string): Promise<void> {
  const address = addressIn(dataDir);
  if (address === null)
    throw new BackupError(
      'The server is starting, or another command uses the folder. Please try again in a few seconds.',
    );
  const answer = await fetch(`${address}/snapshot`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keysIn(dataDir).secret}` },
  }).catch((error: Error) => {
    throw new BackupError(`The server at ${address} does not answer (${error.message}).`);
  });
  if (answer.ok) return;
  const { message = `it answered ${answer.status}` } = (await answer.json().catch(() => ({}))) as { message?: string };
  throw new BackupError(`The server at ${address} could not make a snapshot: ${message}`);
}

/**
 * Writes everything in `dataDir` to `file`, whether its server runs or not. A running server makes a snapshot between two
 * requests; otherwise the folder is locked meanwhile. The archive is read again before the command says that it is there.
 * @throws BackupError, DataDirError
 */
export async function backup(dataDir: string, file: string, force: boolean, say: Say): Promise<BackupContent> {
  if (!existsSync(join(dataDir, 'db.made'))) throw new BackupError(`There is no data in ${dataDir}.`);
  if (existsSync(file) && !force)
    throw new BackupError(`${file} exists already. Choose another name, or replace it with --force.`);
  let release: (() => Promise<void>) | null = null;
  try {
    release = await lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error;
  }
  try {
    await mkdir(dirname(resolve(file)), { recursive: true });
    if (release === null) await askForSnapshot(dataDir);
    else await removeSnapshot(dataDir);
    say(release === null ? 'The server goes on while its snapshot is packed ...' : 'Packing the data ...');
    await writeArchive(release === null ? snapshotFolder(dataDir) : dataDir, file, migrationsHere());
  } catch (error) {
    throw inWords(dirname(resolve(file)), error);
  } finally {
    if (release === null) await removeSnapshot(dataDir);
    await release?.();
  }
  const content = await readable(file);
  say(`${file} holds ${content.files} files, ${sizeOf(content.bytes)} unpacked. It was read again and is whole.`);
  say('It holds keys, password hashes and recordings: keep it as safe as the data itself, and on another machine.');
  return content;
}

/**
 * Replaces the data in `dataDir` by a backup. The archive is checked before anything is touched. The present data is moved
 * aside, never deleted, and only with `force`.
 * @throws BackupError, DataDirError, FolderInUseError while a server runs
 */
export async function restore(dataDir: string, file: string, force: boolean, say: Say): Promise<void> {
  say(`Checking ${file} ...`);
  const { bytes, made, migrations } = await readable(file);
  const here = new Set(migrationsHere());
  const unknown = migrations.filter((name) => !here.has(name));
  if (unknown.length > 0)
    throw new BackupError(
      `${file} was made by a newer version of Accord (${unknown[0]} is not known here). Nothing was changed: update first.`,
    );
  const release = await lockDataDir(dataDir, say);
  try {
    if (PARTS.some((part) => existsSync(join(dataDir, part))) && !force)
      throw new BackupError(
        `There is data in ${dataDir}. Nothing was changed. With --force it is moved aside, and the backup takes its place.`,
      );
    if ((await freeBytes(dataDir)) < bytes)
      throw new BackupError(`The disk of ${dataDir} has no room for ${sizeOf(bytes)}. Nothing was changed.`);
    const restored = restoredFolder(dataDir);
    await rm(restored, { recursive: true, force: true });
    await mkdir(restored, { mode: 0o700 });
    await readable(file, restored);
    const former = replaceData(dataDir, new Date());
    if (former !== null) say(`The former data is in ${former}. Delete it when you need it no more.`);
    say(`The data of ${made.slice(0, 16).replace('T', ' ')} UTC is back. Start the server with npm start.`);
  } catch (error) {
    throw inWords(dataDir, error);
  } finally {
    await release();
  }
}

/** The command line of both: `npm run backup -- FILE [--force]`, `npm run restore -- FILE [--force]`. */
async function main(): Promise<void> {
  const [act, ...words] = process.argv.slice(2);
  const files = words.filter((word) => !word.startsWith('--'));
  const force = words.includes('--force');
  const { loadEnv } = await import('vite');
  const env = loadEnv('production', root, '');
  const dataDir = resolve(root, env['ACCORD_DATA'] || '.accord');
  const say: Say = (line) => console.log(line);
  try {
    if (files.length !== 1 || words.length - files.length > Number(force))
      throw new BackupError(`Please use: npm run ${act} -- FILE [--force]`);
    if (env['VITE_SUPABASE_URL'])
      throw new BackupError('The data is in a hosted project: docs/hosting.md says how to back it up there.');
    const file = resolve(process.env['INIT_CWD'] ?? '.', files[0]!);
    if (act === 'backup') await backup(dataDir, file, force, say);
    else await restore(dataDir, file, force, say);
  } catch (error) {
    console.error(error instanceof BackupError || error instanceof DataDirError ? error.message : error);
    process.exitCode = 1;
  }
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) await main();
