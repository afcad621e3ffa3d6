import { describe, expect, it } from 'vitest';
import { etagOf, isKnown, SHARED_CACHE } from '../../../supabase/functions/_shared/sharing.ts';
import { withKnown } from '../../../supabase/local/http/range.ts';
import { createShareCache } from '../../../supabase/local/http/shareCache.ts';

const asked = (path = 'AAAAAAAA', init?: RequestInit) => new Request(`http://localhost/share/${path}`, init);

/** A cache over a page that counts how often it is made; `time` is in s. */
function setUp() {
  const state = { made: 0, time: 0, status: 200, wait: Promise.resolve() };
  const cache = createShareCache(
    async (request) => {
      state.made++;
      const { made, status } = state;
      await state.wait;
      expect(request.headers.get('if-none-match')).toBeNull();
      return new Response(`page ${made}`, {
        status,
        headers: { 'Cache-Control': status === 200 ? SHARED_CACHE : 'no-cache' },
      });
    },
    (html) => async (_request, headers) => new Response(html, { headers }),
    () => state.time * 1000,
  );
  const read = async (path?: string) => (await cache.answer(asked(path))).text();
  return { cache, state, read };
}

describe('the cache of the pages of shares', () => {
  it('makes a page once in half a minute, however many read it, and says how old it is', async () => {
    const { cache, state, read } = setUp();
    expect(await Promise.all([read(), read(), read()])).toEqual(['page 1', 'page 1', 'page 1']);
    state.time = 29;
    const answer = await cache.answer(asked(undefined, { headers: { 'If-None-Match': '"x"' } }));
    expect(await answer.text()).toBe('page 1');
    expect(answer.headers.get('age')).toBe('29');
    expect(answer.headers.get('cache-control')).toBe(SHARED_CACHE);
    expect(await read('BBBBBBBB')).toBe('page 2');
  });

  it('makes a page anew after half a minute, once for all who wait', async () => {
    const { state, read } = setUp();
    await read();
    state.time = 31;
    expect(await Promise.all([read(), read()])).toEqual(['page 2', 'page 2']);
  });

  it('forgets a share that is taken back, also one whose page is being made at that moment', async () => {
    const { cache, state, read } = setUp();
    await read();
    state.status = 410;
    cache.clear();
    expect((await cache.answer(asked())).status).toBe(410);
    let go = (): void => undefined;
    state.wait = new Promise((resolve) => (go = resolve));
    state.status = 200;
    const early = read('CCCCCCCC');
    state.status = 410;
    cache.clear();
    go();
    expect(await early).toBe('page 3');
    expect((await cache.answer(asked('CCCCCCCC'))).status).toBe(410);
  });

  it('keeps nothing of what is no share, and hands on what is no reading', async () => {
    const { cache, state } = setUp();
    state.status = 404;
    for (let i = 0; i < 2; i++) expect((await cache.answer(asked())).status).toBe(404);
    expect(state.made).toBe(2);
    expect(await (await cache.answer(asked(undefined, { method: 'HEAD' }))).text()).toBe('');
    expect((await cache.answer(asked(undefined, { method: 'POST' }))).status).toBe(404);
  });
});

it('an answer that the caller has already goes out without its body', async () => {
  const etag = await etagOf('a sound');
  const answer = () => new Response('a sound', { headers: { ETag: etag, 'Content-Length': '7' } });
  const ask = (known: string, method = 'GET') => asked('', { method, headers: { 'If-None-Match': known } });
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const short = withKnown(ask(known), answer());
    expect(short.status).toBe(304);
    expect(short.headers.get('etag')).toBe(etag);
    expect(await short.text()).toBe('');
  }
  expect(withKnown(ask('"other"'), answer()).status).toBe(200);
  expect(withKnown(ask(etag, 'POST'), answer()).status).toBe(200);
  expect(withKnown(ask(etag), new Response('', { status: 404, headers: { ETag: etag } })).status).toBe(404);
  expect(isKnown(asked(), etag)).toBe(false);
});
