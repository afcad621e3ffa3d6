/**
 * Caches the pages of shares in the server's process: a popular page is made at most twice a minute. A change by a share
 * function clears this cache at once; other caches keep a page for the time in functions/_shared/sharing.ts.
 */
import { FRESH_SECONDS } from '../../functions/_shared/sharing.ts';
import type { Handler } from '../../functions/_shared/http.ts';

/** Limit of cached pages, at about 10 kB each as they are sent. */
const MAX_PAGES = 500;

/** Sends a page, in the encoding that the request accepts. */
export type SendPage = (request: Request, headers: Record<string, string>) => Promise<Response>;

interface Page {
  send: SendPage;
  cacheControl: string;
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
  /** Pages, those in the making too, with the time when making began, ms; the oldest first. */
  const kept = new Map<string, { at: number; made: Promise<Page | Response> }>();

  async function make({ url, headers: asked }: Request): Promise<Page | Response> {
    const headers = new Headers(asked);
    headers.delete('if-none-match');
    const answer = await render(new Request(url, { headers }));
    const cacheControl = answer.headers.get('cache-control') ?? '';
    if (answer.status !== 200 || !cacheControl.includes('max-age')) return answer;
    return { send: page(await answer.text()), cacheControl };
  }

  return {
    async answer(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return render(request);
      const key = request.url.replace(/[?#].*$/, '');
      let entry = kept.get(key);
      if (entry === undefined || now() - entry.at >= FRESH_SECONDS * 1000) {
        const mine = { at: now(), made: make(request) };
        entry = mine;
        kept.delete(key);
        kept.set(key, mine);
        if (kept.size > MAX_PAGES) kept.delete(kept.keys().next().value!);
        // Keep pages of shares only.
        const drop = () => kept.get(key) === mine && kept.delete(key);
        mine.made.then((made) => made instanceof Response && drop(), drop);
      }
      const made = await entry.made;
      if (!(made instanceof Response)) {
        const seconds = Math.max(0, Math.floor((now() - entry.at) / 1000));
        return made.send(request, { 'Cache-Control': made.cacheControl, Age: String(seconds) });
      }
      const { status, headers } = made;
      return request.method === 'HEAD' ? new Response(null, { status, headers }) : made.clone();
    },
    clear: () => kept.clear(),
  };
}
