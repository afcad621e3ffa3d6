import { entryOf } from './protocol.ts';

/** A file of the build: its URL, and a hash of its content where the name carries none. */
export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

const PREFIX = 'accord-build-';
/** What is kept about the builds before this one. */
const OLDER_KEY = '/older-builds';
/** Files that are fetched at a time. */
const AT_ONCE = 6;

interface Older {
  /** Caches of the builds before. */
  caches: string[];
  /** Pages that were open when this build took over; they may still ask for a file of their own build. */
  clients: string[];
}

/** A short name of a build: cyrb53 of its list of files. */
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

/** True for an answer that a page's part cannot be: an error, or the page itself, which many hosts give for a file that is gone. */
function isWrong(response: Response, path: string): boolean {
  return (
    !response.ok || (!path.endsWith('.html') && (response.headers.get('Content-Type') ?? '').includes('text/html'))
  );
}

/**
 * The files of one build in a cache of their own. The builds before stay until no page that was open then is left, so
 * that an old tab finds its own parts whatever has been deployed meanwhile.
 */
export class Precache {
  readonly #entries: readonly PrecacheEntry[];
  readonly #paths: ReadonlySet<string>;
  readonly #name: string;
  readonly #scope: string;

  /** @param scope URL of the app's start page */
  constructor(entries: readonly PrecacheEntry[], scope: string) {
    this.#scope = scope;
    this.#name = PREFIX + nameOf(entries);
    this.#entries = entries.filter(({ url }) => !url.endsWith('.html'));
    this.#paths = new Set(this.#entries.map(({ url }) => new URL(url, scope).pathname));
  }

  /** True for a path of this build. */
  has(path: string): boolean {
    return this.#paths.has(path);
  }

  /** True when a page's first script is of this build. */
  isOwnEntry(entry: string | null): boolean {
    return entry !== null && this.has(new URL(entry, this.#scope).pathname);
  }

  /**
   * Fetches every file of the build; what an older build has under the same hashed name is taken from there.
   * @throws when one is missing: the worker is not installed then, and the browser tries again another time
   */
  async install(): Promise<void> {
    const cache = await caches.open(this.#name);
    await this.keepShell(await fetch(this.#scope, { cache: 'reload' }), cache);
    const queue = [...this.#entries];
    const take = async (): Promise<void> => {
      for (let entry = queue.shift(); entry !== undefined; entry = queue.shift()) await this.#take(entry, cache);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, take));
  }

  async #take({ url, revision }: PrecacheEntry, cache: Cache): Promise<void> {
    const { href, pathname } = new URL(url, this.#scope);
    const known = revision === null ? await caches.match(href, { ignoreVary: true }) : undefined;
    const response = known ?? (await fetch(href, { cache: revision === null ? 'default' : 'reload' }));
    if (isWrong(response, pathname)) throw new Error(`${pathname} is not to be had (${response.status}).`);
    await cache.put(href, response);
  }

  /** Keeps a page of this build as the one that opens without a connection. @throws when it is none */
  async keepShell(response: Response, cache?: Cache): Promise<void> {
    const html = await response.text();
    if (!response.ok || !this.isOwnEntry(entryOf(html))) throw new Error('This page is not of this build.');
    await this.#putShell(html, response.headers, cache);
  }

  async #putShell(html: string, from: Headers, cache?: Cache): Promise<void> {
    const headers = new Headers(from);
    // The text is not what went over the wire; the headers of isolation and safety stay.
    for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) headers.delete(name);
    await (cache ?? (await caches.open(this.#name))).put(this.#scope, new Response(html, { headers }));
  }

  /** The page that opens without a connection, changed on its way; undefined before the first install is through. */
  async shell(change: (html: string) => string = (html) => html): Promise<Response | undefined> {
    const kept = await caches.match(this.#scope, { cacheName: this.#name });
    return kept && new Response(change(await kept.text()), { headers: kept.headers });
  }

  async changeShell(change: (html: string) => string): Promise<void> {
    const changed = await this.shell(change);
    if (changed !== undefined) await this.#putShell(await changed.text(), changed.headers);
  }

  /** A file of this build or of one before, else undefined. */
  async match(request: Request): Promise<Response | undefined> {
    const own = await caches.match(request, { cacheName: this.#name, ignoreVary: true, ignoreSearch: true });
    return own ?? (await caches.match(request, { ignoreVary: true }));
  }

  /** Notes which builds are older and which pages are open; for the moment at which this one takes over. */
  async takeOver(clients: readonly { id: string }[]): Promise<void> {
    const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== this.#name);
    if (older.length === 0) return;
    const note: Older = { caches: older, clients: clients.map(({ id }) => id) };
    await (await caches.open(this.#name)).put(OLDER_KEY, Response.json(note));
  }

  /** Drops the builds before this one once none of their pages is open. */
  async tidy(clients: readonly { id: string }[]): Promise<void> {
    const kept = await caches.match(OLDER_KEY, { cacheName: this.#name });
    if (kept === undefined) return;
    const older = (await kept.json()) as Older;
    if (clients.some(({ id }) => older.clients.includes(id))) return;
    await Promise.all(older.caches.map((name) => caches.delete(name)));
    await (await caches.open(this.#name)).delete(OLDER_KEY);
  }
}
