import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../supabase/local/server.ts';
import { cleanUp } from '../../supabase/functions/_shared/cleanUp.ts';
import { createService } from '../../supabase/functions/_shared/service.ts';
import { serveInDeno, type DenoFunction } from './deno.ts';
import { ask, fragranceRow, newMember, png, rest, rpc, startTestServer, upload, visitor, wav, type Member, refused, TO_MEMBERS, TO_VISITORS } from './support.ts';

let server: RunningServer;
let ada: Member;
let eve: Member;
const inDeno: Record<string, DenoFunction> = {};

beforeAll(async () => {
  server = await startTestServer();
  ada = await newMember(server, 'Ada');
  eve = await newMember(server, 'Eve');
  for (const name of ['contact-form', 'cleanup-recordings', 'delete-account']) inDeno[name] = await serveInDeno(name, server);
});
afterAll(async () => {
  for (const running of Object.values(inDeno)) await running.close();
  await server?.close();
});

type Row = Record<string, unknown>;

describe('a preorder', () => {
  const order = (more: Row = {}): Row => ({ email: `${crypto.randomUUID()}@example.com`, name: 'Ada', fragrance_id: 'namibian-breeze', fragrance_name: 'NAMIBIAN BREEZE', ...more });
  const place = (row: Row, headers = visitor(server), prefer = 'return=minimal') => rest<{ code: string } | null>(server, headers, 'POST', 'preorders', row, prefer);

  it('is placed by anybody, once an e-mail and fragrance', async () => {
    const mine = order({ email: 'ada@example.com' });
    expect((await place(mine)).status).toBe(201);
    const again = await place({ ...mine, email: 'ADA@example.com' });
    expect([again.status, again.body?.code]).toEqual([409, '23505']);
    expect((await place({ ...mine, fragrance_id: 'noise-pollution' })).status).toBe(201);
    expect((await place(order({ fragrance_id: 'custom', design: { name: 'Mine', color: 'hsl(120 80% 50%)', bottle: 'silver' } }), ada.headers)).status).toBe(201);
    const dated = order({ created_at: '2000-01-01', id: '00000000-0000-4000-8000-000000000000' });
    await place(dated);
    const [row] = await server.backend!.sql<Row>('select id::text, extract(year from created_at)::int as year from public.preorders where email = $1', [dated['email']]);
    expect(row!['id']).not.toBe(dated['id']);
    expect(row!['year']).toBeGreaterThan(2020);
  });

  it('is read, changed and deleted by nobody', async () => {
    for (const [headers, forbidden] of [[visitor(server), TO_VISITORS], [eve.headers, TO_MEMBERS]] as const) {
      expect(refused(await rest(server, headers, 'GET', 'preorders'))).toEqual(forbidden);
      // Asking the row back is reading, too.
      expect(refused(await place(order(), headers, 'return=representation'))).toEqual(forbidden);
      expect(refused(await rest(server, headers, 'PATCH', 'preorders?email=eq.ada@example.com', { name: 'Mallory' }))).toEqual(forbidden);
      expect(refused(await rest(server, headers, 'DELETE', 'preorders?email=eq.ada@example.com'))).toEqual(forbidden);
      const upsert = await rest(server, headers, 'POST', 'preorders?on_conflict=id', order({ email: 'ada@example.com', name: 'Mallory' }), 'resolution=merge-duplicates');
      expect(refused(upsert)).toEqual(forbidden);
    }
    expect(await server.backend!.sql("select name from public.preorders where email = 'ada@example.com' order by fragrance_id")).toEqual([{ name: 'Ada' }, { name: 'Ada' }]);
  });

  it('breaks no rule', async () => {
    for (const change of [{ email: 'no address' }, { email: `${'x'.repeat(250)}@example.com` }, { name: 'A' }, { name: ' A ' }, { name: 'n'.repeat(101) }, { fragrance_id: 'No Such Id!' }, { fragrance_name: '' }, { design: [] }, { design: { x: 'y'.repeat(3000) } }]) {
      const answer = await place(order(change));
      expect({ change: JSON.stringify(change).slice(0, 60), status: answer.status, code: answer.body?.code }).toMatchObject({ status: 400, code: '23514' });
    }
  });

  it('cannot be placed without end', async () => {
    const flooded = await startTestServer();
    try {
      await flooded.backend!.sql("insert into private.caller_windows values ('preorders:everybody', clock_timestamp(), 1999)");
      const statuses: number[] = [];
      for (let i = 0; i < 3; i++) statuses.push((await rest(flooded, visitor(flooded), 'POST', 'preorders', order(), 'return=minimal')).status);
      expect(statuses).toEqual([201, 429, 429]);
    } finally {
      await flooded.close();
    }
  });
});

