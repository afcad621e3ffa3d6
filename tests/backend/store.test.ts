import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SoundTrace } from '../../src/features/fragrance/domain/composition/model.ts';
import { drawnPart } from '../../src/features/fragrance/domain/composition/trace.ts';
import { NOTE_CODES } from '../../src/core/pitch/pitch.ts';
import { seededRandom } from '../../src/core/values/random.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { cleanUp } from '../../supabase/functions/_shared/cleanUp.ts';
import { createService } from '../../supabase/functions/_shared/service.ts';
import { PLACES, serveFunction, type DenoFunction } from './support/deno.ts';
import {
  ask,
  fragranceRow,
  newMember,
  png,
  rest,
  rpc,
  SECRET,
  makeShare,
  newSecret,
  shareRow,
  startTestServer,
  upload,
  visitor,
  wav,
  type Member,
  refused,
  TO_MEMBERS,
  TO_VISITORS,
} from './support/testServer.ts';
import { today } from '../turn.ts';

let server: RunningServer;
let ada: Member;
let eve: Member;
const inDeno: Record<string, DenoFunction> = {};

beforeAll(async () => {
  server = await startTestServer();
  ada = await newMember(server, 'Ada');
  eve = await newMember(server, 'Eve');
  for (const name of ['contact-form', 'cleanup-recordings', 'delete-account'])
    inDeno[name] = await serveFunction(name, server);
});
afterAll(async () => {
  for (const running of Object.values(inDeno)) await running.close();
  await server?.close();
});

type Row = Record<string, unknown>;

