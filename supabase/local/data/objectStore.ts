/**
 * Stores the bytes of the embedded backend's objects. Unlike the adapter in the package, it keeps the type that an
 * object was stored with (that one guesses by file ending and recognises neither m4a nor ogg), writes so that a crash
 * leaves no half object, and can hold everything in memory for tests.
 */
import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { App } from '@supabase/lite';
import { requireRoom } from './fullDisk.ts';
import type { ByteLocation, StoredObject } from './objectBody.ts';

type ObjectStore = NonNullable<App['_storageAdapter']>;
type Metadata = Awaited<ReturnType<ObjectStore['headObject']>>;

interface About {
  type: string;
  cacheControl: string;
  /** Milliseconds since 1970. */
  modified: number;
  /** Bytes. */
  size: number;
  etag: string;
}

interface Shelf {
  /** Description and place of an object; null when there is none. */
  find(key: string): Promise<{ about: About; place: ByteLocation } | null>;
  write(key: string, bytes: Buffer, about: About): Promise<void>;
  /** Gives the same bytes a second name, and replaces the object there. */
  link(from: string, to: string, about: About): Promise<void>;
  remove(key: string): Promise<void>;
}

const tagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function memoryShelf(): Shelf {
  const entries = new Map<string, { about: About; place: { bytes: Buffer } }>();
  return {
    find: async (key) => entries.get(key) ?? null,
    write: async (key, bytes, about) => void entries.set(key, { about, place: { bytes } }),
    link: async (from, to, about) => void entries.set(to, { about, place: entries.get(from)!.place }),
    remove: async (key) => void entries.delete(key),
  };
}

/**
 * Stores objects as files named by the hash of bucket and name, in folders by its first two digits, each with a JSON
 * description beside it. A hash needs no escaping and cannot leave the folder.
 */
function folderShelf(folder: string): Shelf {
  const fileOf = (key: string) => {
    const hash = createHash('sha256').update(key).digest('hex');
    return join(folder, hash.slice(0, 2), hash);
  };
  const writeAtomically = async (file: string, make: (draft: string) => Promise<void>) => {
    const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}.part`;
    try {
      await make(draft);
      await rename(draft, file);
    } catch (error) {
      // Remove the draft: a full disk must not fill up with half files.
      await rm(draft, { force: true }).catch(() => undefined);
      throw error;
    }
  };
  const describe = (key: string, about: About) =>
    writeAtomically(`${fileOf(key)}.json`, (draft) => writeFile(draft, JSON.stringify({ key, ...about })));
  return {
    async find(key) {
      const file = fileOf(key);
      try {
        return { about: JSON.parse(await readFile(`${file}.json`, 'utf8')) as About, place: { file } };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async write(key, bytes, about) {
      const file = fileOf(key);
      await mkdir(dirname(file), { recursive: true });
      await requireRoom(folder, bytes.length);
      await writeAtomically(file, (draft) => writeFile(draft, bytes));
      await describe(key, about);
    },
    async link(from, to, about) {
      const file = fileOf(to);
      await mkdir(dirname(file), { recursive: true });
      // A second name needs no space, so a withdrawn recording can move to another name even on a full disk.
      await writeAtomically(file, async (draft) =>
        link(fileOf(from), draft).catch((error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT') throw error;
          return copyFile(fileOf(from), draft);
        }),
      );
      await describe(to, about);
    },
    async remove(key) {
      const file = fileOf(key);
      await rm(`${file}.json`, { force: true });
      await rm(file, { force: true });
    },
  };
}

/** An object, and where it is stored. */
export interface ReadObject extends StoredObject {
  bucket: string;
  name: string;
}

/** The store, and the object that was read last. */
export interface TrackedObjectStore extends ObjectStore {
  /** The object whose bytes or description were read since the last call; null when there was none. */
  taken(): ReadObject | null;
}

/**
 * A store in `folder`, or in memory when it is null; `over` gets the errors of writing. Reading an object returns its
 * description without bytes: objectBody.ts streams these from their place.
 */
export function createObjectStore(
  folder: string | null,
  over: <T>(work: Promise<T>) => Promise<T> = (work) => work,
): TrackedObjectStore {
  const shelf = folder === null ? memoryShelf() : folderShelf(folder);
  const keyOf = (bucket: string, name: string) => `${bucket}/${name}`;
  let last: ReadObject | null = null;

  async function findObject(bucket: string, name: string) {
    const entry = await shelf.find(keyOf(bucket, name));
    if (!entry) throw Object.assign(new Error(`Object not found: ${bucket}/${name}`), { code: 'ENOENT' });
    return entry;
  }

  function metadataOf(about: About): Metadata {
    return {
      cacheControl: about.cacheControl,
      contentLength: about.size,
      size: about.size,
      mimetype: about.type,
      lastModified: new Date(about.modified),
      eTag: about.etag,
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
    taken() {
      const taken = last;
      last = null;
      return taken;
    },
    async getObject(bucket, name) {
      const { about, place } = await findObject(bucket, name);
      last = { bucket, name, place, size: about.size };
      return { httpStatusCode: 200, metadata: metadataOf(about), body: Buffer.alloc(0) };
    },
    async uploadObject(bucket, name, _version, body, contentType, cacheControl) {
      const bytes = await bytesOf(body);
      const about: About = {
        type: contentType,
        cacheControl,
        modified: Date.now(),
        size: bytes.length,
        etag: tagOf(bytes),
      };
      await over(shelf.write(keyOf(bucket, name), bytes, about));
      return metadataOf(about);
    },
    async deleteObject(bucket, name) {
      await shelf.remove(keyOf(bucket, name));
    },
    async deleteObjects(bucket, names) {
      for (const name of names) await shelf.remove(keyOf(bucket, name));
    },
    async copyObject(sourceBucket, source, _version, bucket, name) {
      const { about } = await findObject(sourceBucket, source);
      await over(shelf.link(keyOf(sourceBucket, source), keyOf(bucket, name), { ...about, modified: Date.now() }));
      return { httpStatusCode: 200, eTag: about.etag, lastModified: new Date() };
    },
    async headObject(bucket, name) {
      const { about, place } = await findObject(bucket, name);
      last = { bucket, name, place, size: about.size };
      return metadataOf(about);
    },
    async privateAssetUrl(bucket, name) {
      return `memory:${keyOf(bucket, name)}`;
    },
  };
}
