import { rmSync } from 'node:fs';
import { PGlite } from '@supabase/lite/pglite';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serveMethods, UNAVAILABLE_MESSAGE } from '#shared/http.ts';
import { ServiceError } from '#shared/service.ts';
import { startBackend } from '#local/backend.ts';
import type { Backend } from '#local/backendContract.ts';
import { newKeys } from '#local/data/dataDir.ts';
import { migratedFolder } from './support/folder.ts';
import { newSecret, orderOf } from './support/testServer.ts';

/** A database whose memory is damaged ends the server; stored data is there at its next start. */

const folder = await migratedFolder('crash');
const keys = newKeys();
const options = { dataDir: folder, keys, siteUrl: 'http://localhost' };
const onCrash = vi.fn<(crash: Error) => never>((crash) => {
  throw crash;
});
let backend: Backend;
/** The pointer of Postgres' stack. */
let top: WebAssembly.Global<'i32'> | null = null;
beforeAll(async () => {
  const run = PGlite.prototype.execProtocolRawSync;
  vi.spyOn(PGlite.prototype, 'execProtocolRawSync').mockImplementation(function (this: PGlite, message) {
    top = (this as unknown as { Module: { ___stack_pointer: WebAssembly.Global<'i32'> } }).Module.___stack_pointer;
    return run.call(this, message);
  });
  backend = await startBackend(options, onCrash);
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const placePreorder = (body: object) =>
  backend.fetch(
    new Request('http://localhost/rest/v1/rpc/place_preorder', {
      method: 'POST',
      headers: { apikey: keys.publishable, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

it('the embedded Postgres restores the stack space of failed statements', async () => {
  const idle = top!.value;
  for (let i = 0; i < 100; i++) await expect(backend.sql('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  expect((await placePreorder({ preorder: { version: 1 } })).status).toBe(400);
  expect(top!.value).toBe(idle);
});

it('the server ends when Postgres finds its memory damaged, and has stored all orders', async () => {
  const statement = "do $$ begin raise 'pfree called with invalid pointer' using errcode = 'XX000'; end $$";
  const count = async ({ sql }: Backend) =>
    (await sql<{ n: number }>('select count(*)::int as n from public.preorders'))[0]!.n;
  const before = await count(backend);
  const placed = await placePreorder(orderOf({ email: `${crypto.randomUUID()}@example.com` }, newSecret()));
  expect(placed.status).toBe(200);
  await expect(backend.sql(statement)).rejects.toThrow(/./);
  expect(onCrash).toHaveBeenCalled();
  // As after the end of a process: nothing is closed.
  const again = await startBackend(options, onCrash);
  expect(await count(again)).toBe(before + 1);
  await again.close();
});

it('edge functions report a missing database in their own form', async () => {
  const handler = serveMethods(['POST'], () => Promise.reject(new ServiceError(503, '57P03', UNAVAILABLE_MESSAGE)));
  const answer = await handler(new Request('http://localhost/', { method: 'POST' }));
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    503,
    '2',
    { success: false, error: UNAVAILABLE_MESSAGE, code: 'unavailable' },
  ]);
});