describe('a preorder', () => {
  const order = (more: Row = {}): Row => ({
    email: `${crypto.randomUUID()}@example.com`,
    name: 'Ada',
    fragrance_id: 'namibian-breeze',
    fragrance_name: 'NAMIBIAN BREEZE',
    ...more,
  });
  const place = (row: unknown, headers = visitor(server), owner: string | null = SECRET) =>
    rpc<Row>(server, headers, 'place_preorder', { preorder: row, owner_secret: owner });

  /** The orders under an address, the first first; `merged` ones are no orders of their own. */
  const orders = (email: unknown) =>
    server.backend!.sql<{ name: string; merged: boolean }>(
      'select name, merged_into is not null as merged from public.preorders where lower(email) = lower($1) order by created_at',
      [email],
    );

  it('is placed by anybody, once an owner, e-mail and fragrance', async () => {
    const mine = order({ email: 'ada@example.com' });
    for (const again of [
      mine,
      { ...mine, email: 'ADA@example.com' },
      { ...mine, fragrance_id: 'noise-pollution' },
      { ...mine, id: crypto.randomUUID() },
    ])
      expect(await place(again)).toMatchObject({ status: 200, body: { status: 'stored' } });
    expect(
      (
        await place(
          order({ fragrance_id: 'custom', design: { name: 'Mine', color: 'hsl(120 80% 50%)', bottle: 'silver' } }),
          ada.headers,
        )
      ).body,
    ).toEqual({ status: 'stored' });
    const dated = order({ created_at: '2000-01-01' });
    await place(dated);
    expect(
      await server.backend!.sql(
        'select extract(year from created_at)::int > 2020 as now from public.preorders where email = $1',
        [dated['email']],
      ),
    ).toEqual([{ now: true }]);
    expect(await orders('ada@example.com')).toHaveLength(2);
  });

  it('cannot be asked for: whatever is sent, and how often, the answer is that of a first one', async () => {
    const known = order();
    await place(known);
    for (const [headers, owner] of [
      [visitor(server), newSecret()],
      [eve.headers, newSecret()],
      [visitor(server), SECRET],
    ] as const) {
      for (const row of [
        { ...known, name: 'Mallory' },
        order(),
        { ...known, id: crypto.randomUUID() },
        { ...known, id: crypto.randomUUID() },
      ])
        expect(await place(row, headers, owner)).toMatchObject({ status: 200, body: { status: 'stored' } });
      // Neither does what is wrong in itself: known or not, the words are the same.
      const wrong = [
        await place({ ...known, name: 'x' }, headers, owner),
        await place({ ...order(), name: 'x' }, headers, owner),
      ];
      expect(wrong[0]!.body).toEqual(wrong[1]!.body);
      expect(wrong.map(({ status }) => status)).toEqual([400, 400]);
    }
  });

  it('is not swallowed by what a stranger placed under the address before', async () => {
    const buyers = order({ name: 'Buyer', design: { name: 'Mine' } });
    for (let i = 0; i < 3; i++)
      await place({ ...buyers, name: `Mallory ${i}`, design: null }, visitor(server), newSecret());
    await place({ ...buyers, name: 'Mallory' }, eve.headers, null);
    await place(buyers, visitor(server), newSecret());
    expect((await orders(buyers['email'])).map(({ name }) => name)).toEqual([
      'Mallory 0',
      'Mallory 1',
      'Mallory 2',
      'Mallory',
      'Buyer',
    ]);
  });

  it("is the member's own where the address is confirmed, and nobody else hears of that", async () => {
    const { email } = ada;
    const ordered = (name: string, bottle = 'noise-pollution') => order({ email, name, fragrance_id: bottle });
    const device = newSecret();
    await place(ordered('Mallory'), visitor(server), newSecret());
    await place(ordered('Eve'), eve.headers);
    const before = (await rpc<Row>(server, eve.headers, 'export_my_data')).body['orders'];
    await place(ordered('Ada'), ada.headers);
    await place(ordered('Second browser'), visitor(server), device);
    await place(ordered('Late Mallory'), visitor(server), newSecret());
    expect(await orders(email)).toEqual([
      { name: 'Mallory', merged: true },
      { name: 'Eve', merged: true },
      { name: 'Ada', merged: false },
      { name: 'Second browser', merged: true },
      { name: 'Late Mallory', merged: true },
    ]);
    expect((await rpc<Row>(server, eve.headers, 'export_my_data')).body['orders']).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('merged');
    // What a device ordered comes to the member as the one order that it is.
    await place(ordered('Of a device', 'third'), visitor(server), device);
    expect((await rpc(server, ada.headers, 'claim_device', { owner_secret: device })).status).toBe(200);
    await place(ordered('Once more', 'third'), ada.headers);
    expect((await orders(email)).filter(({ merged }) => !merged).map(({ name }) => name)).toEqual([
      'Ada',
      'Of a device',
    ]);
  });

  it('of a pending account counts from the moment its mail is confirmed', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    await place(order({ email, name: 'Mallory' }), visitor(server), newSecret());
    const id = crypto.randomUUID();
    await server.backend!.sql("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, '{}')", [
      id,
      email,
    ]);
    await server.backend!.sql(
      "insert into public.preorders (email, name, fragrance_id, fragrance_name, owner_id) values ($1, 'Owner', 'namibian-breeze', 'X', $2)",
      [email, id],
    );
    expect((await orders(email)).map(({ merged }) => merged)).toEqual([false, false]);
    await server.backend!.sql('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    expect(await orders(email)).toEqual([
      { name: 'Mallory', merged: true },
      { name: 'Owner', merged: false },
    ]);
  });

  it('of somebody whose account is gone is stored as that of the device', async () => {
    const gone = await newMember(server, 'Gone');
    await server.backend!.sql('select public.delete_account($1)', [gone.id]);
    const late = order({ name: 'Gone' });
    expect((await place(late, gone.headers, newSecret())).status).toBe(200);
    expect(await orders(late['email'])).toEqual([{ name: 'Gone', merged: false }]);
  });

  it('is read, written and deleted past the function by nobody', async () => {
    for (const [headers, forbidden] of [
      [visitor(server), TO_VISITORS],
      [eve.headers, TO_MEMBERS],
    ] as const) {
      expect(refused(await rest(server, headers, 'GET', 'preorders'))).toEqual(forbidden);
      expect(refused(await rest(server, headers, 'POST', 'preorders', order()))).toEqual(forbidden);
      expect(
        refused(await rest(server, headers, 'POST', 'preorders', [{ email: 'ada@example.com' }, { email: 'bad' }])),
      ).toEqual(forbidden);
      expect(
        refused(await rest(server, headers, 'PATCH', 'preorders?email=eq.ada@example.com', { name: 'Mallory' })),
      ).toEqual(forbidden);
      expect(refused(await rest(server, headers, 'DELETE', 'preorders?email=eq.ada@example.com'))).toEqual(forbidden);
    }
  });

  it('breaks no rule, and says in words which', async () => {
    const wrong: [Row, RegExp][] = [
      [{ email: 'no address' }, /email/],
      [{ email: `${'x'.repeat(250)}@example.com` }, /email/],
      [{ email: 'a\u0001@example.com' }, /email/],
      [{ email: { a: 1 } }, /"email" has to be a text/],
      [{ email: null }, /email/],
      [{ name: 'A' }, /name of 2 to 100/],
      [{ name: ' Ada ' }, /name/],
      [{ name: 'n'.repeat(101) }, /name/],
      [{ name: 'A\u0007da' }, /name/],
      [{ name: '\u3164\u3164' }, /name/],
      [{ name: 'Ada\u202egro' }, /name/],
      [{ name: ['Ada'] }, /"name" has to be a text/],
      [{ fragrance_id: 'No Such Id!' }, /fragrance/],
      [{ fragrance_name: '' }, /fragrance/],
      [{ design: [] }, /design/],
      [{ design: { x: 'y'.repeat(3000) } }, /design/],
      [{ id: 'one' }, /UUID/],
    ];
    for (const [change, words] of wrong) {
      const answer = await place(order(change));
      expect({
        change: JSON.stringify(change).slice(0, 60),
        status: answer.status,
        code: answer.body['code'],
      }).toMatchObject({ status: 400, code: '23514' });
      expect(String(answer.body['message'])).toMatch(words);
    }
    for (const nothing of [null, [], 'order', 7, [[[[]]]], { email: 'x'.repeat(20_000) }])
      expect((await place(nothing)).status).toBe(400);
  });
});

