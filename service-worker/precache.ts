import { entryOf } from './protocol.ts';

/** A file of the build: its URL, and a hash of its content where the name carries none. */
export interface PrecacheEntry {
  url: string;
  revision: string | null;
  /** A first recording needs it (pwa/firstFiles.ts). */
  first?: boolean;
}

/** The used part of an `ExtendableEvent`. */
interface Extendable {
  waitUntil(work: Promise<unknown>): void;
}

/** The used part of a `FetchEvent`. */
interface Fetched extends Extendable {
  readonly request: Request;
}

const CACHE_PREFIX = 'accord-build-';
/** Key of the note about the builds before this one. */
const OLDER_KEY = '/older-builds';
/** Number of parallel downloads. */
const AT_ONCE = 6;

interface Older {
  /** Caches of the builds before. */
  caches: string[];
  /** Pages that were open when this build took over; they may still request files of their build. */
  clients: string[];
}

/** Short name of a build: two 32-bit hashes of its list of files. */
function nameOf(entries: readonly PrecacheEntry[]): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (const code of JSON.stringify(entries)) {
    const unit = code.charCodeAt(0);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

/** True for an error, or for the page in place of a file: many hosts send it for a missing one. */
function isWrong(response: Response, path: string): boolean {
  return (
    !response.ok || (!path.endsWith('.html') && (response.headers.get('Content-Type') ?? '').includes('text/html'))
  );
}

/**
 * The cache of one build's files. Older builds stay until every page that was open then is closed, so that an old tab
 * finds its files after a deployment.
 */
export class Precache {
  /** The files of the build by path, without the page. */
  readonly #entries: ReadonlyMap<string, PrecacheEntry>;
  readonly #name: string;
  readonly #scope: string;
  /** The running {@link complete}. */
  #completing: Promise<void> | null = null;

  /** @param scope URL of the app's start page */
  constructor(entries: readonly PrecacheEntry[], scope: string) {
    this.#scope = scope;
    this.#name = CACHE_PREFIX + nameOf(entries);
    const files = entries.filter(({ url }) => !url.endsWith('.html'));
    this.#entries = new Map(files.map((entry) => [new URL(entry.url, scope).pathname, entry]));
  }

  /** True for a path of this build. */
  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** True when a page's first script is of this build. */
  isOwnEntry(entry: string | null): boolean {
    return entry !== null && this.has(new URL(entry, this.#scope).pathname);
  }

  /**
   * Fetches the page and the files that a first recording needs.
   * @throws when one is missing: the worker is then not installed, and the browser tries again later
   */
  async install(): Promise<void> {
    await this.keepShell(await fetch(this.#scope, { cache: 'reload' }));
    await this.#takeAll([...this.#entries.values()].filter(({ first }) => first));
  }

  /** Fetches the files of the build that are not there yet; a later call resumes. @throws when one is missing */
  complete(): Promise<void> {
    this.#completing ??= this.#takeAll([...this.#entries.values()]).finally(() => {
      this.#completing = null;
    });
    return this.#completing;
  }

  /** True when all of the build is stored; otherwise begins {@link complete}, and does not wait for its end. */
  async isComplete(event: Extendable): Promise<boolean> {
    const missing = await this.#missingEntries([...this.#entries.values()], await caches.open(this.#name));
    if (missing.length > 0) event.waitUntil(this.complete().catch(() => undefined));
    return missing.length === 0;
  }

  async #missingEntries(entries: readonly PrecacheEntry[], cache: Cache): Promise<PrecacheEntry[]> {
    const cachedUrls = new Set((await cache.keys()).map(({ url }) => url));
    return entries.filter(({ url }) => !cachedUrls.has(new URL(url, this.#scope).href));
  }

  async #takeAll(entries: readonly PrecacheEntry[]): Promise<void> {
    const cache = await caches.open(this.#name);
    const queue = await this.#missingEntries(entries, cache);
    const take = async (): Promise<void> => {
      for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) await this.#take(entry, cache);
    };
    const taken = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () =>
        take().catch((error: unknown) => {
          // Ends the other downloads after their present file.
          queue.length = 0;
          throw error;
        }),
      ),
    );
    for (const each of taken) if (each.status === 'rejected') throw each.reason;
  }

  /** Fetches a file, or copies one with the same hashed name from an older build. */
  async #take({ url, revision }: PrecacheEntry, cache: Cache): Promise<void> {
    const { href, pathname } = new URL(url, this.#scope);
    const known = revision === null ? await caches.match(href, { ignoreVary: true }) : undefined;
    const response = known ?? (await fetch(href, { cache: revision === null ? 'default' : 'reload' }));
    if (isWrong(response, pathname)) throw new Error(`${pathname} is not to be had (${response.status}).`);
    await cache.put(href, response);
  }

  /** Fetches a missing file, and stores it if it is one of this build and the device has space. */
  async fetch(event: Fetched): Promise<Response> {
    const { origin, pathname } = new URL(event.request.url);
    // The HTTP cache may have an older file of a name without a hash.
    const init: RequestInit = this.#entries.get(pathname)?.revision ? { cache: 'reload' } : {};
    const response = await fetch(event.request, init);
    if (this.has(pathname) && response.status === 200 && !isWrong(response, pathname)) {
      const copy = response.clone();
      const stored = caches.open(this.#name).then((cache) => cache.put(origin + pathname, copy));
      event.waitUntil(stored.catch(() => undefined));
    }
    return response;
  }

  /** Stores a page of this build for opening offline. @throws when it is of another build */
  async keepShell(response: Response): Promise<void> {
    const html = await response.text();
    if (!response.ok || !this.isOwnEntry(entryOf(html))) throw new Error('This page is not of this build.');
    await this.#putShell(html, response.headers);
  }

  async #putShell(html: string, from: Headers): Promise<void> {
    const headers = new Headers(from);
    // Drop the headers of the transferred bytes; keep those of isolation and security.
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
    await (await caches.open(this.#name)).put(this.#scope, new Response(html, { headers }));
  }

  /** The page for opening offline, changed by `change`; undefined before the first install has finished. */
  async shell(change: (html: string) => string = (html) => html): Promise<Response | undefined> {
    const stored = await caches.match(this.#scope, { cacheName: this.#name });
    return stored && new Response(change(await stored.text()), { headers: stored.headers });
  }

  async changeShell(change: (html: string) => string): Promise<void> {
    const changed = await this.shell(change);
    if (changed !== undefined) await this.#putShell(await changed.text(), changed.headers);
  }

  /** A file of this build or of one before, else undefined. */
  async match(request: Request): Promise<Response | undefined> {
    const cached = await caches.match(request, { cacheName: this.#name, ignoreVary: true, ignoreSearch: true });
    return cached ?? (await caches.match(request, { ignoreVary: true }));
  }

  /** Notes the older builds and the open pages. Call it when this build takes over. */
  async takeOver(clients: readonly { id: string }[]): Promise<void> {
    const older = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== this.#name);
    if (older.length === 0) return;
    const note: Older = { caches: older, clients: clients.map(({ id }) => id) };
    await (await caches.open(this.#name)).put(OLDER_KEY, Response.json(note));
  }

  /**
   * Deletes older builds once all their pages are closed; files that this build shares with them are copied first.
   * @throws when the device has no space for the copies: the older builds then stay
   */
  async tidy(clients: readonly { id: string }[]): Promise<void> {
    const stored = await caches.match(OLDER_KEY, { cacheName: this.#name });
    // A full device could not store the note.
    if (stored === undefined) return this.takeOver(clients);
    const older = (await stored.json()) as Older;
    if (clients.some(({ id }) => older.clients.includes(id))) return;
    const cache = await caches.open(this.#name);
    for (const { url, revision } of this.#entries.values()) {
      const { href } = new URL(url, this.#scope);
      if (revision !== null || (await cache.match(href, { ignoreVary: true })) !== undefined) continue;
      const known = await caches.match(href, { ignoreVary: true });
      if (known !== undefined) await cache.put(href, known);
    }
    await Promise.all(older.caches.map((name) => caches.delete(name)));
    await cache.delete(OLDER_KEY);
  }
}
