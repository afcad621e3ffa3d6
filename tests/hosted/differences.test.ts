import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startServer } from '../../supabase/local/server.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import {
  fetchJson,
  fragranceRow,
  newMember,
  orderOf,
  DEVICE_SECRET,
  shareRow,
  startTestServer,
  upload,
  visitor,
  wav,
  type Member,
} from '../backend/support/testServer.ts';

/**
 * The same requests to the embedded backend and to real PostgREST on real Postgres: the status, the code and the hint
 * of each refusal, and each answer to the last field, are the same but for the differences that are listed here and in
 * docs/backend.md.
 */

type Side = 'embedded' | 'hosted';
const servers = {} as Record<Side, RunningServer>;
const members = {} as Record<Side, Member>;
const recordings = {} as Record<Side, string>;
const SIDES = ['embedded', 'hosted'] as const;

beforeAll(async () => {
  servers.hosted = await startTestServer();
  servers.embedded = await startServer({
    port: 0,
    dataDir: null,
    mode: 'backend',
    env: { RATE_LIMIT_FACTOR: '1000' },
  });
  members.hosted = await newMember(servers.hosted, 'Ada');
  members.embedded = await embeddedMember(servers.embedded);
  for (const side of SIDES) recordings[side] = String((await upload(servers[side], wav())).body['audioPath']);
});
afterAll(async () => {
  for (const side of SIDES) await servers[side]?.close();
});