describe.each(PLACES)('contact-form %s', (place) => {
  const send = (body: unknown) =>
    ask(place === 'in Deno' ? inDeno['contact-form']!.url : `${server.url}/functions/v1/contact-form`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('stores a message', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    const message = `Hello there.\n\nI'd like to <b>know</b> more; drop table contact_messages;-- 🌹`;
    expect((await send({ name: ' Ada\u0000', email, message: ` ${message}\u0001\udc00 ` })).body).toEqual({
      success: true,
    });
    expect(
      await server.backend!.sql('select name, message from public.contact_messages where email = $1', [email]),
    ).toEqual([{ name: 'Ada', message }]);
  });

  it('stores a message whose id somebody else has taken, and one that is sent twice once', async () => {
    const id = crypto.randomUUID();
    const email = `${crypto.randomUUID()}@example.com`;
    const first = { id, name: 'Mallory', email, message: 'I was here before you.', owner: newSecret() };
    const mine = { id, name: 'Ada', email, message: 'This has to arrive, too.', owner: newSecret() };
    for (const body of [first, mine, mine, first]) expect((await send(body)).body).toEqual({ success: true });
    expect(
      await server.backend!.sql('select name, message from public.contact_messages where email = $1 order by name', [
        email,
      ]),
    ).toEqual([
      { name: 'Ada', message: mine.message },
      { name: 'Mallory', message: first.message },
    ]);
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
      [{ ...good, name: '\u0000\u0001' }, 'Name is required'],
      [{ ...good, name: '\ud83d' }, 'Name is required'],
      [{ ...good, name: '\u3164\u200b\u2800' }, 'Name is required'],
      [{ ...good, message: '\u3164'.repeat(20) }, 'Message is required'],
      [{ ...good, message: `Hi${'\u0007'.repeat(20)}` }, 'Message must be at least 10 characters long'],
      [{ ...good, message: { text: 'Hello there, Accord!' } }, 'Message is required'],
      [{ ...good, email: 'ada\u0000@example.com' }, 'Please enter a valid email address'],
      [{ ...good, id: 7 }, 'The field "id" has to be a UUID.'],
      [{ ...good, owner: 'mine' }, 'The field "owner" is not the secret of a device.'],
    ];
    for (const [body, error] of wrong)
      expect(await send(body)).toMatchObject({ status: 400, body: { success: false, error } });
    expect((await send({ ...good, message: 'm'.repeat(40_000) })).status).toBe(413);
    // A key that is wrong is not the same as none.
    expect(
      (
        await ask(place === 'in Deno' ? inDeno['contact-form']!.url : `${server.url}/functions/v1/contact-form`, {
          method: 'POST',
          headers: { Authorization: 'Bearer a.b.c' },
          body: JSON.stringify(good),
        })
      ).status,
    ).toBe(401);
  });
});

