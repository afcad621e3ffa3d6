import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startBackend } from '#local/backend.ts';
import { startServer } from '#local/server.ts';
import type { RunningServer } from '#local/serverContract.ts';
import { migratedFolder } from './support/folder.ts';
import { orderOf, upload, wav } from './support/testServer.ts';

/** A server with a folder: failed requests, many uploads at once, a full disk. */

const folder = await migratedFolder('robust');
/** Bytes that the disk has left. */
let freeBytes = Infinity;
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    port: 0,
    dataDir: folder,
    mode: 'backend',
    mailer: false,
    backend: { open: (options) => startBackend({ ...options, free: async () => freeBytes }) },
  });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const rest = (query: string, key = server.keys!.publishable): Promise<Response> =>
  fetch(`${server.url}/rest/v1/${query}`, { headers: { apikey: key } });

describe('a request that fails in the embedded database', () => {
  it('does not disturb the next requests', async () => {
    const readShare = () => rest('rpc/get_share?share_id=none');
    const before = (await readShare()).status;
    expect(before).toBeLessThan(500);
    await server.backend!.sql('begin');
    await expect(server.backend!.sql('select 1 / 0')).rejects.toThrow('division by zero');
    expect((await readShare()).status).toBe(500);
    expect((await readShare()).status).toBe(before);
  });

  it.each(['eq.{}', 'not.eq.{}', 'ov.{}', 'cs.{}', 'in.("{}")'])(
    'does not include one with the array filter %s',
    async (filter) => {
      const shares = `fragrance_shares?base_notes=${encodeURIComponent(filter)}`;
      expect((await rest(shares)).status).toBe(401);
      const answer = await rest(shares, server.keys!.secret);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual([]);
    },
  );

  it.each(['eq.{"a":1}', 'eq.true', 'neq.false', 'eq.5', 'gt.-1.5', 'cs.true', 'ov.1e3'])(
    'answers 400 to a filter of an array by %s',
    async (filter) => {
      const answer = await rest(`fragrance_shares?base_notes=${encodeURIComponent(filter)}`, server.keys!.secret);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ code: '22P02' });
    },
  );
});

/** Names of the files below a folder of the server's; the folder comes with its first file. */
function filesIn(name: string): string[] {
  if (!existsSync(join(folder, name))) return [];
  return readdirSync(join(folder, name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}

describe('simultaneous uploads', () => {
  it('are stored whole, without temporary files', async () => {
    const sounds = Array.from({ length: 8 }, (_, i) => wav({ seconds: 30 + i, hz: 200 + i, sampleRate: 20_000 }));
    const answers = await Promise.all(sounds.map((bytes) => upload(server, bytes)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(filesIn('objects').filter((name) => name.endsWith('.part'))).toEqual([]);
    for (const [i, { body }] of answers.entries())
      expect(Buffer.from(await (await fetch(String(body['audioUrl']))).arrayBuffer()).equals(sounds[i]!)).toBe(true);
  });
});

describe('a full disk', () => {
  afterEach(() => void (freeBytes = Infinity));

  it('refuses changes with a message and still allows reads; with space again it allows changes', async () => {
    const call = async (path: string, body?: object) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const answer = await server.backend!.fetch(
        new Request(`http://localhost${path}`, {
          ...init,
          headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json' },
        }),
      );
      return [answer.status, JSON.stringify(await answer.json())] as const;
    };
    const order = orderOf();
    const full = [507, expect.stringContaining('The disk of this server is full.')];
    freeBytes = 1_000_000;
    expect(await call('/rest/v1/rpc/place_preorder', order)).toEqual(full);
    expect(await call('/auth/v1/signup', { email: 'ada@example.com', password: 'correct horse' })).toEqual(full);
    expect(await call('/rest/v1/rpc/public_fragrances', {})).toEqual([200, '[]']);
    expect(await call('/rest/v1/rpc/get_share', { share_id: 'AbCdEf12' })).toEqual([200, '[]']);
    expect((await call('/auth/v1/settings'))[0]).toBe(200);
    expect(await server.backend!.sql('select count(*)::int as n from public.preorders')).toEqual([{ n: 0 }]);
    freeBytes = Infinity;
    expect((await call('/rest/v1/rpc/place_preorder', order))[0]).toBe(200);
  });
});
