/**
 * Caches the pages of shares in the server's process: a popular page is made at most twice a minute. A change by a share
 * function clears this cache at once; other caches keep a page for the time in functions/_shared/sharing.ts.
 */
import { FRESH_SECONDS, STALE_SECONDS } from '../../functions/_shared/sharing.ts';
import type { Handler } from '../../functions/_shared/http.ts';

/** Limit of cached pages, at about 10 kB each as they are sent. */
const MAX_PAGES = 500;

/** Sends a page, in the encoding that the request accepts. */
export type SendPage = (request: Request, headers: Record<string, string>) => Promise<Response>;

interface Kept {
  /** When the page was made, ms. */
  at: number;
  send: SendPage;
  headers: Record<string, string>;
}

export interface ShareCache {
  answer: Handler;
  /** Drops all pages, including those in the making. */
  clear(): void;
}

/** `render` makes a page, `page` returns the function that sends it; `now` is the time, ms. */
export function createShareCache(
  render: Handler,
  page: (html: string) => SendPage,
  now: () => number = Date.now,
): ShareCache {
  const kept = new Map<string, Kept>();
  const making = new Map<string, Promise<Kept | Response>>();
  let generation = 0;

  /** Makes the page. An answer other than a share's page is returned and not cached. */
  function make(key: string, request: Request): Promise<Kept | Response> {
    const begun = generation;
    const known = making.get(key);
    if (known !== undefined) return known.then((made) => (made instanceof Response ? made.clone() : made));
    const work = (async () => {
      const headers = new Headers(request.headers);
      headers.delete('if-none-match');
      const answer = await render(new Request(request.url, { headers }));
      const cacheControl = answer.headers.get('cache-control') ?? '';
      if (answer.status !== 200 || !cacheControl.includes('max-age')) return answer;
      const made = { at: now(), send: page(await answer.text()), headers: { 'Cache-Control': cacheControl } };
      if (begun === generation) {
        kept.delete(key);
        kept.set(key, made);
        for (const oldest of kept.keys()) {
          if (kept.size <= MAX_PAGES) break;
          kept.delete(oldest);
        }
      }
      return made;
    })().finally(() => making.get(key) === work && making.delete(key));
    making.set(key, work);
    return work.then((made) => (made instanceof Response ? made.clone() : made));
  }

  return {
    async answer(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return render(request);
      const key = request.url.replace(/[?#].*$/, '');
      let page = kept.get(key);
      const age = page === undefined ? Infinity : (now() - page.at) / 1000;
      if (page === undefined || age >= FRESH_SECONDS + STALE_SECONDS) {
        const made = await make(key, request);
        if (made instanceof Response)
          return request.method === 'HEAD' ? new Response(null, { status: made.status, headers: made.headers }) : made;
        page = made;
      } else if (age >= FRESH_SECONDS) void make(key, request).catch((error: unknown) => console.error(error));
      return page.send(request, { ...page.headers, Age: String(Math.max(0, Math.floor((now() - page.at) / 1000))) });
    },
    clear() {
      generation++;
      kept.clear();
      making.clear();
    },
  };
}