/** Registers a member with Auth of the embedded backend. */
async function embeddedMember(server: RunningServer): Promise<Member> {
  const email = 'ada@example.com';
  const password = 'correct horse';
  const post = (path: string, body: object) =>
    fetchJson<Record<string, never>>(`${server.url}/auth/v1/${path}`, {
      method: 'POST',
      headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  await post('signup', { email, password, data: { liquidName: 'Ada', location: 'Berlin, Germany' } });
  const token = /token_hash=([^&\s]+)/.exec(server.mails.at(-1)!.text)![1];
  const { body } = await post('verify', { type: 'signup', token_hash: token });
  const { id } = body['user']! as { id: string };
  const headers = { apikey: server.keys!.publishable, Authorization: `Bearer ${body['access_token']!}` };
  return { id, email, password, headers };
}

interface Question {
  /** The caller: a visitor, the member, a caller without a key, or one with a forged token. */
  who: 'visitor' | 'member' | 'keyless' | 'forger';
  request: `${'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'} ${string}`;
  /** Sent as JSON; a text as it is. `RECORDING` becomes the path of one. */
  body?: unknown;
  headers?: Record<string, string>;
}

const OBJECT_HEADER = { Accept: 'application/vnd.pgrst.object+json' };
const RETURN_HEADER = { Prefer: 'return=representation' };
const q = (
  who: Question['who'],
  what: Question['request'],
  body?: unknown,
  headers?: Record<string, string>,
): Question => ({
  who,
  request: what,
  ...(body === undefined ? {} : { body }),
  ...(headers === undefined ? {} : { headers }),
});
const fragrances = 'fragrance_profiles';

/** Each builds on those before it. */
const QUESTIONS: readonly Question[] = [
  q('visitor', 'POST rpc/nothing', {}),
  q('visitor', 'POST rpc/get_share', { nothing: 1 }),
  q('visitor', 'POST rpc/get_share', {}),
  q('visitor', 'GET rpc/get_share?share_id=Abcdefgh'),
  q('visitor', 'GET rpc/record_share_view?share_id=Abcdefgh'),
  q('visitor', 'GET profiles'),
  q('keyless', 'GET profiles'),
  q('forger', 'GET profiles'),
  q('visitor', 'GET preorders'),
  q('visitor', 'POST preorders', { a: 1 }),
  q('member', 'GET profiles?select=*'),
  q('member', 'GET profiles', undefined, OBJECT_HEADER),
  q('member', 'GET users?select=id,liquid_name'),
  q('member', 'GET profiles?select=nothing'),
  q('member', 'GET profiles?nothing=eq.1'),
  q('member', 'GET profiles?id=nothing.1'),
  q('member', 'GET profiles?id=eq.1'),
  q('member', 'GET profiles?select=id&order=nothing'),
  q('member', `GET ${fragrances}`, undefined, OBJECT_HEADER),
  q('member', `GET ${fragrances}`, undefined, { Prefer: 'count=exact' }),
  q('member', `POST ${fragrances}`, fragranceRow('One'), RETURN_HEADER),
  q('member', `POST ${fragrances}`, fragranceRow('One')),
  q('member', `POST ${fragrances}`, fragranceRow('Two')),
  // The export comes before rows of equal times, whose order is not defined.
  q('member', 'POST rpc/export_my_data', {}),
  q('member', `POST ${fragrances}`, [fragranceRow('Four'), fragranceRow('Five')]),
  q('member', `POST ${fragrances}`, [fragranceRow('Six'), { name: 'Seven' }]),
  q('member', `POST ${fragrances}`, fragranceRow('Three', { music_essence: ['H'] })),
  q('member', `POST ${fragrances}`, fragranceRow('Three', { intensity: 'x' })),
  q('member', `POST ${fragrances}`, fragranceRow('Three', { music_essence: 'C4' })),
  q('member', `POST ${fragrances}`, { name: 'No essence' }),
  q('member', `POST ${fragrances}`, { nothing: 1 }),
  q('member', `POST ${fragrances}`, fragranceRow('Up', { audio_data: 'x' })),
  q('member', `POST ${fragrances}`, '{"name":'),
  q('member', `POST ${fragrances}`, '[]'),
  q('member', `POST ${fragrances}`, fragranceRow('Foreign', { user_id: '00000000-0000-4000-8000-000000000000' })),
  q('member', `POST ${fragrances}`, fragranceRow('Hers', { audio_path: 'RECORDING' })),
  q('member', `PATCH ${fragrances}?name=eq.One`, { intensity: 0.25 }, RETURN_HEADER),
  q('member', `PATCH ${fragrances}?name=eq.Nobody`, { intensity: 0.25 }),
  q('member', `PATCH ${fragrances}?name=eq.Nobody`, { intensity: 0.25 }, RETURN_HEADER),
  q('member', `PATCH ${fragrances}?name=eq.One`, {}),
  q('member', `PATCH ${fragrances}`, { is_public: false }),
  q('member', `DELETE ${fragrances}?name=eq.Two`),
  q('member', `GET ${fragrances}?select=name&order=name&limit=2&offset=1`, undefined, { Prefer: 'count=exact' }),
  q('member', `GET ${fragrances}?select=name&offset=100`, undefined, { Prefer: 'count=exact' }),
  q('member', 'POST rpc/claim_device', { owner_secret: 'x' }),
  q('member', 'POST rpc/claim_device', { owner_secret: DEVICE_SECRET }),
  q('visitor', 'POST rpc/create_share', { share: shareRow('RECORDING'), owner_secret: DEVICE_SECRET }),
  q('member', 'POST rpc/create_share', { share: shareRow('RECORDING', { share_id: 'Differs1' }) }),
  q('member', 'POST rpc/create_share', { share: shareRow('RECORDING', { name: 7 }) }),
  q('visitor', 'POST rpc/get_share', { share_id: 'Differs1' }),
  q('visitor', 'POST rpc/record_share_view', { share_id: 'Differs1' }),
  q('visitor', 'POST rpc/place_preorder', orderOf({ id: '00000000-0000-4000-8000-000000000001' })),
  q('visitor', 'POST rpc/place_preorder', orderOf({ name: '' })),
  q('visitor', 'POST rpc/public_fragrances', { page_size: 'x' }),
  q('visitor', 'POST rpc/public_fragrances', { before_at: 'infinity' }),
  q('visitor', 'POST rpc/public_fragrances', 'x'),
  // Values in which JSON and Postgres' own way of writing arrays meet.
  q('visitor', 'GET fragrance_shares?base_notes=eq.{"a":1}'),
  q('visitor', 'GET fragrance_shares?base_notes=eq.true'),
  q('member', `GET ${fragrances}?select=name&top_notes=eq.5`),
  q('member', `GET ${fragrances}?select=name&base_notes=eq.{}`),
  q('member', `GET ${fragrances}?select=name&top_notes=eq.{"a":1}`),
  q('member', `GET ${fragrances}?select=name&name=eq.{}`),
  q('member', `GET ${fragrances}?select=name&intensity=eq.{}`),
  q('member', `PATCH ${fragrances}?name=eq.Five`, { intensity: { a: 1 } }),
  q('member', `PATCH ${fragrances}?name=eq.Five`, { top_notes: { a: 1 } }),
  q('member', 'PATCH profiles?select=location&liquid_name=eq.Ada', { location: { city: 'Berlin' } }, RETURN_HEADER),
  q('member', `GET ${fragrances}?select=name&name=ilike.*o*&order=name`),
  q('member', `GET ${fragrances}?select=name&name=match.o&order=name`),
  q('member', `GET ${fragrances}?select=name&or=(name.eq.One,name.eq.Five)&order=name`),
  q('member', `GET ${fragrances}?select=name&top_notes=cs.{}&order=name`),
  q('member', `GET ${fragrances}?select=called:name&intensity=gt.0.3&order=name`),
  q('member', `GET ${fragrances}?select=*,recordings(*)`),
  q('visitor', 'GET rpc/get_share?share_id=Differs1&select=owner_id'),
  q('visitor', 'GET rpc/get_share?share_id=Differs1&owner_id=not.is.null'),
  q('visitor', 'GET rpc/get_share?share_id=like.*'),
  q('visitor', 'POST rpc/record_share_view', { share_id: { toString: null } }),
  q('visitor', 'POST rpc/count_call', { scope: 'report', address: null }),
];

/** The differences, in the words of docs/backend.md, with the answer of each side. */
const DIFFERENCES: readonly { listed: string; question: Question; embedded: string; hosted: string }[] = [
  {
    listed: 'the root of the API',
    question: q('visitor', 'GET '),
    embedded: '403 undefined',
    hosted: '200',
  },
  {
    listed: 'a table that is not there',
    question: q('member', 'GET nothing'),
    embedded: '404 PGRST205',
    hosted: '404 42P01',
  },
  {
    listed: 'a new row without a field',
    question: q('member', `POST ${fragrances}`, '{}'),
    embedded: '400 42601',
    hosted: '400 23502',
  },
  {
    listed: 'U+0000 in a text',
    question: q('member', `POST ${fragrances}`, fragranceRow('\u0000')),
    embedded: '400 PGRST102',
    hosted: '400 22P05',
  },
  {
    listed: 'an upsert of a row that is there',
    question: q('member', `POST ${fragrances}?on_conflict=user_id,name`, fragranceRow('One'), {
      Prefer: 'resolution=merge-duplicates',
    }),
    embedded: '201',
    hosted: '200',
  },
  {
    listed: '`PUT` of a row without its key',
    question: q('member', `PUT ${fragrances}?id=eq.00000000-0000-4000-8000-000000000000`, fragranceRow('Put')),
    embedded: '400 PGRST115',
    hosted: '400 42703',
  },
  {
    listed: 'a plan',
    question: q('member', `GET ${fragrances}`, undefined, { Accept: 'application/vnd.pgrst.plan+json' }),
    embedded: '406 PGRST107',
    hosted: '415 PGRST107',
  },
];

const BACKEND_GUIDE = readFileSync(new URL('../../docs/backend.md', import.meta.url), 'utf8');

interface Reply {
  status: number;
  body: unknown;
  range: string | null;
}

async function send(side: Side, { who, request: what, body, headers: more }: Question): Promise<Reply> {
  const server = servers[side];
  const [method, path] = what.split(/ (.*)/, 2) as [string, string];
  const headers = {
    visitor: visitor(server),
    member: members[side].headers,
    keyless: {},
    forger: { apikey: server.keys!.publishable, Authorization: 'Bearer a.b.c' },
  }[who];
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  const answer = await fetchJson<unknown>(`${server.url}/rest/v1/${path}`, {
    method,
    headers: { ...headers, ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }), ...more },
    ...(sent === undefined ? {} : { body: sent.replace('RECORDING', recordings[side]) }),
  });
  return { status: answer.status, body: answer.body, range: answer.headers.get('content-range') };
}

