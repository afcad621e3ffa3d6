/**
 * Every edge function and database function survives hostile calls: no answer is a 5xx, none shows internals, none is
 * late. In a long run memory does not grow, and afterwards the server still works.
 * `npm run fuzz` throws 1,500 inputs at each, `npm test` 20. FUZZ_SEED repeats a run, FUZZ_RUNS sets the number.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '#local/server.ts';
import { TEST_MS } from '#tests/timeouts.ts';
import { migratedFolder } from '#tests/backend/support/folder.ts';
import { EDGE_FUNCTIONS, FUNCTION_CALLERS } from '#tests/backend/access/policies.ts';
import { audioUrlOf, createRecording, createShare } from '#tests/backend/support/createRows.ts';
import { newMember, DEVICE_SECRET, visitor } from '#tests/backend/support/testServer.ts';
import { IS_LONG, memoryInUse, RUN_COUNT, SEED } from './runSize.ts';
import { targetsOf } from './calls.ts';
import { send, type Call } from './send.ts';

/** Number of calls before the first measurement, which fill the caches. */
const WARM_RUNS = 10;
/** Bytes by which the memory in use may grow in a long run: enough for caches, not for 16 kB of every call. */
const GROWTH_BYTES = 24 * 1024 * 1024;

// A long run measures memory, so stored data must not take any.
const folder = IS_LONG ? await migratedFolder('fuzz') : null;
const server = await startServer({ port: 0, dataDir: folder, mode: 'backend', env: { RATE_LIMIT_FACTOR: '1000000' } });
const port = Number(new URL(server.url).port);
const member = await newMember(server);
const callers = { visitor: visitor(server), member: member.headers };
const audioPath = await createRecording(server);
const recordingId = randomUUID();
const renameStatement = 'update public.recordings set recording_id = $2 where audio_path = $1';
await server.backend!.sql(renameStatement, [audioPath, recordingId]);
const [shareId, audioUrl] = [await createShare(server, audioPath), audioUrlOf(server, audioPath)];
const knownValues = { shareId, audioUrl, audioPath, owner: DEVICE_SECRET, recordingId };
const targets = await targetsOf(server, callers, knownValues);

afterAll(async () => {
  await server.close();
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
});

/** Internals of the server: stack frames, file paths, the names of its engines. */
const INTERNALS_PATTERN =
  /\n\s+at .+:\d+:\d+|node_modules|file:\/\/\/\S+\.[cm]?[jt]s|[/\\](?:supabase[/\\](?:local|functions)|node_modules)[/\\]|PGlite|wasm-function/;

async function expectSane(call: Call): Promise<void> {
  const answer = await send(port, call);
  if (answer === null) return;
  expect(answer.status, `${answer.status} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.text.slice(0, 20_000)).not.toMatch(INTERNALS_PATTERN);
}

describe('hostile calls', () => {
  let calls = 0;
  /** Clears the limits that all callers share; tests/backend/limits.test.ts covers them. */
  const forgetLimits = () => server.backend!.sql('delete from private.caller_windows');

  it('reach every edge function and database function', async () => {
    const of = (kind: string) =>
      targets.filter(({ name }) => name.startsWith(kind)).map(({ name }) => name.slice(kind.length));
    expect(of('function ')).toEqual(Object.values(EDGE_FUNCTIONS).flat().sort());
    expect(of('rpc ').map((name) => `public.${name}`)).toEqual(
      [...FUNCTION_CALLERS.visitors, ...FUNCTION_CALLERS.members].sort(),
    );
    // A function that the server does not serve would answer 404 to every input and pass.
    for (const name of of('function '))
      expect(await (await fetch(`${server.url}/functions/v1/${name}`)).text()).not.toContain('no such function');
  });

  for (const target of targets) {
    it(
      `get an answer from ${target.name} without internals`,
      async () => {
        if (IS_LONG) await fc.assert(fc.asyncProperty(target.calls, expectSane), { numRuns: WARM_RUNS, seed: SEED });
        await forgetLimits();
        const before = IS_LONG ? memoryInUse() : 0;
        await fc.assert(
          fc.asyncProperty(target.calls, expectSane).beforeEach(async () => {
            if (++calls % 100 === 0) await forgetLimits();
          }),
          { numRuns: RUN_COUNT, seed: SEED },
        );
        const growth = IS_LONG ? memoryInUse() - before : 0;
        expect(growth, 'bytes more in use than after the first calls').toBeLessThan(GROWTH_BYTES);
      },
      TEST_MS + RUN_COUNT * 500,
    );
  }

  it('leave the server working', async () => {
    await forgetLimits();
    const path = await createRecording(server);
    expect((await fetch(audioUrlOf(server, path))).status).toBe(200);
    expect((await fetch(`${server.url}/share/${await createShare(server, path)}`)).status).toBe(200);
    expect((await newMember(server)).id).not.toBe('');
  });
});
