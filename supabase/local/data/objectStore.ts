/**
 * Where the embedded backend keeps the bytes of stored objects. Unlike the adapter that comes with it, this
 * one remembers the type an object was stored with (its own guesses by file ending and knows neither m4a nor
 * ogg), writes so that a crash leaves no half object, and can live in memory for tests.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { App } from '@supabase/lite';
import { requireRoom } from './fullDisk.ts';

export type ObjectStore = NonNullable<App['_storageAdapter']>;
type Metadata = Awaited<ReturnType<ObjectStore['headObject']>>;

interface Entry {
  bytes: Buffer;
  type: string;
  cacheControl: string;
  /** Milliseconds since 1970. */
  modified: number;
}

interface Shelf {
  read(key: string): Promise<Entry | null>;
  write(key: string, entry: Entry): Promise<void>;
  remove(key: string): Promise<void>;
}

function memoryShelf(): Shelf {
  const entries = new Map<string, Entry>();
  return {
    read: async (key) => entries.get(key) ?? null,
    write: async (key, entry) => void entries.set(key, entry),
    remove: async (key) => void entries.delete(key),
  };
}

/** Objects as files `bucket/<hash of the name>` with a small description beside them: a hash needs no escaping and cannot leave the folder. */
function folderShelf(folder: string): Shelf {
  const fileOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex');
    return join(folder, hash.slice(0, 2), hash);
  };
  const put = async (file: string, data: Buffer | string) => {
    const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
    try {
      await writeFile(draft, data);
      await rename(draft, file);
    } catch (error) {
      // A full disk must not fill up with the halves of what it could not take.
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  };
  return {
    async read(key) {
      const file = fileOf(key);
      try {
        const about = JSON.parse(await readFile(`${file}.json`, 'utf8')) as Omit<Entry, 'bytes'>;
        return { ...about, bytes: await readFile(file) };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(key, { bytes, ...about }) {
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true });
      await requireRoom(folder, bytes.length);
      await put(file, bytes);
      await put(`${file}.json`, JSON.stringify({ key, ...about }));
    },
    async remove(key) {
      const file = fileOf(key);
      await rm(`${file}.json`, { force: true });
      await rm(file, { force: true });
    },
  };
}

/** A store in `folder`, or in memory when it is null; `over` sees what writing fails with. */
export function createObjectStore(
  folder: string | null,
  over: <T>(work: Promise<T>) => Promise<T> = (work) => work,
): ObjectStore {
  const shelf = folder === null ? memoryShelf() : folderShelf(folder);
  const keyOf = (bucket: string, name: string) => `${bucket}/${name}`;

  async function entryOf(bucket: string, name: string): Promise<Entry> {
    const entry = await shelf.read(keyOf(bucket, name));
    if (!entry) throw Object.assign(new Error(`Object not found: ${bucket}/${name}`), { code: 'ENOENT' });
    return entry;
  }

  function metadataOf(entry: Entry): Metadata {
    return {
      cacheControl: entry.cacheControl,
      contentLength: entry.bytes.byteLength,
      size: entry.bytes.byteLength,
      mimetype: entry.type,
      lastModified: new Date(entry.modified),
      eTag: `"${createHash('md5').update(entry.bytes).digest('hex')}"`,
    };
  }

  async function bytesOf(body: Parameters<ObjectStore['uploadObject']>[3]): Promise<Buffer> {
    if (body instanceof Uint8Array) return Buffer.from(body);
    const chunks: Uint8Array[] = [];
    for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  return {
    driver: null,
    async getObject(bucket, name) {
      const entry = await entryOf(bucket, name);
      return { httpStatusCode: 200, metadata: metadataOf(entry), body: entry.bytes };
    },
    async uploadObject(bucket, name, _version, body, contentType, cacheControl) {
      const entry: Entry = { bytes: await bytesOf(body), type: contentType, cacheControl, modified: Date.now() };
      await over(shelf.write(keyOf(bucket, name), entry));
      return metadataOf(entry);
    },
    async deleteObject(bucket, name) {
      await shelf.remove(keyOf(bucket, name));
    },
    async deleteObjects(bucket, names) {
      for (const name of names) await shelf.remove(keyOf(bucket, name));
    },
    async copyObject(sourceBucket, source, _version, bucket, name) {
      const entry = await entryOf(sourceBucket, source);
      await over(shelf.write(keyOf(bucket, name), { ...entry, modified: Date.now() }));
      const { eTag } = metadataOf(entry);
      return { httpStatusCode: 200, eTag, lastModified: new Date() };
    },
    async headObject(bucket, name) {
      return metadataOf(await entryOf(bucket, name));
    },
    async privateAssetUrl(bucket, name) {
      return `memory:${keyOf(bucket, name)}`;
    },
  };
}
