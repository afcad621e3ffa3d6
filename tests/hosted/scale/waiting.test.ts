import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { queryFailure } from '../../../src/core/backend/query.ts';
import { addressOf, withClient } from '../postgres/cluster.ts';
import { openStandIn, templateOfRun, type StandIn } from '../standIn.ts';

/* Many callers change one row, or one connection holds a lock that others need. */

const SHARE_ID = 'Waiting1';
const VIEW_COUNT = 1000;

let standIn: StandIn;
/** A connection that holds locks. */
let holder: Client;

beforeAll(async () => {
  standIn = await openStandIn(templateOfRun()!);
  holder = new Client(addressOf(standIn.host, standIn.database, 'postgres'));
  await holder.connect();
  await standIn.sql("insert into public.recordings (audio_path, owner_hash) values ('waiting.webm', repeat('a', 64))");
  await standIn.sql(
    `insert into public.fragrance_shares (share_id, name, music_essence, audio_path, owner_hash)
     values ($1, 'Rose', '{C4}', 'waiting.webm', repeat('a', 64))`,
    [SHARE_ID],
  );
});
afterAll(async () => {
  await holder.end();
  await standIn.close();
});

/** Calls a function as a visitor; the status and the JSON of the answer. */
async function call(name: string, args: object): Promise<{ status: number; body: unknown }> {
  const key = standIn.keys.publishable;
  const answer = await standIn.fetch(
    new Request(`http://localhost/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(args),
    }),
  );
  return { status: answer.status, body: await answer.json() };
}

/** Waits until a statement that begins so waits for a lock. */
async function untilWaiting(statement: RegExp): Promise<void> {
  await expect
    .poll(async () =>
      (
        await standIn.sql<{ query: string }>(
          "select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).some(({ query }) => statement.test(query)),
    )
    .toBe(true);
}

describe('a thousand simultaneous views', () => {
  it('are all counted, each once', async () => {
    const answers = await Promise.all(
      Array.from({ length: VIEW_COUNT }, () => call('record_share_view', { share_id: SHARE_ID })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const counts = answers.map(({ body }) => body as number).sort((a, b) => a - b);
    expect(counts).toEqual(Array.from({ length: VIEW_COUNT }, (_, i) => i + 1));
    const [seen] = await standIn.sql<{ view_count: number }>(
      'select view_count from public.fragrance_shares where share_id = $1',
      [SHARE_ID],
    );
    expect(seen!.view_count).toBe(VIEW_COUNT);
  });

  it('block no reader while one of them locks the row, and the next one is counted after it', async () => {
    await holder.query('begin');
    await holder.query('select public.record_share_view($1)', [SHARE_ID]);
    const next = call('record_share_view', { share_id: SHARE_ID });
    await untilWaiting(/record_share_view/);
    // The row is still locked: readers get its previous value.
    const { status, body } = await call('get_share', { share_id: SHARE_ID });
    expect([status, (body as { view_count: number }[])[0]!.view_count]).toEqual([200, VIEW_COUNT]);
    expect((await call('public_fragrances', {})).status).toBe(200);
    await untilWaiting(/record_share_view/);
    await holder.query('commit');
    expect(await next).toEqual({ status: 200, body: VIEW_COUNT + 2 });
  });
});

describe('a statement that takes too long', () => {
  it('is cancelled for a visitor, and the app reports a timeout, not the error of the database', async () => {
    await holder.query('begin');
    await holder.query('lock table public.fragrance_profiles in access exclusive mode');
    const { status, body } = await call('public_fragrances', { search: 'rose' });
    await holder.query('rollback');
    expect(body).toMatchObject({ code: '57014' });
    expect(queryFailure(body as { code: string; message: string }, status)).toMatchObject({
      code: 'timeout',
      message: 'The backend took too long to answer.',
    });
    expect((await call('public_fragrances', { search: 'rose' })).status).toBe(200);
  });

  it('ends after 3 s for a visitor and 8 s for a member, and is not limited for the functions', async () => {
    const limits = await withClient(addressOf(standIn.host, standIn.database, 'postgres'), async (client) => {
      const { rows } = await client.query<{ rolname: string; rolconfig: string[] | null }>(
        "select rolname, rolconfig from pg_roles where rolname in ('anon', 'authenticated', 'service_role') order by rolname",
      );
      return rows.map(({ rolname, rolconfig }) => [
        rolname,
        rolconfig?.find((setting) => setting.startsWith('statement_timeout=')) ?? null,
      ]);
    });
    expect(limits).toEqual([
      ['anon', 'statement_timeout=3s'],
      ['authenticated', 'statement_timeout=8s'],
      ['service_role', null],
    ]);
  });
});
