import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { UNAVAILABLE } from '../../supabase/functions/_shared/http.ts';
import { startServer } from '../../supabase/local/server.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { TEST_MS } from '../patience.ts';
import { startBackendThread, TIME_LIMITS } from '../../supabase/local/thread/backendThread.ts';
import { migratedFolder } from './support/folder.ts';
import { ask, newMember, newSecret, orderOf, rpc, upload, visitor, wav } from './support/testServer.ts';

/** A statement that does not end holds up its caller and nobody else for long. */

const folder = await migratedFolder('thread');
let server: RunningServer;
const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);

beforeAll(async () => {
  server = await startServer({
    port: 0,
    dataDir: folder,
    mode: 'backend',
    backend: {
      open: (options) => startBackendThread(options, { ...TIME_LIMITS, visitor: 2000, member: 2500, own: 20_000 }),
    },
  });
  // What only a visitor with an operator that we know nothing of could do.
  await server.backend!.sql(`
    create function public.never_ends() returns text language sql stable as
    $$ select regexp_replace(repeat('a', 600) || 'b' || repeat('a', 1199), '^(a*)(a*)(a*)(a*)(a*)(a*)b\\1\\1\\2\\2\\3\\3\\4\\4\\5\\5\\6\\6$', '') $$`);
  await server.backend!.sql('grant execute on function public.never_ends() to anon, authenticated');
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
  log.mockRestore();
});

describe('a statement that never ends', () => {
  it.each(['a visitor', 'a member'])(
    'of %s is cut off, pages are answered meanwhile, and the database is opened again',
    async (who) => {
      log.mockClear();
      const member = await newMember(server);
      const sound = wav();
      const { audioUrl } = (await upload(server, sound)).body;
      const order = orderOf({ email: `${crypto.randomUUID()}@example.com` }, newSecret());
      expect((await rpc(server, visitor(server), 'place_preorder', order)).status).toBe(200);

      const done: string[] = [];
      const endless = rpc(server, who === 'a member' ? member.headers : visitor(server), 'never_ends').then(
        (answer) => {
          done.push('endless');
          return answer;
        },
      );
      const behind = rpc(server, visitor(server), 'public_fragrances').then((answer) => {
        done.push('behind');
        return answer;
      });
      // No backend is needed for this one.
      expect((await fetch(`${server.url}/nothing-of-the-backend`)).status).toBe(404);
      done.push('page');
      expect(await endless).toMatchObject({
        status: 504,
        body: { code: '57014', message: 'canceling statement due to statement timeout' },
      });
      const { status, body } = await behind;
      expect(status === 200 || (status === 503 && (body as { message: string }).message === UNAVAILABLE)).toBe(true);
      expect(done[0]).toBe('page');

      // The server's own work waits until the database is there again.
      const orders = await server.backend!.sql<{ n: number }>(
        'select count(*)::int as n from public.preorders where id = $1',
        [order.preorder.id],
      );
      expect(orders).toEqual([{ n: 1 }]);
      expect((await ask(`${server.url}/auth/v1/user`, { headers: member.headers })).status).toBe(200);
      expect(Buffer.from(await (await fetch(String(audioUrl))).arrayBuffer()).equals(Buffer.from(sound))).toBe(true);
      // The daily chores may meet it as well, and say so.
      expect(log.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('The database'))).toEqual([
        'The database crashed (canceling statement due to statement timeout). It is opened again.',
      ]);
    },
    TEST_MS,
  );
});

describe('the thread of the backend', () => {
  it('hands on what Postgres says, with its code', async () => {
    await expect(server.backend!.sql('select 1 / 0')).rejects.toMatchObject({
      code: '22012',
      message: 'division by zero',
    });
  });

  it('hands on mails', async () => {
    const { email } = await newMember(server);
    expect(server.mails.some(({ to }) => to === email)).toBe(true);
  });

  it('takes uploads', async () => {
    expect((await upload(server, wav({ seconds: 30, sampleRate: 44_100 }))).status).toBe(200);
  });
});
