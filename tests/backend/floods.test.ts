import { existsSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBackend } from '../../supabase/local/backend.ts';
import { startServer } from '../../supabase/local/server.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { migratedFolder } from './support/folder.ts';
import { recordingForm, upload, visitor, wav } from './support/testServer.ts';

/** Many connections that dawdle, from one address; each test is somebody else's upload or reading beside them. */

const folder = await migratedFolder('floods');
const MIB = 1024 * 1024;
let server: RunningServer;
let port: number;
const start = (dataDir: string | null, idleMs?: number): Promise<RunningServer> =>
  startServer({
    port: 0,
    dataDir,
    mode: 'backend',
    // Callers are told apart by what a proxy says.
    trustedProxies: ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
    backend: { open: startBackend },
    limits: {
      bodies: { disk: 16 * MIB, share: 4 * MIB },
      crowd: { caller: 60 },
      ...(idleMs === undefined ? {} : { idleMs }),
    },
  });
beforeAll(async () => {
  server = await start(folder);
  port = Number(new URL(server.url).port);
});
const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A bare connection that sends `text` and what comes after it; what it hears is left where it is until somebody reads. */
function raw(text: string, after?: Uint8Array): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(text);
  if (after) socket.write(after);
  sockets.push(socket);
  return socket;
}
const head = (lines: readonly string[]) => `${lines.join('\r\n')}\r\n\r\n`;
const MALLORY = 'X-Forwarded-For: 203.0.113.66';
/** The first line of an answer. */
const heard = (socket: Socket) =>
  new Promise<string>((done) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (text.includes('\r\n')) done(text.split('\r\n')[0]!);
    });
    socket.on('close', () => done(text.split('\r\n')[0]!));
  });
const incoming = () => (existsSync(join(folder, 'incoming')) ? readdirSync(join(folder, 'incoming')).length : 0);
const uploadOfAda = () =>
  fetch(`${server.url}/functions/v1/upload-audio`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${server.keys!.publishable}`, 'X-Forwarded-For': '198.51.100.1' },
    body: recordingForm(wav({ seconds: 12, sampleRate: 16_000 })),
  });

/** An upload that begins with 270 kB and does not go on. */
function slowUpload(key: string | null): Socket {
  const size = 270_000;
  const form = head(['--x', 'Content-Disposition: form-data; name="file"; filename="a.wav"']);
  return raw(
    head([
      'POST /functions/v1/upload-audio HTTP/1.1',
      'Host: localhost',
      MALLORY,
      ...(key === null ? [] : [`Authorization: Bearer ${key}`]),
      'Content-Type: multipart/form-data; boundary=x',
      'Transfer-Encoding: chunked',
    ]),
    Buffer.concat([
      Buffer.from(`${(form.length + size).toString(16)}\r\n${form}`),
      Buffer.alloc(size),
      Buffer.from('\r\n'),
    ]),
  );
}

describe('senders that dawdle', () => {
  it('without a key are refused before anything of theirs is kept', async () => {
    const slow = Array.from({ length: 40 }, () => slowUpload(null));
    await expect.poll(() => slow[0]!.bytesWritten).toBeGreaterThan(270_000);
    expect((await uploadOfAda()).status).toBe(200);
    expect(incoming()).toBe(0);
  });

  it('with a key fill their own share, and nobody else waits', async () => {
    const slow = Array.from({ length: 40 }, () => slowUpload(server.keys!.publishable));
    let refused = 0;
    for (const socket of slow) void heard(socket).then((line) => (refused += line.includes('429') ? 1 : 0));
    // Of four MiB there is room for fifteen such beginnings, or for fewer: who is refused depends on whose pieces come first.
    await expect.poll(() => refused + incoming()).toBe(slow.length);
    expect(incoming()).toBeLessThanOrEqual(15);
    expect(incoming()).toBeGreaterThan(0);
    expect((await uploadOfAda()).status).toBe(200);
    for (const socket of slow) socket.destroy();
    await expect.poll(incoming).toBe(0);
  });

  it('of small bodies are so many at once', async () => {
    const small = (n: number) =>
      raw(
        head([
          `POST /rest/v1/rpc/get_share?n=${n} HTTP/1.1`,
          'Host: localhost',
          MALLORY,
          `apikey: ${server.keys!.publishable}`,
          'Content-Type: application/json',
          'Content-Length: 60000',
        ]),
        Buffer.alloc(50_000, 0x20),
      );
    const slow = Array.from({ length: 60 }, (_, n) => small(n));
    await expect.poll(() => slow.every(({ bytesWritten }) => bytesWritten > 50_000)).toBe(true);
    await expect.poll(() => heard(small(60))).toContain('429');
    expect((await uploadOfAda()).status).toBe(200);
  });

  it('and say nothing at all are left', async () => {
    const impatient = await start(null, 100);
    const silent = connect(Number(new URL(impatient.url).port), '127.0.0.1');
    sockets.push(silent);
    expect(await new Promise((done) => silent.once('close', () => done('closed')))).toBe('closed');
    await impatient.close();
  });
});

describe('readers that do not read', () => {
  it('cost a piece each, of a whole sound or a part of it, and nobody else waits', async () => {
    const sound = wav({ seconds: 40, sampleRate: 44_100 });
    const { body } = await upload(server, sound, {
      ...visitor(server),
      'X-Forwarded-For': '198.51.100.2',
    });
    const { pathname } = new URL(String(body['audioUrl']));
    const before = process.memoryUsage().arrayBuffers;
    const begun = Array.from({ length: 50 }, (_, i) => {
      const socket = raw(
        head([`GET ${pathname} HTTP/1.1`, 'Host: localhost', MALLORY, ...(i % 2 ? ['Range: bytes=1-'] : [])]),
      );
      return new Promise<string>((done) =>
        socket.once('data', (chunk: Buffer) => {
          socket.pause();
          done(chunk.toString('latin1').slice(0, 12));
        }),
      );
    });
    expect(new Set(await Promise.all(begun))).toEqual(new Set(['HTTP/1.1 200', 'HTTP/1.1 206']));
    const whole = await fetch(`${server.url}${pathname}`, { headers: { 'X-Forwarded-For': '198.51.100.1' } });
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(sound))).toBe(true);
    // Three and a half MB each would be 176.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(80 * MIB);
  });
});