describe('contact messages', () => {
  it('are read and written by nobody but the function', async () => {
    for (const [headers, forbidden] of [
      [visitor(server), TO_VISITORS],
      [eve.headers, TO_MEMBERS],
    ] as const) {
      expect(refused(await rest(server, headers, 'GET', 'contact_messages'))).toEqual(forbidden);
      expect(
        refused(
          await rest(server, headers, 'POST', 'contact_messages', {
            name: 'Eve',
            email: 'e@example.com',
            message: 'Around the function.',
          }),
        ),
      ).toEqual(forbidden);
      expect(refused(await rest(server, headers, 'PATCH', 'contact_messages?id=not.is.null', { name: 'Eve' }))).toEqual(
        forbidden,
      );
      expect(refused(await rest(server, headers, 'DELETE', 'contact_messages?id=not.is.null'))).toEqual(forbidden);
    }
  });
});

describe('the public playlist', () => {
  interface Card {
    id: string;
    name: string;
    uploaded_at: string;
    has_audio: boolean;
  }
  const page = (args: Row = {}, headers = visitor(server)) => rpc<Card[]>(server, headers, 'public_fragrances', args);
  const names = async (search: string) => (await page({ search, page_size: 100 })).body.map((card) => card.name);

  beforeAll(async () => {
    const notes = ['Rose', 'Oud', 'Vanilla', 'Bergamot', 'Orange Blossom'];
    for (let i = 0; i < 30; i++) {
      const row = fragranceRow(`Song ${i}`, {
        user_id: i % 2 ? ada.id : eve.id,
        is_public: i % 10 !== 9,
        top_notes: [notes[i % 5]],
        middle_notes: [],
        base_notes: [],
        music_essence: i === 7 ? ['C#4', 'A0'] : ['C4', 'E4'],
      });
      const { status } = await rest(server, i % 2 ? ada.headers : eve.headers, 'POST', 'fragrance_profiles', row);
      if (status !== 201) throw new Error(`Song ${i} was not stored: ${status}`);
    }
    for (const name of ['Lavender Dreams', 'Été à Paris', '🌹✨', '100% Oud', "O'Hara's"]) {
      await rest(
        server,
        ada.headers,
        'POST',
        'fragrance_profiles',
        fragranceRow(name, { is_public: true, top_notes: [], middle_notes: [], base_notes: [] }),
      );
    }
  });

  it('comes page by page, newest first, each fragrance once, private ones never', async () => {
    const seen: Card[] = [];
    let last: Card | undefined;
    let pages = 0;
    do {
      const { status, body } = await page({
        page_size: 7,
        ...(last ? { before_at: last.uploaded_at, before_id: last.id } : {}),
      });
      expect(status).toBe(200);
      seen.push(...body);
      last = body.length === 7 ? body.at(-1) : undefined;
      expect(++pages).toBeLessThanOrEqual(5);
    } while (last);
    expect(pages).toBe(5);
    expect(seen).toHaveLength(32);
    expect(new Set(seen.map((card) => card.id)).size).toBe(32);
    expect(seen[0]!.name).toBe("O'Hara's");
    expect(seen.map((card) => Date.parse(card.uploaded_at.replace(' ', 'T').replace(/\+00$/, 'Z')))).toEqual(
      [...seen]
        .map((card) => Date.parse(card.uploaded_at.replace(' ', 'T').replace(/\+00$/, 'Z')))
        .sort((a, b) => b - a),
    );
    expect(seen.map((card) => card.name)).not.toContain('Song 9');
  });

  it('carries what a face is drawn of: of a long trace the same notes that the app would keep', async () => {
    const random = seededRandom('a long trace');
    const rounded = (value: number) => Math.round(1000 * value) / 1000;
    const trace: SoundTrace = {
      duration: 60,
      peaks: [0.5, 1],
      notes: Array.from({ length: 200 }, (_, i) => ({
        note: NOTE_CODES[40 + (i % 20)]!,
        onset: rounded(i * 0.3),
        // Many of the same length and loudness: the earlier ones stay.
        offset: rounded(i * 0.3 + 0.1 + 0.05 * Math.floor(4 * random())),
        velocity: rounded(0.2 + 0.1 * Math.floor(5 * random())),
        cents: 3,
      })),
    };
    const row = { ...fragranceRow('Long Song', { is_public: true }), trace };
    expect((await rest(server, ada.headers, 'POST', 'fragrance_profiles', row)).status).toBe(201);
    const [card] = (await page({ search: 'long song' })).body;
    expect(card).toMatchObject({ name: 'Long Song', face: drawnPart(trace) });
    expect(card).not.toHaveProperty('trace');
    await rest(server, ada.headers, 'DELETE', 'fragrance_profiles?name=eq.Long%20Song');
    expect(
      await server.backend!.sql('select private.face_of($1::jsonb) as face', ['{"notes": [{"offset": "x"}]}']),
    ).toEqual([{ face: null }]);
  });

  it('never carries audio or the owner', async () => {
    const { body } = await page();
    expect(body).toHaveLength(24);
    for (const card of body) {
      for (const field of ['audio_data', 'audio_path', 'user_id', 'trace', 'likes'])
        expect(card).not.toHaveProperty(field);
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
    expect((await names('oud ada')).every((name) => name === '100% Oud' || Number(name.split(' ')[1]) % 2 === 1)).toBe(
      true,
    );
    expect(await names('100%')).toEqual(['100% Oud']);
    expect(await names('🌹')).toEqual(['🌹✨']);
    expect(await names('été')).toEqual(['Été à Paris']);
    expect(await names("o'hara")).toEqual(["O'Hara's"]);
    expect(await names('nothing like this')).toEqual([]);
    expect(await names('song 9')).toEqual([]);
    expect(await names('   ')).toHaveLength(32);
    for (const odd of ['%', '_', "'; drop table fragrance_profiles;--", '\\', '(', '"', 'x'.repeat(5000)])
      expect((await page({ search: odd })).status).toBe(200);
  });

  it('pages through a search as well', async () => {
    const first = (await page({ search: 'song', page_size: 20 })).body;
    const second = (
      await page({ search: 'song', page_size: 20, before_at: first.at(-1)!.uploaded_at, before_id: first.at(-1)!.id })
    ).body;
    expect(first).toHaveLength(20);
    expect(new Set([...first, ...second].map((card) => card.name)).size).toBe(27);
  });

  it('forgets what is renamed, taken back or deleted', async () => {
    const made = await rest<Row[]>(
      server,
      ada.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('Zebra', { is_public: true }),
      'return=representation',
    );
    const id = made.body[0]!['id'];
    expect(await names('zebra')).toEqual(['Zebra']);
    await rest(server, ada.headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { name: 'Giraffe' });
    expect([await names('zebra'), await names('giraffe')]).toEqual([[], ['Giraffe']]);
    await rest(server, ada.headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { is_public: false });
    expect(await names('giraffe')).toEqual([]);
    await rest(server, ada.headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { is_public: true });
    await rest(server, ada.headers, 'DELETE', `fragrance_profiles?id=eq.${id}`);
    expect(await names('giraffe')).toEqual([]);
  });

  it('is read along its indexes', async () => {
    // A table of a few rows is read as a whole, whatever its indexes: only with other ways shut does the plan show
    // whether an index gives the order of the page.
    const plan = async (query: string) => {
      const ways = ['seqscan', 'sort'];
      for (const way of ways) await server.backend!.sql(`set enable_${way} = off`);
      const rows = await server.backend!.sql<Record<string, string>>(`explain ${query}`);
      for (const way of ways) await server.backend!.sql(`reset enable_${way}`);
      return rows.map((row) => Object.values(row)[0]).join('\n');
    };
    const browse = await plan(
      "select id from public.fragrance_profiles where is_public and (uploaded_at, id) < (now(), 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid) order by uploaded_at desc, id desc limit 24",
    );
    expect(browse).toContain('fragrance_profiles_playlist');
    expect(browse).toContain('Index Cond: (ROW(uploaded_at, id)');
    expect(browse).not.toContain('Sort');
    // Among few rows every index of what is public is as good; the table's function makes the others again.
    await server.backend!.sql('drop index public.fragrance_profiles_playlist, public.fragrance_profiles_playlist_name');
    const search = await plan(
      "select id from public.fragrance_profiles where is_public and words @@ private.search_query('rose b')",
    );
    await server.backend!.sql('select public.create_fragrance_profiles_table()');
    expect(search).toContain('Bitmap Index Scan on fragrance_profiles_search');
    expect(search).toContain('Index Cond');
  });
});

describe('recordings that belong to nothing', () => {
  it('go after 30 days, and nothing else does', async () => {
    const names = async () =>
      (await server.backend!.sql<{ name: string }>("select name from storage.objects where bucket_id = 'audio'")).map(
        (row) => row.name,
      );
    const stored: Record<string, string> = {};
    for (const [i, use] of ['nobody', 'young', 'shared', 'submitted', 'saved'].entries())
      stored[use] = String((await upload(server, wav({ hz: 900 + i }))).body['audioUrl']);
    const nameOf = (use: string) => stored[use]!.split('/audio/')[1]!;
    await makeShare(server, shareRow(nameOf('shared'), { share_id: 'Retained' }));
    await ask(`${server.url}/functions/v1/smart-function`, {
      method: 'POST',
      headers: { ...visitor(server), 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', audioUrl: stored['submitted'], owner: SECRET }),
    });
    await rpc(server, ada.headers, 'claim_recording', { audio_path: nameOf('saved'), owner_secret: SECRET });
    expect(
      (
        await rest(
          server,
          ada.headers,
          'POST',
          'fragrance_profiles',
          fragranceRow('Recorded', { audio_path: nameOf('saved') }),
        )
      ).status,
    ).toBe(201);
    const picture = await png(1200, 630);
    for (const id of ['Retained', 'Orphaned']) {
      // The picture comes before its share; here it is planted behind one, past the function.
      const put = await ask(`${server.url}/storage/v1/object/share-images/${id}.png`, {
        method: 'POST',
        headers: { apikey: server.keys!.secret, 'Content-Type': 'image/png' },
        body: picture,
      });
      expect(put.status).toBe(200);
    }
    // One whose row is gone already, because its owner took it back and its file could not be removed then.
    const orphan = String((await upload(server, wav({ hz: 950 }))).body['audioPath']);
    await server.backend!.sql('delete from public.recordings where audio_path = $1', [orphan]);
    await server.backend!.sql("update storage.objects set created_at = now() - interval '31 days' where name <> $1", [
      nameOf('young'),
    ]);
    await server.backend!.sql(
      "update public.recordings set created_at = now() - interval '31 days', named_at = null where audio_path <> $1",
      [nameOf('young')],
    );
    const others = (await names()).filter(
      (name) => name !== orphan && !Object.values(stored).some((url) => url.endsWith(name)),
    );

    const env = (name: string) => ({ SUPABASE_URL: server.url, SUPABASE_SERVICE_ROLE_KEY: server.keys!.secret })[name];
    expect(await cleanUp(createService(env), today() - 2 * 86_400_000)).toBeGreaterThanOrEqual(1);
    expect(await names()).toContain(nameOf('nobody'));
    expect(
      (
        await ask(inDeno['cleanup-recordings']!.url, {
          method: 'POST',
          headers: { Authorization: `Bearer ${server.keys!.secret}` },
        })
      ).body,
    ).toMatchObject({ success: true, removed: 1 + others.length });

    expect((await names()).sort()).toEqual(['young', 'shared', 'submitted', 'saved'].map(nameOf).sort());
    expect((await fetch(stored['nobody']!)).status).toBe(404);
    expect((await fetch(stored['saved']!)).status).toBe(200);
    expect(await server.backend!.sql("select name from storage.objects where bucket_id = 'share-images'")).toEqual([
      { name: 'Retained.png' },
    ]);
    expect(await cleanUp(createService(env), today())).toBe(0);
  });

  it('are cleaned up by the service alone', async () => {
    for (const url of [`${server.url}/functions/v1/cleanup-recordings`, inDeno['cleanup-recordings']!.url]) {
      for (const headers of [{}, visitor(server), ada.headers])
        expect((await ask(url, { method: 'POST', headers })).status).toBe(401);
      expect(
        (await ask(url, { method: 'POST', headers: { Authorization: `Bearer ${server.keys!.secret}` } })).status,
      ).toBe(200);
    }
  });
});

describe('delete-account in Deno', () => {
  it('deletes the member who asks for it', async () => {
    const gone = await newMember(server, 'Gone');
    const remove = (headers: Record<string, string>) =>
      ask(inDeno['delete-account']!.url, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{"confirm":true}',
      });
    expect((await remove(visitor(server))).status).toBe(401);
    expect((await remove(gone.headers)).body).toEqual({ success: true });
    expect((await remove(gone.headers)).status).toBe(401);
    expect(await server.backend!.sql('select 1 from auth.users where id = $1', [gone.id])).toEqual([]);
  });
});
