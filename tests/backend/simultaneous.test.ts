import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { SECRET, shareRow, startTestServer, upload, visitor, wav } from './support/testServer.ts';

/** Many calls at once: in turns on the embedded database, on as many connections as there are on a real one. */

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer({});
});
afterAll(() => server?.close());

/** Makes a share as a visitor; past the connections, of which 200 at once would be a test of their own. */
async function share(row: object, secret: string): Promise<{ status: number; body: unknown }> {
  const answer = await server.backend!.fetch(
    new Request('http://localhost/rest/v1/rpc/create_share', {
      method: 'POST',
      headers: { ...visitor(server), 'Content-Type': 'application/json', 'x-real-ip': '127.0.0.1' },
      body: JSON.stringify({ share: row, owner_secret: secret }),
    }),
  );
  return { status: answer.status, body: await answer.json() };
}

describe('shares at once', () => {
  it('200 of one recording by one caller: 50 are made, the others are refused in words', async () => {
    const path = (await upload(server, wav({ hz: 555 }))).body['audioPath'];
    const answers = await Promise.all(Array.from({ length: 200 }, () => share(shareRow(path), SECRET)));
    const made = answers.filter(({ status }) => status === 200);
    expect(made).toHaveLength(50);
    for (const { status, body } of answers.filter((answer) => !made.includes(answer)))
      expect([status, body]).toEqual([400, expect.objectContaining({ code: 'P0001', hint: 'too_many' })]);
    expect(
      await server.backend!.sql('select count(*)::int as n from public.fragrance_shares where audio_path = $1', [path]),
    ).toEqual([{ n: 50 }]);
  });

  it('200 of four recordings by one caller: the limit of 60 in ten minutes holds', async () => {
    await server.backend!.sql('delete from private.caller_windows');
    const secret = '00112233445566778899aabbccddeeff';
    const paths: unknown[] = [];
    for (let i = 0; i < 4; i++)
      paths.push((await upload(server, wav({ hz: 600 + i }), visitor(server), secret)).body['audioPath']);
    const answers = await Promise.all(Array.from({ length: 200 }, (_, i) => share(shareRow(paths[i % 4]), secret)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(140);
  });
});
