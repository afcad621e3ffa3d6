import { existsSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@supabase/lite/pglite';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { serveMethods, UNAVAILABLE } from '../../supabase/functions/_shared/http.ts';
import { ServiceError } from '../../supabase/functions/_shared/service.ts';
import { startBackend } from '../../supabase/local/backend.ts';
import { DatabaseCrash } from '../../supabase/local/data/crash.ts';
import { unavailableAnswer } from '../../supabase/local/data/reopening.ts';
import { startServer, type RunningServer } from '../../supabase/local/server.ts';
import { migratedFolder } from './support/folder.ts';
import {
  ask,
  callFunction,
  newMember,
  newSecret,
  orderOf,
  rest,
  rpc,
  upload,
  visitor,
  wav,
  type Answer,
} from './support/testServer.ts';

/** A database whose memory is damaged is opened again, and what was stored is still there. */

interface Instance {
  Module: { HEAPU8: Uint8Array; ___stack_pointer: WebAssembly.Global<'i32'> };
}

/** The instance that ran last: that of the server, as long as there is one. */
let live: Instance;
const run = PGlite.prototype.execProtocolRawSync;
vi.spyOn(PGlite.prototype, 'execProtocolRawSync').mockImplementation(function (this: PGlite, message) {
  live = this as unknown as Instance;
  return run.call(this, message);
});

/** Of somebody else each time. */
const order = () => orderOf({ email: `${crypto.randomUUID()}@example.com` }, newSecret());

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

describe.each(['a folder', 'memory'])('a server with its data in %s', (place) => {
  // In this thread, where its memory can be damaged.
  const options = {
    port: 0,
    dataDir: place === 'memory' ? null : folder,
    mode: 'backend' as const,
    backend: { open: startBackend },
  };
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer(options);
  });
  afterAll(async () => {
    await server?.close();
    if (place !== 'memory') rmSync(folder, { recursive: true, force: true });
  });
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  afterEach(() => log.mockClear());
  /** What the server's log says; a server that this process started before may have put its sieve behind the spy. */
  const logged = () =>
    log.mock.calls.filter((args) => !args.some((one) => one instanceof DatabaseCrash)).map(([line]) => String(line));

  const stored = async () =>
    (await server.backend!.sql<{ n: number }>('select count(*)::int as n from public.preorders'))[0]!.n;
  const placeOrder = () => rpc(server, visitor(server), 'place_preorder', order());
  /** Files of the database that this process has open, where the system shows them. */
  const openFiles = () =>
    (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd') : []).filter((fd) => {
      try {
        return readlinkSync(join('/proc/self/fd', fd)).startsWith(join(folder, 'db'));
      } catch {
        return false;
      }
    }).length;

  /** Ways to crash, and whether the crash is noticed with it; otherwise the next statement meets it. */
  const crashes: [string, boolean, () => unknown][] = [
    ['its memory is overwritten', false, () => live.Module.HEAPU8.fill(0xff)],
    ['its stack is used up', false, () => (live.Module.___stack_pointer.value = 16)],
    [
      'Postgres finds its memory damaged',
      true,
      () =>
        expect(
          server.backend!.sql("do $$ begin raise 'pfree called with invalid pointer' using errcode = 'XX000'; end $$"),
        ).rejects.toThrow('XX000 pfree called'),
    ],
  ];

  it.each(crashes)('goes on with all that was stored when %s', async (_, noticed, crash) => {
    const member = await newMember(server);
    const { audioUrl } = (await upload(server, wav())).body;
    const before = await stored();
    expect((await placeOrder()).status).toBe(200);
    const instance = live;

    await crash();
    const first = noticed ? null : await placeOrder();
    expect(first === null || isUnavailable(first)).toBe(true);
    // How many of these come before the database is there again depends on the machine.
    const meanwhile = await Promise.all([
      callFunction(server, 'contact-form', message()),
      ask(`${server.url}/auth/v1/user`, { headers: member.headers }),
      rest(server, member.headers, 'GET', 'profiles'),
    ]);
    expect(meanwhile.filter((answer) => answer.status !== 200 && !isUnavailable(answer))).toEqual([]);

    // The server's own work waits until the database is there again.
    expect(await stored()).toBe(before + 1);
    expect(live).not.toBe(instance);
    expect(logged()).toEqual([expect.stringMatching(/^The database crashed \(.+\)\. It is opened again\.$/)]);
    expect((await placeOrder()).status).toBe(200);
    expect((await callFunction(server, 'contact-form', message())).status).toBe(200);
    expect((await rest(server, member.headers, 'GET', `profiles?id=eq.${member.id}`)).body).toHaveLength(1);
    expect((await fetch(String(audioUrl))).status).toBe(200);
    // Rights are those of the migrations in the database that was opened again, too.
    expect((await rest(server, visitor(server), 'DELETE', 'preorders?id=not.is.null')).status).toBe(401);
  });

  it('gives the stack back that failed statements take', async () => {
    const top = live.Module.___stack_pointer.value;
    for (let i = 0; i < 100; i++)
      await expect(server.backend!.sql('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
    expect((await rpc(server, visitor(server), 'place_preorder', { preorder: { version: 1 } })).status).toBe(400);
    expect(live.Module.___stack_pointer.value).toBe(top);
  });

  // There is nothing to come back to in memory.
  if (place === 'memory') return;
  it('has no files open from before, and starts anew on the same folder', async () => {
    const before = await stored();
    await server.close();
    expect(openFiles()).toBe(0);
    server = await startServer(options);
    expect(await stored()).toBe(before);
  });
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
