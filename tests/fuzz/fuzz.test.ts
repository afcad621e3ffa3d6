/**
 * Every edge function and database function survives hostile calls: no answer is a 5xx, none shows internals, none is
 * late. In a long run memory does not grow, and afterwards the server still works.
 * `npm run fuzz` throws 1,500 inputs at each, `npm test` 20. FUZZ_SEED repeats a run, FUZZ_RUNS sets the number.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../../supabase/local/server.ts';
import { TEST_MS } from '../patience.ts';
import { migratedFolder } from '../backend/support/folder.ts';
import { audioUrlOf, givenRecording, givenShare } from '../backend/support/given.ts';
import { newMember, SECRET, visitor } from '../backend/support/testServer.ts';
import { LONG_RUNS, memoryInUse, RUNS, SEED } from './burden.ts';
import { functionTargets, otherTargets, rpcTargets, type Target } from './calls.ts';
import { send, type Call } from './send.ts';

/** Calls that fill the caches. */
const WARM_RUNS = 10;
/** Bytes that may be more in use after a target of a long run: caches, not 16 kB of every call. */
const GROWTH_BYTES = 24 * 1024 * 1024;

// A long run measures memory, so stored data must not take any.
const folder = RUNS >= LONG_RUNS ? await migratedFolder('fuzz') : null;
const server = await startServer({ port: 0, dataDir: folder, mode: 'backend', env: { RATE_LIMIT_FACTOR: '1000000' } });
const port = Number(new URL(server.url).port);
const member = await newMember(server);
const callers = { visitor: visitor(server), member: member.headers };
const audioPath = await givenRecording(server);
const recordingId = randomUUID();
await server.backend!.sql('update public.recordings set recording_id = $2 where audio_path = $1', [
  audioPath,
  recordingId,
]);
const known = {
  shareId: await givenShare(server, audioPath),
  audioUrl: audioUrlOf(server, audioPath),
  audioPath,
  owner: SECRET,
  recordingId,
};
const targets: Target[] = [
  ...functionTargets(callers, known),
  ...(await rpcTargets(server, callers, known)),
  ...(await otherTargets(server, callers, known)),
];

afterAll(async () => {
  await server.close();
  if (folder !== null) rmSync(folder, { recursive: true, force: true });
});

/** Internals of the server: stack frames, file paths, the names of its engines. */
const INSIDES =
  /\n\s+at .+:\d+:\d+|node_modules|file:\/\/\/\S+\.[cm]?[jt]s|[/\\](?:supabase[/\\](?:local|functions)|node_modules)[/\\]|PGlite|wasm-function/;

async function expectSane(call: Call): Promise<void> {
  const answer = await send(port, call);
  if (answer === null) return;
  expect(answer.status, `${answer.status} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.text.slice(0, 20_000)).not.toMatch(INSIDES);
}

describe('fuzz', () => {
  let calls = 0;
  /** Clears the limits that all callers share; tests/backend/limits.test.ts covers them. */
  const forgetLimits = () => server.backend!.sql('delete from private.caller_windows');

  it('covers every edge function and database function', async () => {
    const of = (kind: string) =>
      targets.filter(({ name }) => name.startsWith(kind)).map(({ name }) => name.slice(kind.length));
    expect(of('function ')).toEqual(
      'cleanup-recordings contact-form delete-account forget-device send-mails settle-recordings share-image share-page smart-function upload-audio withdraw-share'.split(
        ' ',
      ),
    );
    expect(of('rpc ')).toEqual(
      'claim_device claim_recording create_share export_device_data export_my_data get_share keep_password own_shares place_preorder public_fragrance public_fragrances record_share_view report'.split(
        ' ',
      ),
    );
    // A function that the server does not serve would answer 404 to every input and pass.
    for (const name of of('function '))
      expect(await (await fetch(`${server.url}/functions/v1/${name}`)).text()).not.toContain(
        'There is no such function.',
      );
  });

  for (const target of targets) {
    it(
      `${target.name} answers whatever it is sent`,
      async () => {
        const isLong = RUNS >= LONG_RUNS;
        if (isLong) await fc.assert(fc.asyncProperty(target.calls, expectSane), { numRuns: WARM_RUNS, seed: SEED });
        await forgetLimits();
        const before = isLong ? memoryInUse() : 0;
        await fc.assert(
          fc.asyncProperty(target.calls, expectSane).beforeEach(async () => {
            if (++calls % 100 === 0) await forgetLimits();
          }),
          { numRuns: RUNS, seed: SEED },
        );
        const growth = isLong ? memoryInUse() - before : 0;
        expect(growth, 'bytes more in use than after the first calls').toBeLessThan(GROWTH_BYTES);
      },
      TEST_MS + RUNS * 500,
    );
  }

  it('leaves the server working', async () => {
    await forgetLimits();
    const path = await givenRecording(server);
    expect((await fetch(audioUrlOf(server, path))).status).toBe(200);
    expect((await fetch(`${server.url}/share/${await givenShare(server, path)}`)).status).toBe(200);
    const other = await newMember(server);
    expect(other.id).not.toBe('');
  });
});