describe.each(['beside the embedded backend', 'in Deno'])('contact-form %s', (place) => {
  const send = (body: unknown) =>
    ask(place === 'in Deno' ? inDeno['contact-form']!.url : `${server.url}/functions/v1/contact-form`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });

  it('stores a message', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const message = `Hello there.\n\nI'd like to <b>know</b> more; drop table contact_messages;-- 🌹`;
    expect((await send({ name: 'Ada', email, message })).body).toEqual({ success: true });
    expect(await server.backend!.sql('select name, message from public.contact_messages where email = $1', [email])).toEqual([{ name: 'Ada', message }]);
  });

  it('says what is missing or wrong', async () => {
    const good = { name: 'Ada', email: 'ada@example.com', message: 'Hello there, Accord!' };
    const wrong: [Row, string][] = [
      [{ ...good, name: ' ' }, 'Name is required'],
      [{ ...good, email: '' }, 'Email is required'],
      [{ ...good, email: 'ada@' }, 'Please enter a valid email address'],
      [{ ...good, message: '' }, 'Message is required'],
      [{ ...good, message: 'Hi' }, 'Message must be at least 10 characters long'],
      [{ ...good, message: 'm'.repeat(5001) }, 'Please use at most 5000 characters.'],
      [{ ...good, name: ['Ada'] }, 'Name is required'],
    ];
    for (const [body, error] of wrong) expect(await send(body)).toMatchObject({ status: 400, body: { success: false, error } });
    expect((await send({ ...good, message: 'm'.repeat(40_000) })).status).toBe(413);
  });
});

describe('contact messages', () => {
  it('are read and written by nobody but the function', async () => {
    for (const [headers, forbidden] of [[visitor(server), TO_VISITORS], [eve.headers, TO_MEMBERS]] as const) {
      expect(refused(await rest(server, headers, 'GET', 'contact_messages'))).toEqual(forbidden);
      expect(refused(await rest(server, headers, 'POST', 'contact_messages', { name: 'Eve', email: 'e@example.com', message: 'Around the function.' }))).toEqual(forbidden);
      expect(refused(await rest(server, headers, 'PATCH', 'contact_messages?id=not.is.null', { name: 'Eve' }))).toEqual(forbidden);
      expect(refused(await rest(server, headers, 'DELETE', 'contact_messages?id=not.is.null'))).toEqual(forbidden);
    }
  });
});

