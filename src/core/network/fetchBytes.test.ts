import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchBytes, type FetchBytesOptions } from './fetchBytes.ts';

let server: Server;
let origin: string;

beforeAll(async () => {
  server = createServer(({ url }, response) => {
    switch (url) {
      case '/sound':
        response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': 6000 }).end(Buffer.alloc(6000, 7));
        break;
      case '/page':
        response.writeHead(200, { 'Content-Type': ' Text/HTML; charset=utf-8' }).end('<html></html>');
        break;
      case '/huge':
        response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': 2 * 2 ** 30 }).flushHeaders();
        break;
      case '/liar':
        response.writeHead(200, { 'Content-Type': 'audio/wav' });
        for (let i = 0; i < 20; i++) response.write(Buffer.alloc(1000));
        break;
      case '/stall':
        response.writeHead(200, { 'Content-Type': 'audio/wav', 'Content-Length': 100 });
        response.write('x');
        break;
      case '/radio': {
        response.writeHead(200, { 'Content-Type': 'audio/mpeg' });
        const timer = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(timer));
        break;
      }
      default:
        response.writeHead(404).end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const options = (more: Partial<FetchBytesOptions> = {}): FetchBytesOptions => ({
  signal: new AbortController().signal,
  limit: 10_000,
  stallMs: 2000,
  endlessMs: 5000,
  ...more,
});
const get = (path: string, more?: Partial<FetchBytesOptions>): Promise<Uint8Array> =>
  fetchBytes(new URL(origin + path), options(more));

describe('fetchBytes', () => {
  it('returns the whole file and reports the progress', async () => {
    const progress: [number, number | null][] = [];
    const bytes = await get('/sound', { onProgress: (received, total) => progress.push([received, total]) });
    expect(bytes).toEqual(new Uint8Array(6000).fill(7));
    expect(progress[0]).toEqual([0, 6000]);
    expect(progress.at(-1)).toEqual([6000, 6000]);
  });

  it('reports each failure by a code', async () => {
    await expect(get('/missing')).rejects.toMatchObject({ code: 'http', message: '404 Not Found' });
    await expect(get('/page')).rejects.toMatchObject({ code: 'web_page' });
    await expect(get('/huge')).rejects.toMatchObject({ code: 'too_large' });
    await expect(get('/liar')).rejects.toMatchObject({ code: 'too_large' });
    await expect(get('/stall', { stallMs: 60 })).rejects.toMatchObject({ code: 'stalled' });
    await expect(get('/radio', { endlessMs: 120 })).rejects.toMatchObject({ code: 'stalled' });
    await expect(fetchBytes(new URL('http://127.0.0.1:1/'), options())).rejects.toMatchObject({ code: 'network' });
  });

  it('stops when it is aborted, before and during the download', async () => {
    const abort = new AbortController();
    let markBegun = (): void => {};
    const onTheWay = new Promise<void>((resolve) => (markBegun = resolve));
    const pending = get('/stall', {
      signal: abort.signal,
      stallMs: 600_000,
      onProgress: (received) => received > 0 && markBegun(),
    }).catch((error: unknown) => error);
    await onTheWay;
    abort.abort();
    // At once, and not when the sender has been silent for long: another file comes and goes meanwhile.
    await get('/sound');
    expect(await Promise.race([pending, Promise.resolve('still on its way')])).toMatchObject({ code: 'cancelled' });
    await expect(get('/sound', { signal: abort.signal })).rejects.toMatchObject({ code: 'cancelled' });
  });
});
