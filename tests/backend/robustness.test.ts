import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBackend } from '../../supabase/local/backend.ts';
import { startServer } from '../../supabase/local/server.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { migratedFolder } from './support/folder.ts';
import {
  ask,
  callFunction,
  fragranceRow,
  makeShare,
  newMember,
  orderOf,
  rest as restOf,
  rpc,
  SECRET,
  shareRow,
  upload,
  visitor,
  wav,
} from './support/testServer.ts';

/** Many uploads at once, against a server with a folder. */

const folder = await migratedFolder('robust');
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, dataDir: folder, mode: 'backend' });
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

const rest = (query: string, key = server.keys!.publishable): Promise<Response> =>
  fetch(`${server.url}/rest/v1/${query}`, { headers: { apikey: key } });

describe('a request that fails in the embedded database', () => {
  it('takes nothing from those that come after it', async () => {
    const ask = () => rest('rpc/get_share?share_id=none');
    const before = (await ask()).status;
    expect(before).toBeLessThan(500);
    await server.backend!.sql('begin');
    await expect(server.backend!.sql('select 1 / 0')).rejects.toThrow('division by zero');
    expect((await ask()).status).toBe(500);
    expect((await ask()).status).toBe(before);
  });

  it.each(['eq.{}', 'not.eq.{}', 'ov.{}', 'cs.{}', 'in.("{}")'])(
    'is not one that asks for the array %s',
    async (filter) => {
      const shares = `fragrance_shares?base_notes=${encodeURIComponent(filter)}`;
      // A visitor may not ask with most of these at all, and for nothing in this table.
      expect((await rest(shares)).status).toBe(filter === 'eq.{}' || filter === 'not.eq.{}' ? 401 : 400);
      const answer = await rest(shares, server.keys!.secret);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual([]);
    },
  );

  it.each(['eq.{"a":1}', 'eq.true', 'neq.false', 'eq.5', 'gt.-1.5', 'cs.true', 'ov.1e3'])(
    'tells whoever asks for %s where an array stands',
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

describe('uploads at once', () => {
  it('wait on disk for their turn, are all stored whole, and leave nothing behind', async () => {
    const sounds = Array.from({ length: 8 }, (_, i) => wav({ seconds: 30 + i, hz: 200 + i, sampleRate: 20_000 }));
    const seen = { waiting: 0, drafts: 0, all: false };
    const watched = (async () => {
      while (!seen.all) {
        seen.waiting = Math.max(seen.waiting, filesIn('incoming').length);
        seen.drafts = Math.max(seen.drafts, filesIn('objects').filter((name) => name.endsWith('.part')).length);
        await new Promise((next) => setImmediate(next));
      }
    })();
    const answers = await Promise.all(sounds.map((bytes) => upload(server, bytes)));
    seen.all = true;
    await watched;
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
    // Their bodies were on disk and not in memory; two at most were worked on, each writes one object.
    expect(seen.waiting).toBeGreaterThan(2);
    expect(seen.drafts).toBeLessThanOrEqual(2);
    expect(filesIn('incoming')).toEqual([]);
    expect(filesIn('objects').filter((name) => name.endsWith('.part'))).toEqual([]);
    for (const [i, { body }] of answers.entries())
      expect(Buffer.from(await (await fetch(String(body['audioUrl']))).arrayBuffer()).equals(sounds[i]!)).toBe(true);
  });
});

describe('a full disk', () => {
  /** What there is room for. */
  let room: 'changes' | 'taking back' | 'nothing' = 'changes';
  let data: string;
  let here: RunningServer;
  beforeAll(async () => {
    data = await migratedFolder('full');
    here = await startServer({
      port: 0,
      dataDir: data,
      mode: 'backend',
      env: { RATE_LIMIT_FACTOR: '100' },
      objectsCeiling: 100_000,
      backend: {
        open: (options) =>
          startBackend({
            ...options,
            room: { forChanges: async () => room === 'changes', forTakingBack: async () => room !== 'nothing' },
          }),
      },
    });
  });
  afterAll(async () => {
    await here?.close();
    rmSync(data, { recursive: true, force: true });
  });

  it('takes no change, says so, and goes on reading; with room again it takes changes', async () => {
    const call = async (path: string, body?: object) => {
      const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
      const answer = await here.backend!.fetch(
        new Request(`http://localhost${path}`, {
          ...init,
          headers: { apikey: here.keys!.publishable, 'Content-Type': 'application/json' },
        }),
      );
      return [answer.status, JSON.stringify(await answer.json())] as const;
    };
    const order = orderOf();
    const full = [507, expect.stringContaining('The disk of this server is full.')];
    room = 'nothing';
    expect(await call('/rest/v1/rpc/place_preorder', order)).toEqual(full);
    expect(await call('/auth/v1/signup', { email: 'ada@example.com', password: 'correct horse' })).toEqual(full);
    expect(await call('/rest/v1/rpc/public_fragrances', {})).toEqual([200, '[]']);
    expect(await call('/rest/v1/rpc/get_share', { share_id: 'AbCdEf12' })).toEqual([200, '[]']);
    expect((await call('/auth/v1/settings'))[0]).toBe(200);
    expect(await here.backend!.sql('select count(*)::int as n from public.preorders')).toEqual([{ n: 0 }]);
    room = 'changes';
    expect((await call('/rest/v1/rpc/place_preorder', order))[0]).toBe(200);
  });

  it('keeps nobody from taking back what they gave, and from leaving', async () => {
    const member = await newMember(here);
    const authorization = { Authorization: member.headers['Authorization']! };
    const made = async (headers?: Record<string, string>, owner?: string | null) => {
      const { body } = await upload(here, wav(), headers, owner);
      const share = shareRow(body['audioPath']);
      expect((await makeShare(here, share, headers ? member.headers : undefined, owner)).status).toBe(200);
      return { shareId: String(share['share_id']), audioUrl: String(body['audioUrl']) };
    };
    const [mine, other] = [await made(), await made()];
    const hers = await made(authorization, null);
    const saved = await restOf<{ id: string }[]>(
      here,
      member.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('One', { is_public: true }),
      'return=representation',
    );
    expect(saved.status).toBe(201);

    room = 'taking back';
    expect((await upload(here, wav())).status).toBe(507);
    expect((await rpc(here, visitor(here), 'place_preorder', orderOf())).status).toBe(507);
    const taken = await callFunction(here, 'withdraw-share', { shareId: mine.shareId, owner: SECRET });
    expect(taken).toMatchObject({ status: 200, body: { success: true } });
    expect((await fetch(mine.audioUrl)).status).toBe(404);
    expect((await callFunction(here, 'forget-device', { owner: SECRET })).status).toBe(200);
    expect((await fetch(other.audioUrl)).status).toBe(404);
    const session = await ask(`${here.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: here.keys!.publishable, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: member.email, password: member.password }),
    });
    expect(session.status).toBe(200);
    const one = `fragrance_profiles?id=eq.${saved.body[0]!.id}`;
    expect((await restOf(here, member.headers, 'PATCH', one, { is_public: false })).status).toBe(204);
    expect((await restOf(here, member.headers, 'DELETE', one)).status).toBe(204);
    expect((await callFunction(here, 'delete-account', { confirm: true }, member.headers)).status).toBe(200);
    expect((await fetch(hers.audioUrl)).status).toBe(404);
    room = 'changes';
  });

  it('is not made by one sender: all sounds together have a ceiling', async () => {
    const sound = wav({ seconds: 1 });
    const statuses = [];
    for (let i = 0; i < 5; i++) statuses.push((await upload(here, wav({ seconds: 1, hz: 300 + i }))).status);
    expect(sound.length).toBeGreaterThan(30_000);
    expect(statuses).toEqual([200, 200, 200, 507, 507]);
    expect((await callFunction(here, 'forget-device', { owner: SECRET })).status).toBe(200);
    expect((await upload(here, sound)).status).toBe(200);
  });
});
