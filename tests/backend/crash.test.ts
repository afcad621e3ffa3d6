import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@supabase/lite/pglite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveMethods, UNAVAILABLE } from '../../supabase/functions/_shared/http.ts';
import { ServiceError } from '../../supabase/functions/_shared/service.ts';
import { unavailableAnswer } from '../../supabase/local/data/reopening.ts';
import { startServer } from '../../supabase/local/server.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { startBackendThread } from '../../supabase/local/thread/backendThread.ts';
import { migratedFolder } from './support/folder.ts';
import {
  ask,
  callFunction,
  newMember,
  newSecret,
  orderOf,
  rest,
  rpc,
  startTestServer,
  upload,
  visitor,
  wav,
  type Answer,
} from './support/testServer.ts';

/** A database whose memory is damaged is opened again, and what was stored is still there. */

/** Of somebody else each time. */
const order = (name = 'Ada') => orderOf({ email: `${crypto.randomUUID()}@example.com`, name }, newSecret());

const message = () => ({
  id: crypto.randomUUID(),
  name: 'Ada',
  email: 'ada@example.com',
  message: 'A quiet message of some words.',
  owner: newSecret(),
});

/** Whether an answer says that there is no database now, in words, and when to come again. */
const isUnavailable = ({ status, headers, body }: Answer<unknown>) =>
  status === 503 && Object.values(body as object).includes(UNAVAILABLE) && Number(headers.get('retry-after')) > 0;

const folder = await migratedFolder('crash');

describe('a server', () => {
  const options = {
    port: 0,
    dataDir: folder,
    mode: 'backend' as const,
    backend: {
      open: (given: Parameters<typeof startBackendThread>[0]) =>
        startBackendThread(given, undefined, new URL('./support/damagedWorker.mjs', import.meta.url)),
    },
  };
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  afterEach(() => log.mockClear());
  const logged = () => log.mock.calls.map(([line]) => String(line));

  const stored = async () =>
    (await server.backend!.sql<{ n: number }>('select count(*)::int as n from public.preorders'))[0]!.n;
  const placeOrder = (name?: string) => rpc(server, visitor(server), 'place_preorder', order(name));
  /** Files of the database that this process has open, where the system shows them. */
  const openFiles = () =>
    (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []).filter((fd) => {
      try {
        return readlinkSync(join('/proc/self/fd', fd)).startsWith(join(folder, 'db'));
      } catch {
        return false;
      }
    }).length;

  it.each([
    ['its memory is overwritten', async () => isUnavailable(await placeOrder('overwrite the memory'))],
    ['its stack is used up', async () => isUnavailable(await placeOrder('use up the stack'))],
    [
      'Postgres finds its memory damaged',
      () =>
        server
          .backend!.sql("do $$ begin raise 'pfree called with invalid pointer' using errcode = 'XX000'; end $$")
          .then(
            () => false,
            () => true,
          ),
    ],
  ])('goes on with all that was stored when %s', async (_, crash) => {
    const member = await newMember(server);
    const { audioUrl } = (await upload(server, wav())).body;
    const before = await stored();
    expect((await placeOrder()).status).toBe(200);

    expect(await crash()).toBe(true);
    // How many of these come before the database is there again depends on the machine.
    const meanwhile = await Promise.all([
      callFunction(server, 'contact-form', message()),
      ask(`${server.url}/auth/v1/user`, { headers: member.headers }),
      rest(server, member.headers, 'GET', 'profiles'),
    ]);
    expect(meanwhile.filter((answer) => answer.status !== 200 && !isUnavailable(answer))).toEqual([]);

    // The server's own work waits until the database is there again.
    expect(await stored()).toBe(before + 1);
    expect(logged()).toEqual([expect.stringMatching(/^The database crashed \(.+\)\. It is opened again\.$/)]);
    expect((await placeOrder()).status).toBe(200);
    expect((await callFunction(server, 'contact-form', message())).status).toBe(200);
    expect((await rest(server, member.headers, 'GET', `profiles?id=eq.${member.id}`)).body).toHaveLength(1);
    expect((await fetch(String(audioUrl))).status).toBe(200);
    // Rights are those of the migrations in the database that was opened again, too.
    expect((await rest(server, visitor(server), 'DELETE', 'preorders?id=not.is.null')).status).toBe(401);
  });

  it('has no files open from before, and starts anew on the same folder', async () => {
    const before = await stored();
    await server.close();
    expect(openFiles()).toBe(0);
    server = await startServer(options);
    expect(await stored()).toBe(before);
  });
});

it('the stack that failed statements take is given back', async () => {
  let top: WebAssembly.Global<'i32'> | null = null;
  const run = PGlite.prototype.execProtocolRawSync;
  const spy = vi.spyOn(PGlite.prototype, 'execProtocolRawSync').mockImplementation(function (this: PGlite, message) {
    top = (this as unknown as { Module: { ___stack_pointer: WebAssembly.Global<'i32'> } }).Module.___stack_pointer;
    return run.call(this, message);
  });
  const server = await startTestServer();
  try {
    const idle = top!.value;
    for (let i = 0; i < 100; i++)
      await expect(server.backend!.sql('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect((await rpc(server, visitor(server), 'place_preorder', { preorder: { version: 1 } })).status).toBe(400);
    expect(top!.value).toBe(idle);
  } finally {
    await server.close();
    spy.mockRestore();
  }
});

describe('a database that is not there', () => {
  it.each([
    ['/auth/v1/signup', { code: 503, error_code: 'unavailable', msg: UNAVAILABLE }],
    ['/rest/v1/rpc/place_preorder', { code: '57P03', message: UNAVAILABLE, details: null, hint: null }],
    ['/storage/v1/object/audio/x.wav', { statusCode: '503', error: 'unavailable', message: UNAVAILABLE }],
  ])('is told in the form of %s', async (path, body) => {
    const answer = unavailableAnswer(path);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([503, '2', body]);
  });

  it('is told in the form of the edge functions', async () => {
    const handler = serveMethods(['POST'], () => Promise.reject(new ServiceError(503, '57P03', UNAVAILABLE)));
    const answer = await handler(new Request('http://localhost/', { method: 'POST' }));
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
      503,
      '2',
      { success: false, error: UNAVAILABLE, code: 'unavailable' },
    ]);
  });
});
