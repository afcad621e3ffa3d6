import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../supabase/local/server.ts';
import { ask, newMember, png, rest, rpc, startTestServer, upload, visitor, wav, type Member } from './support.ts';

/**
 * What somebody tries who wants to read, change, delete or fill what belongs to shares, submissions, recordings and
 * pictures: each attempt is refused, and the refusal has the code that says why.
 */

let server: RunningServer;
let eve: Member;
let audioUrl: string;
const shareId = 'Refusal1';

type Row = Record<string, unknown>;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

/** Somebody's share with its picture, somebody's submission, and another member. */
async function makeThings(): Promise<void> {
  eve = await newMember(server, 'Eve');
  audioUrl = String((await upload(server, wav({ seconds: 1 }))).body['audioUrl']);
  await ask(`${server.url}/functions/v1/share-image?id=${shareId}`, { method: 'POST', headers: { ...visitor(server), 'Content-Type': 'image/png' }, body: await png(1200, 630) });
  await rest(server, visitor(server), 'POST', 'fragrance_shares', {
    share_id: shareId, title: 'My Accord Fragrance Profile', music_essence: ['C4'], top_notes: ['Bergamot'], middle_notes: ['Rose'], base_notes: ['Oud'], audio_url: audioUrl,
  });
  await ask(`${server.url}/functions/v1/smart-function`, {
    method: 'POST', headers: { ...visitor(server), 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', audioUrl }),
  });
}

/** Both kinds of stranger. What a role may not do at all is 401 to one without a session, and 403 to a member. */
const strangers = (): [who: string, headers: Record<string, string>, forbidden: number][] => [
  ['a visitor', visitor(server), 401],
  ['another member', eve.headers, 403],
];

async function expectForbidden(attempt: (headers: Record<string, string>) => Promise<{ status: number; body: unknown }>): Promise<void> {
  for (const [who, headers, status] of strangers()) {
    const answer = await attempt(headers);
    expect({ who, status: answer.status, code: (answer.body as Row | null)?.['code'] }).toEqual({ who, status, code: '42501' });
  }
}

/** The database itself refuses a statement to both roles, with 42501. */
async function expectDenied(statement: string): Promise<void> {
  for (const role of ['anon', 'authenticated']) {
    await server.backend!.sql('begin');
    await server.backend!.sql(`set local role ${role}`);
    const code = await server.backend!.sql(statement).then(() => 'allowed', (error: { code?: string }) => error.code);
    await server.backend!.sql('rollback');
    expect({ role, statement, code }).toEqual({ role, statement, code: '42501' });
  }
}

describe('the rights that the migrations give', () => {
  it('are to read and to make shares, and nothing else', async () => {
    for (const table of ['fragrance_shares', 'fragrance_submissions']) {
      await expectDenied(`update public.${table} set audio_url = ''`);
      await expectDenied(`delete from public.${table}`);
      await expectDenied(`truncate public.${table}`);
    }
    await expectDenied('select * from public.fragrance_submissions');
    await expectDenied("insert into public.fragrance_submissions (name, email, audio_url) values ('Eve', 'eve@example.com', 'x')");
    await expectDenied('select * from private.caller_windows');
    await expectDenied("select public.share_card('Refusal1')");
    await expectDenied("select * from public.objects_to_delete(now(), now())");
    // From here on there is something to attack.
    await makeThings();
    expect((await rest<Row[]>(server, visitor(server), 'GET', `fragrance_shares?share_id=eq.${shareId}`)).body).toHaveLength(1);
  });
});

describe('a share that was made', () => {
  const before = () => server.backend!.sql<Row>('select * from public.fragrance_shares order by share_id');

  it('is changed, taken back, counted by hand, moved or deleted by nobody', async () => {
    const rows = await before();
    for (const change of [{ view_count: 1000 }, { is_active: false }, { name: 'Defaced' }, { share_id: 'Another1' }, { audio_url: audioUrl }]) {
      await expectForbidden((headers) => rest(server, headers, 'PATCH', `fragrance_shares?share_id=eq.${shareId}`, change, 'return=representation'));
    }
    await expectForbidden((headers) => rest(server, headers, 'DELETE', `fragrance_shares?share_id=eq.${shareId}`, undefined, 'return=representation'));
    await expectForbidden((headers) => rest(server, headers, 'DELETE', 'fragrance_shares?share_id=not.is.null', undefined, 'return=representation'));
    await expectForbidden((headers) => rest(server, headers, 'POST', 'fragrance_shares?on_conflict=share_id', { share_id: shareId, title: 'My Accord Fragrance Profile', music_essence: ['C4'], audio_url: audioUrl, name: 'Defaced' }, 'resolution=merge-duplicates'));
    expect(await before()).toEqual(rows);
  });

  it('is born active and with no views', async () => {
    for (const wish of [{ view_count: 5 }, { is_active: false }]) {
      await expectForbidden((headers) => rest(server, headers, 'POST', 'fragrance_shares', { share_id: 'Refusal2', title: 'My Accord Fragrance Profile', music_essence: ['C4'], audio_url: audioUrl, ...wish }));
    }
  });

  it('is not made without end', async () => {
    const make = (share_id: string, headers: Record<string, string>) =>
      rest<Row | null>(server, headers, 'POST', 'fragrance_shares', { share_id, title: 'My Accord Fragrance Profile', music_essence: ['C4'], audio_url: audioUrl });
    // As if everybody together had made as many in these ten minutes as may be made.
    await server.backend!.sql("insert into private.caller_windows (key, window_start, hits) values ('fragrance_shares:everybody', clock_timestamp(), 5999) on conflict (key) do update set hits = 5999, window_start = clock_timestamp()");
    expect((await make('TheLast1', visitor(server))).status).toBe(201);
    for (const [, headers] of strangers()) {
      const answer = await make('TooMany1', headers);
      expect({ status: answer.status, code: answer.body?.['code'] }).toEqual({ status: 429, code: 'PT429' });
    }
    await server.backend!.sql("update private.caller_windows set window_start = clock_timestamp() - interval '11 minutes' where key = 'fragrance_shares:everybody'");
    expect((await make('AfterIt1', visitor(server))).status).toBe(201);
  });

  it('shows what crawlers are told, and how often a caller called, to the service alone', async () => {
    await expectForbidden((headers) => rpc(server, headers, 'share_card', { share_id: shareId }));
    await expectForbidden((headers) => rpc(server, headers, 'count_call', { caller_key: 'x', max_hits: 1, window_seconds: 1 }));
    await expectForbidden((headers) => rpc(server, headers, 'objects_to_delete', { recordings_before: '2100-01-01', pictures_before: '2100-01-01' }));
  });
});

describe('submissions', () => {
  it('are listed, written, changed and deleted by nobody', async () => {
    const rows = await server.backend!.sql<Row>('select * from public.fragrance_submissions');
    expect(rows).toHaveLength(1);
    await expectForbidden((headers) => rest(server, headers, 'GET', 'fragrance_submissions'));
    await expectForbidden((headers) => rest(server, headers, 'POST', 'fragrance_submissions', { name: 'Eve', email: 'eve@example.com', audio_url: audioUrl }));
    await expectForbidden((headers) => rest(server, headers, 'PATCH', 'fragrance_submissions?id=not.is.null', { name: 'Eve' }, 'return=representation'));
    await expectForbidden((headers) => rest(server, headers, 'DELETE', 'fragrance_submissions?id=not.is.null', undefined, 'return=representation'));
    expect(await server.backend!.sql<Row>('select * from public.fragrance_submissions')).toEqual(rows);
  });
});

describe.each([
  ['audio', () => audioUrl.split('/audio/')[1]!, 'audio/wav'],
  ['share-images', () => `${shareId}.png`, 'image/png'],
])('the bucket %s', (bucket, nameOf, type) => {
  const objects = () => server.backend!.sql<Row>('select bucket_id, name from storage.objects order by bucket_id, name');
  const storage = (path: string) => `${server.url}/storage/v1/${path}`;

  it('is listed, written, overwritten, moved, copied, emptied and deleted by nobody', async () => {
    const before = await objects();
    const bytes = async () => new Uint8Array(await (await fetch(storage(`object/public/${bucket}/${nameOf()}`))).arrayBuffer());
    const content = await bytes();
    for (const [, headers] of strangers()) {
      const json = { ...headers, 'Content-Type': 'application/json' };
      const refused = async (method: string, path: string, body: string | Uint8Array<ArrayBuffer>, more: Record<string, string> = {}) => {
        const answer = await ask<Row>(storage(path), { method, headers: { ...(typeof body === 'string' ? json : { ...headers, 'Content-Type': type }), ...more }, body });
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: expect.toSatisfy((status: number) => status >= 400 && status < 500) as unknown });
      };
      await refused('POST', `object/${bucket}/stranger`, new Uint8Array([1, 2, 3]));
      await refused('POST', `object/${bucket}/${nameOf()}`, new Uint8Array([1, 2, 3]), { 'x-upsert': 'true' });
      await refused('PUT', `object/${bucket}/${nameOf()}`, new Uint8Array([1, 2, 3]));
      await refused('POST', 'object/move', JSON.stringify({ bucketId: bucket, sourceKey: nameOf(), destinationKey: 'moved' }));
      await refused('POST', 'object/copy', JSON.stringify({ bucketId: bucket, sourceKey: nameOf(), destinationKey: 'copied' }));
      await refused('POST', `bucket/${bucket}/empty`, '{}');
      await refused('DELETE', `bucket/${bucket}`, '{}');
      await refused('PUT', `bucket/${bucket}`, JSON.stringify({ public: true, file_size_limit: null }));
      // Storage answers these two with an empty list instead of a refusal: there is nothing that the caller may see.
      const listed = await ask<unknown>(storage(`object/list/${bucket}`), { method: 'POST', headers: json, body: JSON.stringify({ prefix: '' }) });
      expect(Array.isArray(listed.body) ? listed.body : []).toEqual([]);
      const deleted = await ask<unknown>(storage(`object/${bucket}`), { method: 'DELETE', headers: json, body: JSON.stringify({ prefixes: [nameOf()] }) });
      expect(Array.isArray(deleted.body) ? deleted.body : []).toEqual([]);
    }
    expect(await objects()).toEqual(before);
    expect(await bytes()).toEqual(content);
  });
});
