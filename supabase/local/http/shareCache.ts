/**
 * The cache in front of the pages of shares, for the process that serves everything itself: one that a million people open is
 * made twice a minute. What a share function changes here is gone from it at once; other caches hold it for as long as
 * functions/_shared/sharing.ts says.
 */
import { FRESH_SECONDS, STALE_SECONDS } from '../../functions/_shared/sharing.ts';
import type { Handler } from '../../functions/_shared/http.ts';

/** Pages that are kept, at about 10 kB each as they are sent. */
const MAX_PAGES = 500;

/** A page as it can be sent again, in the encoding that a request takes. */
export type SendPage = (request: Request, headers: Record<string, string>) => Promise<Response>;

interface Kept {
  /** When it was made, ms. */
  at: number;
  send: SendPage;
  headers: Record<string, string>;
}

export interface ShareCache {
  answer: Handler;
  /** Forgets all pages, those that are being made included. */
  clear(): void;
}

/** `render` makes a page, `page` what sends it; `now` is the time, ms. */
export function createShareCache(
  render: Handler,
  page: (html: string) => SendPage,
  now: () => number = Date.now,
): ShareCache {
  const kept = new Map<string, Kept>();
  const making = new Map<string, Promise<Kept | Response>>();
  let generation = 0;

  /** Makes the page; what is no share is answered once, and kept by nobody. */
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
