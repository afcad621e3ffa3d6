import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer } from '#local/server.ts';
import type { RunningServer } from '#local/serverContract.ts';
import { withTimeout } from '#tests/withTimeout.ts';
import { fetchJson, newMember, rest, rpc, serviceHeaders, visitor } from './support/testServer.ts';

let server: RunningServer;
const folder = mkdtempSync(join(tmpdir(), 'accord-front-'));
const dist = join(folder, 'dist');

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(
    join(dist, 'index.html'),
    '<!doctype html><html><head><title>Accord</title><script>0</script></head><body></body></html>',
  );
  writeFileSync(join(dist, 'assets/app.js'), `console.log(${JSON.stringify('note '.repeat(1000))});`);
  writeFileSync(join(dist, '../secret.txt'), 'not for the web');
  writeFileSync(join(dist, 'assets/app.js.map'), '{"sources":["src/main.tsx"]}');
  for (const rules of ['_headers', '_redirects', 'vercel.json', 'Caddyfile']) writeFileSync(join(dist, rules), '/*');
  server = await startServer({ port: 0, dataDir: null, mode: 'start', build: false, dist });
  // Returns the headers of a request that the database gets.
  await server.backend!.sql(
    "create function public.headers_seen() returns json language sql as $$ select current_setting('request.headers', true)::json $$",
  );
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The answer to raw bytes: `fetch` would correct them. */
function answerTo(text: string): Promise<string> {
  let answer = '';
  const whole = new Promise<string>((done, fail) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString('latin1')));
    socket.on('error', fail);
    socket.on('close', () => done(answer));
  });
  return withTimeout(`an answer to ${text.slice(0, 80)}`, whole, () => answer);
}
const textOf = (target: string) => answerTo(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
const statusOf = async (text: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(await answerTo(text))?.[1] ?? Number.NaN);

const get = (target: string, more = '', version = '1.1') =>
  statusOf(`GET ${target} HTTP/${version}\r\nHost: localhost\r\nConnection: close\r\n${more}\r\n`);

describe('requests that no browser sends', () => {
  it('get an answer in words, and never a server error', async () => {
    expect(await get('//')).toBe(200);
    expect(await get('//evil.example/x')).toBe(200);
    expect(await statusOf('TRACE / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toBe(405);
    expect(await statusOf('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')).toBe(400);
    for (const host of ['a b', '[', 'x:99999999', 'a/b', 'a@b', '%00']) {
      expect({ host, status: await statusOf(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`) }).toEqual({
        host,
        status: 400,
      });
    }
  });

  it('are refused from another host or site, except a file of the share sheet', async () => {
    const { host, origin } = new URL(server.url);
    const to = (target: string, name: string, more = '', method = 'GET') =>
      statusOf(`${method} ${target} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n${more}\r\n`);
    for (const name of ['evil.example', '127.0.0.1.evil.example', '192.168.1.7', '[::1]', 'a,b'])
      for (const target of ['/', '/mailbox.json', '/rest/v1/', '/functions/v1/contact-form'])
        expect({ name, target, status: await to(target, name) }).toEqual({ name, target, status: 403 });
    expect(await to('http://evil.example/', host)).toBe(403);
    for (const foreign of ['https://evil.example', 'http://localhost:1', 'null'])
      for (const target of ['/', '/auth/v1/settings', '/functions/v1/upload-audio'])
        expect({ foreign, target, status: await to(target, host, `Origin: ${foreign}\r\n`, 'OPTIONS') }).toEqual({
          foreign,
          target,
          status: 403,
        });
    expect(await to('/', host, `Origin: ${origin}\r\n`)).toBe(200);
    expect(await to('/', host.replace('localhost', '127.0.0.1'))).toBe(200);
    expect(await to('/share-target', host, 'Origin: null\r\nContent-Length: 0\r\n', 'POST')).toBe(303);
  });

  it('to the API get the refusal of the addressed service', async () => {
    const headers = { ...visitor(server), 'Content-Type': 'application/json' };
    const post = (path: string, body: string) => fetchJson(`${server.url}${path}`, { method: 'POST', headers, body });
    const signUps = [
      'null',
      '[]',
      '{',
      '{"email":1}',
      '{"email":{"a":1},"password":"correct horse"}',
      '{"email":"a\\u0000@example.com","password":"correct horse"}',
      '{"email":"ada@example.com","password":"correct horse","data":{"liquidName":"a\\u0000"}}',
      '{"email":"ada@example.com","password":"correct horse","data":"x"}',
      `${'{"data":'.repeat(5000)}1${'}'.repeat(5000)}`,
    ];
    for (const sent of signUps)
      expect({ sent, ...(await post('/auth/v1/signup', sent)) }).toMatchObject({
        sent,
        status: 400,
        body: { error_code: 'validation_failed' },
      });
    expect((await fetchJson(`${server.url}/storage/v1/object/public/audio/a%00b`, { headers })).status).toBe(400);
    expect(
      (await fetchJson(`${server.url}/storage/v1/object/audio`, { method: 'DELETE', headers, body: '{' })).status,
    ).toBe(400);
    const form = { ...headers, 'Content-Type': 'multipart/form-data; boundary=x' };
    for (const path of ['audio/a.wav', 'public/audio/'])
      for (const body of ['', '--x'])
        expect(
          (await fetchJson(`${server.url}/storage/v1/object/${path}`, { method: 'POST', headers: form, body })).status,
        ).toBe(400);
    expect((await post('/storage/v1/object/list/audio', '{"prefix":"\\u0000"}')).status).toBe(400);
    // A text in place of a list or an object.
    for (const [path, body] of [
      ['object/list/audio', '{"prefix":"","sortBy":"{{1},{2}}"}'],
      ['object/sign/audio', '{"expiresIn":60,"paths":"[["}'],
    ] as const)
      expect({ path, ...(await post(`/storage/v1/${path}`, body)) }).toMatchObject({ path, status: 400 });
    // The type is JSON, and the body is empty.
    for (const path of ['object/sign/audio/', 'object/sign/audio/a.wav', 'object/list/audio', 'object/move', 'bucket'])
      expect({ path, ...(await post(`/storage/v1/${path}`, '')) }).toMatchObject({
        path,
        status: 400,
        body: { statusCode: '400', message: 'The request body is not valid JSON.' },
      });
    for (const type of [
      'application/json',
      'application/vnd.pgrst.object+json',
      'application/problem+json; charset=utf-8',
    ])
      expect({
        type,
        status: (
          await fetchJson(`${server.url}/storage/v1/object/a%2Fb%2Fc.wav`, {
            method: 'DELETE',
            headers: { ...headers, 'Content-Type': type },
            body: new Uint8Array(),
          })
        ).status,
      }).toEqual({ type, status: 400 });
  });

  it('for missing objects get the status 404, too', async () => {
    for (const path of ['public/audio/none.wav', 'public/share-images/AAAAAAAA.png', 'audio/none.wav']) {
      const url = `${server.url}/storage/v1/object/${path}`;
      expect({ path, ...(await fetchJson(url, { headers: visitor(server) })) }).toMatchObject({
        path,
        status: 404,
        body: { statusCode: '404' },
      });
      expect({ path, status: (await fetch(url, { method: 'HEAD', headers: visitor(server) })).status }).toEqual({
        path,
        status: 404,
      });
    }
  });

  it('to the tables and functions get the answer of PostgREST', async () => {
    const member = await newMember(server);
    const wide = Array.from({ length: 1700 }, (_, i) => `c${i}:id`).join();
    expect(await rest(server, serviceHeaders(server), 'GET', `profiles?select=${wide}`)).toMatchObject({
      status: 400,
      body: { code: '54011' },
    });
    // A value that is no text becomes one.
    expect(
      (await rest(server, member.headers, 'PATCH', `profiles?id=eq.${member.id}`, { location: { city: 'Berlin' } }))
        .status,
    ).toBe(204);
    expect(
      (await rest(server, member.headers, 'PATCH', `profiles?id=eq.${member.id}`, { location: 'a\u0000b' })).status,
    ).toBe(400);
    expect((await rest(server, member.headers, 'GET', 'profiles?select=%22')).status).toBe(400);
    // It is the address of no share.
    const view = await rpc(server, visitor(server), 'record_share_view', { share_id: { toString: null } });
    expect(view.status).toBe(200);
  });
});

describe('the files of the app', () => {
  it('are isolated from other origins; a page is revalidated each time, an asset never', async () => {
    const page = await fetch(`${server.url}/`);
    await page.text();
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': expect.stringMatching(/^text\/html; charset=utf-8$/i),
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': expect.stringMatching(/./),
      'cache-control': 'no-cache',
    });
    const url = `${server.url}/assets/app.js`;
    const script = await fetch(url, { headers: { 'Accept-Encoding': 'gzip, deflate, br' } });
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
    });
    expect(await script.text()).toContain('note note');
    const again = await fetch(url, {
      headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': script.headers.get('etag')! },
    });
    expect(again.status).toBe(304);
    expect(again.headers.get('cross-origin-resource-policy')).toBeTruthy();
  });

  it('include the page for each route, and nothing outside of their folder', async () => {
    for (const path of ['/store/preorder/namibian-breeze', '/playlist/a.b%2F%3F%25'])
      expect((await fetch(`${server.url}${path}`, { headers: { Accept: 'text/html' } })).status).toBe(200);
    expect((await fetch(`${server.url}/assets/gone.js`)).status).toBe(404);
    for (const path of ['/../secret.txt', '/..%2fsecret.txt', '/%2e%2e/secret.txt', '/assets/..%2f..%2fsecret.txt']) {
      expect(await (await fetch(`${server.url}${path}`)).text()).not.toContain('not for the web');
      expect(await textOf(path)).not.toContain('not for the web');
    }
  });
});

describe('the answers of the server', () => {
  it('forbid framing a page, and have the policy of their kind', async () => {
    const policyOf = async (path: string, init?: RequestInit) =>
      (await fetch(`${server.url}${path}`, init)).headers.get('content-security-policy');
    for (const path of ['/', '/login', '/share/AAAAAAAA', '/assets/app.js', '/functions/v1/share-page/AAAAAAAA']) {
      const policy = `${path} ${await policyOf(path)}`;
      expect(policy).toMatch(/script-src 'self' 'wasm-unsafe-eval' 'sha256-[\w+/=]{44}';/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/);
    }
    for (const path of [
      '/rest/v1/',
      '/auth/v1/settings',
      '/functions/v1/contact-form',
      '/functions/v1/none',
      '/mailbox.json',
      '/storage/v1/bucket',
    ]) {
      expect(`${path} ${await policyOf(path)}`).toMatch(/^\S+ default-src 'none';.*frame-ancestors 'none'/);
    }
    expect(await policyOf('/mailbox')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'/,
    );
    const page = await fetch(`${server.url}/`);
    expect(page.headers.get('permissions-policy')).toContain('microphone=(self), camera=(self), midi=(self)');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
  });

  it('include no source map and no rules of a host', async () => {
    expect((await fetch(`${server.url}/assets/app.js`)).status).toBe(200);
    for (const path of ['/assets/app.js.map', '/_headers', '/_redirects', '/vercel.json', '/Caddyfile'])
      expect(await (await fetch(`${server.url}${path}`)).text()).not.toMatch(/sources|^\/\*/);
  });
});

describe('the mailbox', () => {
  it('opens on this machine, not for callers through a proxy on it', async () => {
    expect(await get('/mailbox')).toBe(200);
    expect(await get('/mailbox.json')).toBe(200);
    for (const header of [
      'X-Forwarded-For: 203.0.113.7',
      'X-Real-IP: 203.0.113.7',
      'Forwarded: for=203.0.113.7',
      'Via: 1.1 proxy',
      'X-Forwarded-Proto: https',
      'CF-Connecting-IP: 203.0.113.7',
      'Sec-Fetch-Site: cross-site',
    ]) {
      expect({ header, status: await get('/mailbox.json', `${header}\r\n`) }).toEqual({ header, status: 404 });
    }
    // nginx with its default settings: only the old HTTP version shows the proxy.
    expect(await get('/mailbox.json', '', '1.0')).toBe(404);
  });
});

describe('the address of a caller', () => {
  it('is that of the connection, whatever headers the request has', async () => {
    const forged = {
      'x-real-ip': '203.0.113.7',
      'x-forwarded-for': '203.0.113.7',
      'cf-connecting-ip': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
    };
    const seen = await rpc<Record<string, string>>(server, { ...visitor(server), ...forged }, 'headers_seen');
    expect(seen.status).toBe(200);
    expect(seen.body['x-real-ip']).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(JSON.stringify(seen.body)).not.toContain('203.0.113.7');
  });
});
