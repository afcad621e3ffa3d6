import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Precache, type PrecacheEntry } from '#service-worker/precache.ts';

const HOME_URL = 'https://accord.example/';
const hrefOf = (request: RequestInfo | URL): string =>
  new URL(request instanceof Request ? request.url : request, HOME_URL).href;

/** A `Cache` in memory. */
class MemoryCache {
  readonly #stored = new Map<string, Response>();

  async keys(): Promise<Request[]> {
    return [...this.#stored.keys()].map((href) => new Request(href));
  }
  async match(request: RequestInfo): Promise<Response | undefined> {
    return this.#stored.get(hrefOf(request))?.clone();
  }
  async put(request: RequestInfo, response: Response): Promise<void> {
    this.#stored.set(hrefOf(request), response);
  }
  async delete(request: RequestInfo): Promise<boolean> {
    return this.#stored.delete(hrefOf(request));
  }
}

/** The device's caches, oldest first. */
const storedCaches = new Map<string, MemoryCache>();
const memoryCaches = {
  keys: async () => [...storedCaches.keys()],
  delete: async (name: string) => storedCaches.delete(name),
  open: async (name: string) => {
    const cache = storedCaches.get(name) ?? new MemoryCache();
    storedCaches.set(name, cache);
    return cache;
  },
  match: async (request: RequestInfo, { cacheName }: MultiCacheQueryOptions = {}) => {
    for (const [name, cache] of storedCaches) {
      const found = cacheName === undefined || cacheName === name ? await cache.match(request) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  },
};

/** Files of the host by path; a request of any other is answered by 404. */
let host: Readonly<Record<string, string>> = {};
/** Paths that were requested, each with the mode of the HTTP cache. */
let requestedPaths: string[] = [];

beforeEach(() => {
  storedCaches.clear();
  requestedPaths = [];
  vi.stubGlobal('caches', memoryCaches);
  vi.stubGlobal('fetch', async (request: RequestInfo, { cache = 'default' }: RequestInit = {}) => {
    const { pathname } = new URL(hrefOf(request));
    requestedPaths.push(`${pathname} ${cache}`);
    const body = host[pathname];
    return new Response(body ?? '', {
      status: body === undefined ? 404 : 200,
      headers: { 'Content-Type': pathname === '/' ? 'text/html' : 'text/javascript' },
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const pageOf = (entry: string): string => `<script type="module" src="/${entry}"></script>`;
const file = (url: string, first = false): PrecacheEntry => ({ url, revision: null, ...(first && { first }) });
const textOf = async (precache: Precache, path: string): Promise<string | undefined> =>
  (await precache.match(new Request(new URL(path, HOME_URL))))?.text();

/** Requests a file that is not stored, and waits until it is. */
async function fetchFile(precache: Precache, path: string): Promise<void> {
  let work: Promise<unknown> | undefined;
  await precache.fetch({ request: new Request(new URL(path, HOME_URL)), waitUntil: (promise) => (work = promise) });
  await work;
}

it('fetches a file without a hash in its name past the HTTP cache', async () => {
  host = { '/icon.png': 'icon', '/assets/a-1.js': 'a', '/icon-2.png': 'other' };
  const precache = new Precache([{ url: 'icon.png', revision: '1' }, file('assets/a-1.js')], HOME_URL);
  for (const path of Object.keys(host)) await fetchFile(precache, path);
  expect(requestedPaths).toEqual(['/icon.png reload', '/assets/a-1.js default', '/icon-2.png default']);
  expect(await Promise.all(Object.keys(host).map((path) => textOf(precache, path)))).toEqual(['icon', 'a', undefined]);
});

it('completes a partly stored build for a new version, while an old tab still works', async () => {
  const shared = file('assets/shared-1.js');
  const before = [file('assets/index-1.js', true), file('assets/beats-1.js'), shared, file('assets/store-1.js')];
  host = { '/': pageOf('assets/index-1.js'), '/assets/index-1.js': 'index 1', '/assets/beats-1.js': 'beats 1' };
  host = { ...host, '/assets/shared-1.js': 'shared' };
  const old = new Precache(before, HOME_URL);
  await old.install();
  await fetchFile(old, '/assets/beats-1.js');
  await fetchFile(old, '/assets/shared-1.js');

  const after = [file('assets/index-2.js', true), file('assets/beats-2.js'), shared, file('assets/store-2.js')];
  host = { '/': pageOf('assets/index-2.js'), '/assets/index-2.js': 'index 2', '/assets/beats-2.js': 'beats 2' };
  const tab = { id: 'tab' };
  const next = new Precache(after, HOME_URL);
  await next.install();
  await next.takeOver([tab]);
  // The tab is of another build, so it offers the update.
  expect([next.isOwnEntry('/assets/index-1.js'), next.isOwnEntry('/assets/index-2.js')]).toEqual([false, true]);
  expect(await (await next.shell())?.text()).toBe(host['/']);

  // An interruption leaves the new build partly stored.
  requestedPaths = [];
  await expect(next.complete()).rejects.toThrow('/assets/store-2.js');
  await next.tidy([tab]);
  expect(await textOf(next, '/assets/index-1.js')).toBe('index 1');
  expect(await textOf(next, '/assets/beats-1.js')).toBe('beats 1');

  await next.tidy([]);
  expect(await textOf(next, '/assets/beats-1.js')).toBeUndefined();
  host = { ...host, '/assets/store-2.js': 'store 2' };
  await next.complete();
  expect(await Promise.all(after.map(({ url }) => textOf(next, url)))).toEqual([
    'index 2',
    'beats 2',
    'shared',
    'store 2',
  ]);
  expect(storedCaches.size).toBe(1);
  // Files of both builds are copied.
  expect(requestedPaths).toEqual([
    '/assets/beats-2.js default',
    '/assets/store-2.js default',
    '/assets/store-2.js default',
  ]);
});

it('reports at once that a part of the build is missing, and fetches that part meanwhile', async () => {
  host = { '/assets/a-1.js': 'a' };
  const precache = new Precache([file('assets/a-1.js')], HOME_URL);
  let answerHost = () => {};
  const held = new Promise<void>((resolve) => (answerHost = resolve));
  const answered = fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    await held;
    return answered(...request);
  });
  let fetching: Promise<unknown> | undefined;
  const event = { waitUntil: (work: Promise<unknown>) => void (fetching = work) };
  expect(await precache.isComplete(event)).toBe(false);
  answerHost();
  await fetching;
  expect(await precache.isComplete(event)).toBe(true);
});