/**
 * The comparable part of two backends' answers: without the members' own ids and addresses, and without times, which
 * they write differently.
 */
function common({ status, body, range }: Reply): unknown {
  if (status >= 400) {
    const { code, hint } = (body ?? {}) as { code?: string; hint?: string };
    // Hints of PostgREST itself ("Perhaps you meant") change from version to version; ours are one word.
    return { status, code, hint: /^\w+$/.test(hint ?? '') ? hint : undefined };
  }
  const text = JSON.stringify(body)
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID')
    .replace(/member-ID@|ada@/g, 'ADA@')
    .replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?\+00(:00)?/g, 'TIME');
  return { status, body: JSON.parse(text) as unknown, range };
}

it.each(QUESTIONS.map((question, place) => ({ place, name: `${question.who}: ${question.request}`, question })))(
  'both backends give the same answer to $name ($place)',
  async ({ question }) => {
    const [embedded, hosted] = [await send('embedded', question), await send('hosted', question)];
    expect(common(embedded)).toEqual(common(hosted));
    expect(hosted.status).toBeLessThan(500);
  },
);

it.each(DIFFERENCES)('the backends differ as listed: $listed', async ({ listed, question, embedded, hosted }) => {
  const summarize = ({ status, body }: Reply) =>
    status < 300 ? String(status) : `${status} ${String((body as { code?: string }).code)}`;
  // The embedded layer also logs the error to the console.
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  expect({
    embedded: summarize(await send('embedded', question)),
    hosted: summarize(await send('hosted', question)),
  }).toEqual({
    embedded,
    hosted,
  });
  quiet.mockRestore();
  expect(BACKEND_GUIDE.includes(listed)).toBe(true);
});

it('the backends differ as listed: how a time is written', async () => {
  const times = async (side: Side) => {
    const { body } = await send(side, q('member', 'GET profiles?select=created_at'));
    return (body as { created_at: string }[])[0]!.created_at;
  };
  expect(await times('embedded')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d+)?\+00$/);
  expect(await times('hosted')).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
});

it('the backends differ as listed: the order of letters', async () => {
  const order = async (side: Side) =>
    (
      await servers[side].backend!.sql<{ text: string }>(
        "select string_agg(letter, '' order by letter) as text from unnest(array['B', 'a', 'C', 'é', 'f']) as letter",
      )
    )[0]!.text;
  expect([await order('embedded'), await order('hosted')]).toEqual(['BCafé', 'aBCéf']);
});