describe('the public playlist', () => {
  interface Card {
    id: string;
    name: string;
    updated_at: string;
    has_audio: boolean;
  }
  const page = (args: Row = {}, headers = visitor(server)) => rpc<Card[]>(server, headers, 'public_fragrances', args);
  const names = async (search: string) => (await page({ search, page_size: 100 })).body.map((card) => card.name);

  beforeAll(async () => {
    const notes = ['Rose', 'Oud', 'Vanilla', 'Bergamot', 'Orange Blossom'];
    for (let i = 0; i < 30; i++) {
      const row = fragranceRow(`Song ${i}`, { user_id: i % 2 ? ada.id : eve.id, is_public: i % 10 !== 9, top_notes: [notes[i % 5]], middle_notes: [], base_notes: [], music_essence: i === 7 ? ['C#4', 'A0'] : ['C4', 'E4'] });
      const { status } = await rest(server, i % 2 ? ada.headers : eve.headers, 'POST', 'fragrance_profiles', row);
      if (status !== 201) throw new Error(`Song ${i} was not stored: ${status}`);
    }
    for (const name of ['Lavender Dreams', 'Été à Paris', '🌹✨', '100% Oud', "O'Hara's"]) {
      await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow(name, { is_public: true, top_notes: [], middle_notes: [], base_notes: [] }));
    }
  });

  it('comes page by page, newest first, each fragrance once, private ones never', async () => {
    const seen: Card[] = [];
    let last: Card | undefined;
    let pages = 0;
    do {
      const { status, body } = await page({ page_size: 7, ...(last ? { before_at: last.updated_at, before_id: last.id } : {}) });
      expect(status).toBe(200);
      seen.push(...body);
      last = body.length === 7 ? body.at(-1) : undefined;
      pages++;
    } while (last);
    expect(pages).toBe(5);
    expect(seen).toHaveLength(32);
    expect(new Set(seen.map((card) => card.id)).size).toBe(32);
    expect(seen[0]!.name).toBe("O'Hara's");
    expect(seen.map((card) => Date.parse(card.updated_at.replace(' ', 'T').replace(/\+00$/, 'Z')))).toEqual([...seen].map((card) => Date.parse(card.updated_at.replace(' ', 'T').replace(/\+00$/, 'Z'))).sort((a, b) => b - a));
    expect(seen.map((card) => card.name)).not.toContain('Song 9');
  });

  it('never carries audio or the owner', async () => {
    const { body } = await page();
    expect(body).toHaveLength(24);
    for (const card of body) {
      for (const field of ['audio_data', 'audio_path', 'user_id', 'trace', 'likes']) expect(card).not.toHaveProperty(field);
      expect(card).toMatchObject({ has_audio: false, creator_name: expect.stringMatching(/Ada|Eve/) });
    }
    expect((await page({ page_size: 1000 })).body).toHaveLength(32);
  });

  it('is searched by name, creator and note, the last word as far as it is typed', async () => {
    expect(await names('lavender')).toEqual(['Lavender Dreams']);
    expect(await names('LAV')).toEqual(['Lavender Dreams']);
    expect(await names('dreams lav')).toEqual(['Lavender Dreams']);
    expect(await names('c#4')).toEqual(['Song 7']);
    expect(await names('A0')).toEqual(['Song 7']);
    expect((await names('oud')).length).toBe(7);
    expect((await names('orange blossom')).sort()).toEqual(['Song 14', 'Song 24', 'Song 4']);
    expect((await names('oud ada')).every((name) => name === '100% Oud' || Number(name.split(' ')[1]) % 2 === 1)).toBe(true);
    expect(await names('100%')).toEqual(['100% Oud']);
    expect(await names('🌹')).toEqual(['🌹✨']);
    expect(await names('été')).toEqual(['Été à Paris']);
    expect(await names("o'hara")).toEqual(["O'Hara's"]);
    expect(await names('nothing like this')).toEqual([]);
    expect(await names('song 9')).toEqual([]);
    expect(await names('   ')).toHaveLength(32);
    for (const odd of ['%', '_', "'; drop table fragrance_profiles;--", '\\', '(', '"', 'x'.repeat(5000)]) expect((await page({ search: odd })).status).toBe(200);
  });

  it('pages through a search as well', async () => {
    const first = (await page({ search: 'song', page_size: 20 })).body;
    const second = (await page({ search: 'song', page_size: 20, before_at: first.at(-1)!.updated_at, before_id: first.at(-1)!.id })).body;
    expect(first).toHaveLength(20);
    expect(new Set([...first, ...second].map((card) => card.name)).size).toBe(27);
  });

  it('forgets what is renamed, taken back or deleted', async () => {
    const made = await rest<Row[]>(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow('Zebra', { is_public: true }), 'return=representation');
    const id = made.body[0]!['id'];
    expect(await names('zebra')).toEqual(['Zebra']);
    await rest(server, ada.headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { name: 'Giraffe' });
    expect([await names('zebra'), await names('giraffe')]).toEqual([[], ['Giraffe']]);
    await rest(server, ada.headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { is_public: false });
    expect(await names('giraffe')).toEqual([]);
    await rest(server, ada.headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { is_public: true });
    await rest(server, ada.headers, 'DELETE', `fragrance_profiles?id=eq.${id}`);
    expect(await names('giraffe')).toEqual([]);
    expect(await server.backend!.sql('select 1 from private.fragrance_terms where fragrance_id = $1', [id])).toEqual([]);
  });

  it('is read along its indexes', async () => {
    // A table of a few rows is read as a whole, whatever its indexes: only with other ways shut does the plan show
    // whether an index gives the order of the page.
    const plan = async (query: string) => {
      const ways = ['seqscan', 'bitmapscan', 'sort'];
      for (const way of ways) await server.backend!.sql(`set enable_${way} = off`);
      const rows = await server.backend!.sql<Record<string, string>>(`explain ${query}`);
      for (const way of ways) await server.backend!.sql(`reset enable_${way}`);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    };
    const browse = await plan("select id from public.fragrance_profiles where is_public and (updated_at, id) < (now(), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by updated_at desc, id desc limit 24");
    expect(browse).toContain('fragrance_profiles_public');
    expect(browse).toContain('Index Cond: (ROW(updated_at, id)');
    expect(browse).not.toContain('Sort');
    const search = await plan("select fragrance_id from private.fragrance_terms where term = 'rose' and (updated_at, fragrance_id) < (now(), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by updated_at desc, fragrance_id desc limit 24");
    expect(search).toMatch(/Index (Only )?Scan Backward/);
    expect(search).toContain('Index Cond: ((term');
    expect(search).not.toContain('Sort');
  });
});

