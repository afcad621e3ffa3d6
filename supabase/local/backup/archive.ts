/**
 * A backup as a file: a gzipped tar with a description first, the files of the data folder, and at the end a list of all
 * files with their SHA-256. An archive without that list, or with another content, is refused.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';
import { ArchiveError, entriesOf, tarOf, type TarFile } from './tar.ts';

/** What a data folder consists of; the rest belongs to a running server. */
export const PARTS = ['keys.json', 'db.made', 'db', 'objects', 'legal'] as const;

const FIRST = 'accord-backup.json';
const LAST = 'files.json';
const FORMAT = 1;

/** The description at the beginning of an archive. */
export interface BackupInfo {
  format: number;
  /** When the backup was made, ISO 8601. */
  made: string;
  /** Names of the migrations that the version knew which made the backup. */
  migrations: readonly string[];
}

/** What a whole archive holds. */
export interface BackupContent extends BackupInfo {
  files: number;
  /** Bytes of all files, unpacked. */
  bytes: number;
}

interface Listed {
  size: number;
  sha256: string;
}

async function filesIn(folder: string): Promise<TarFile[]> {
  const found: TarFile[] = [];
  for (const part of PARTS) {
    const path = join(folder, part);
    const about = await stat(path).catch(() => null);
    if (about === null) continue;
    if (about.isFile()) found.push({ name: part, size: about.size, content: { file: path } });
    else
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        const name = relative(folder, file).split(sep).join('/');
        // Postgres needs its empty folders.
        if (entry.isDirectory()) found.push({ name: `${name}/`, size: 0, content: { text: '' } });
        if (!entry.isFile() || entry.name.endsWith('.part')) continue;
        found.push({ name, size: (await stat(file)).size, content: { file } });
      }
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Writes the files of `folder`, which nobody changes meanwhile, to `file`. Under its name the file is whole: it is written
 * as a draft, flushed to the disk, and renamed.
 */
export async function writeArchive(folder: string, file: string, migrations: readonly string[]): Promise<void> {
  const draft = `${file}.part`;
  const files = await filesIn(folder);
  const hashes = new Map<string, Hash>();
  const text = (name: string, value: unknown): TarFile => {
    const written = `${JSON.stringify(value, null, 1)}\n`;
    return { name, size: Buffer.byteLength(written), content: { text: written } };
  };
  function* all() {
    yield text(FIRST, { format: FORMAT, made: new Date().toISOString(), migrations } satisfies BackupInfo);
    yield* files;
    yield text(
      LAST,
      Object.fromEntries(
        files.map(({ name, size }) => [
          name,
          { size, sha256: (hashes.get(name) ?? createHash('sha256')).digest('hex') } satisfies Listed,
        ]),
      ),
    );
  }
  const hashed = (name: string, piece: Buffer) => {
    if (!hashes.has(name)) hashes.set(name, createHash('sha256'));
    hashes.get(name)!.update(piece);
  };
  try {
    await pipeline(
      Readable.from(tarOf(all(), hashed)),
      // Recordings are compressed already, and the database is mostly pages of zeros: the fastest level is enough.
      createGzip({ level: constants.Z_BEST_SPEED }),
      // The owner only: it holds the keys, and what people gave.
      createWriteStream(draft, { mode: 0o600, flush: true }),
    );
    await chmod(draft, 0o600);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

const isName = (name: string) =>
  PARTS.some((part) => name === part || name.startsWith(`${part}/`)) &&
  name
    .replace(/\/$/, '')
    .split('/')
    .every((step) => step !== '' && step !== '.' && step !== '..') &&
  !name.includes('\\');

/**
 * Reads an archive to its end and checks each file; with `target` it also unpacks them there, each flushed to the disk.
 * @throws ArchiveError in words for the operator
 */
export async function readArchive(file: string, target: string | null = null): Promise<BackupContent> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  const seen = new Map<string, Listed>();
  let info: BackupInfo | null = null;
  let listed: Record<string, Listed> | null = null;
  let bytes = 0;
  try {
    for await (const { name, size, content } of entriesOf(source.pipe(unpacked))) {
      if (info === null || name === LAST) {
        const pieces: Buffer[] = [];
        for await (const piece of content) pieces.push(piece);
        const value = parsed(Buffer.concat(pieces).toString('utf8'));
        if (info !== null) listed = value as Record<string, Listed>;
        else if (name === FIRST) info = infoOf(value);
        else throw new ArchiveError('It is no backup of Accord.');
        continue;
      }
      if (listed !== null || seen.has(name) || !isName(name))
        throw new ArchiveError('It holds what no backup of Accord holds.');
      seen.set(name, { size, sha256: await taken(content, target === null ? null : `${target}/${name}`) });
      bytes += size;
    }
  } catch (error) {
    throw asArchiveError(error);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (info === null || listed === null) throw new ArchiveError('It ends too early.');
  const names = Object.keys(listed);
  if (names.length !== seen.size) throw new ArchiveError('It is damaged: files are missing in it.');
  for (const name of names)
    if (seen.get(name)?.sha256 !== listed[name]?.sha256) throw new ArchiveError(`It is damaged: ${name} was changed.`);
  return { ...info, files: seen.size, bytes };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ArchiveError('It is damaged: its list of files cannot be read.');
  }
}

function infoOf(value: unknown): BackupInfo {
  const info = value as BackupInfo | null;
  if (typeof info?.format !== 'number' || !Array.isArray(info.migrations))
    throw new ArchiveError('It is no backup of Accord.');
  if (info.format > FORMAT) throw new ArchiveError('It was made by a newer version of Accord. Update this one first.');
  return info;
}

/** Reads a file of the archive, and writes it to `target`; returns its SHA-256. */
async function taken(content: AsyncIterable<Buffer>, target: string | null): Promise<string> {
  const hash = createHash('sha256');
  if (target !== null) await mkdir(target.endsWith('/') ? target : dirname(target), { recursive: true, mode: 0o700 });
  const handle = target === null || target.endsWith('/') ? null : await open(target, 'wx', 0o600);
  try {
    for await (const piece of content) {
      hash.update(piece);
      await handle?.writeFile(piece);
    }
    await handle?.sync();
  } finally {
    await handle?.close();
  }
  return hash.digest('hex');
}

/** Errors of gzip and of the file system in words; any other error unchanged. */
function asArchiveError(error: unknown): unknown {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException;
  if (code === 'Z_BUF_ERROR') return new ArchiveError('It ends too early.');
  if (code.startsWith('Z_')) return new ArchiveError('It is damaged, or no backup of Accord.');
  if (code === 'ENOENT') return new ArchiveError('There is no such file.');
  if (code === 'EISDIR') return new ArchiveError('It is a folder.');
  return error;
}