describe('recordings that belong to nothing', () => {
  it('go after 30 days, and nothing else does', async () => {
    const names = async () => (await server.backend!.sql<{ name: string }>("select name from storage.objects where bucket_id = 'audio'")).map((row) => row.name);
    const stored: Record<string, string> = {};
    for (const [i, use] of ['nobody', 'young', 'shared', 'submitted', 'saved'].entries()) stored[use] = String((await upload(server, wav({ hz: 900 + i }))).body['audioUrl']);
    const nameOf = (use: string) => stored[use]!.split('/audio/')[1]!;
    await rest(server, visitor(server), 'POST', 'fragrance_shares', { share_id: 'Retained', music_essence: ['C4'], audio_url: stored['shared'] });
    await ask(`${server.url}/functions/v1/smart-function`, { method: 'POST', headers: { ...visitor(server), 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', audioUrl: stored['submitted'] }) });
    await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow('Recorded', { audio_data: stored['saved'] }));
    const picture = await png(1200, 630);
    for (const id of ['Retained', 'Orphaned']) {
      // The picture comes before its share; here it is planted behind one, past the function.
      const put = await ask(`${server.url}/storage/v1/object/share-images/${id}.png`, { method: 'POST', headers: { apikey: server.keys!.secret, 'Content-Type': 'image/png' }, body: picture });
      expect(put.status).toBe(200);
    }
    await server.backend!.sql("update storage.objects set created_at = now() - interval '31 days' where name <> $1", [nameOf('young')]);
    const others = (await names()).filter((name) => !Object.values(stored).some((url) => url.endsWith(name)));

    const env = (name: string) => ({ SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret })[name];
    expect(await cleanUp(createService(env), Date.now() - 2 * 86_400_000)).toBeGreaterThanOrEqual(1);
    expect(await names()).toContain(nameOf('nobody'));
    expect((await ask(inDeno['cleanup-recordings']!.url, { method: 'POST', headers: { Authorization: `Bearer ${server.keys!.secret}` } })).body).toMatchObject({ success: true, removed: 1 + others.length });

    expect((await names()).sort()).toEqual(['young', 'shared', 'submitted', 'saved'].map(nameOf).sort());
    expect((await fetch(stored['nobody']!)).status).toBe(400);
    expect((await fetch(stored['saved']!)).status).toBe(200);
    expect(await server.backend!.sql("select name from storage.objects where bucket_id = 'share-images'")).toEqual([{ name: 'Retained.png' }]);
    expect(await cleanUp(createService(env), Date.now())).toBe(0);
  });

  it('are cleaned up by the service alone', async () => {
    for (const url of [`${server.url}/functions/v1/cleanup-recordings`, inDeno['cleanup-recordings']!.url]) {
      for (const headers of [{}, visitor(server), ada.headers]) expect((await ask(url, { method: 'POST', headers })).status).toBe(401);
      expect((await ask(url, { method: 'POST', headers: { Authorization: `Bearer ${server.keys!.secret}` } })).status).toBe(200);
    }
  });
});

describe('delete-account in Deno', () => {
  it('deletes the member who asks for it', async () => {
    const gone = await newMember(server, 'Gone');
    const remove = (headers: Record<string, string>) => ask(inDeno['delete-account']!.url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: '{"confirm":true}' });
    expect((await remove(visitor(server))).status).toBe(401);
    expect((await remove(gone.headers)).body).toEqual({ success: true });
    expect((await remove(gone.headers)).status).toBe(401);
    expect(await server.backend!.sql('select 1 from auth.users where id = $1', [gone.id])).toEqual([]);
  });
});
