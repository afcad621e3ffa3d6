import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { PLACES, serveFunction, type DenoFunction } from './support/deno.ts';
import {
  ask,
  callFunction,
  fragranceRow,
  getShare,
  makeShare,
  newMember,
  newSecret,
  newShareId,
  orderOf,
  png,
  rest,
  rpc,
  SECRET,
  shareRow,
  startTestServer,
  upload,
  visitor,
  wav,
  type Member,
} from './support/testServer.ts';

/** Whoever made a thing owns it, and takes it back: a member, or a visitor by the secret of the device. */

let server: RunningServer;
let ada: Member;
let eve: Member;
const inDeno: Record<string, DenoFunction> = {};

beforeAll(async () => {
  server = await startTestServer();
  ada = await newMember(server, 'Ada');
  eve = await newMember(server, 'Eve');
  for (const name of ['withdraw-share', 'forget-device']) inDeno[name] = await serveFunction(name, server);
});
afterAll(async () => {
  for (const running of Object.values(inDeno)) await running.close();
  await server?.close();
});

type Row = Record<string, unknown>;
let hz = 300;

/** A recording of its own: its path. */
async function record(headers?: Record<string, string>, owner: string | null = SECRET): Promise<string> {
  const { body } = await upload(server, wav({ hz: ++hz }), headers, owner);
  expect(body).toMatchObject({ success: true });
  return String(body['audioPath']);
}
const urlOf = (path: unknown) => `${server.url}/storage/v1/object/public/audio/${String(path)}`;
const statusOf = async (url: string) => {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status;
};
const gone = (status: number) => expect([404, 410]).toContain(status);

/** A share with its picture; returns its id. */
async function share(path: string, headers?: Record<string, string>, owner: string | null = SECRET): Promise<string> {
  const id = newShareId();
  await ask(`${server.url}/functions/v1/share-image?id=${id}`, {
    method: 'POST',
    headers: { ...visitor(server), 'Content-Type': 'image/png' },
    body: await png(1200, 630),
  });
  const made = await makeShare(server, shareRow(path, { share_id: id }), headers, owner);
  expect(made.status).toBe(200);
  return id;
}
const pictureOf = (id: string) => `${server.url}/storage/v1/object/public/share-images/${id}.png`;
const withdraw = (shareId: string, headers = visitor(server), owner: string | null = SECRET) =>
  callFunction(server, 'withdraw-share', { shareId, owner }, headers);
const ownerOf = async (table: string, column: string, value: string) =>
  (
    await server.backend!.sql<Row>(`select owner_id, owner_hash from public.${table} where ${column}::text = $1`, [
      value,
    ])
  )[0];
const hashOf = async (secret: string) =>
  (await server.backend!.sql<{ hash: string }>('select private.secret_hash($1) as hash', [secret]))[0]!.hash;

describe('what is made', () => {
  it('belongs to the member who is signed in, else to the device, of whose secret the hash is kept', async () => {
    const mine = await record();
    const hers = await record(ada.headers);
    expect(await ownerOf('recordings', 'audio_path', mine)).toEqual({
      owner_id: null,
      owner_hash: await hashOf(SECRET),
    });
    expect(await hashOf(SECRET)).toMatch(/^[0-9a-f]{64}$/);
    expect(await ownerOf('recordings', 'audio_path', hers)).toEqual({ owner_id: ada.id, owner_hash: null });
    expect(await ownerOf('fragrance_shares', 'share_id', await share(mine))).toEqual({
      owner_id: null,
      owner_hash: await hashOf(SECRET),
    });
    expect(await ownerOf('fragrance_shares', 'share_id', await share(hers, ada.headers))).toEqual({
      owner_id: ada.id,
      owner_hash: null,
    });
    for (const [headers, owner] of [
      [visitor(server), { owner_id: null, owner_hash: await hashOf(SECRET) }],
      [ada.headers, { owner_id: ada.id, owner_hash: null }],
    ] as const) {
      const id = crypto.randomUUID();
      const email = `${id}@example.com`;
      expect(
        (
          await callFunction(
            server,
            'smart-function',
            { id, name: 'Ada', email, audioUrl: urlOf(owner.owner_id === null ? mine : hers), owner: SECRET },
            headers,
          )
        ).body,
      ).toEqual({ success: true });
      expect(
        (
          await callFunction(
            server,
            'contact-form',
            { id, name: 'Ada', email, message: 'Hello there, Accord!', owner: SECRET },
            headers,
          )
        ).body,
      ).toEqual({ success: true });
      expect((await rpc<Row>(server, headers, 'place_preorder', orderOf({ id, email }))).body).toEqual({
        status: 'stored',
      });
      for (const table of ['fragrance_submissions', 'contact_messages', 'preorders'])
        expect({ table, ...(await ownerOf(table, 'id', id)) }).toEqual({ table, ...owner });
    }
    // The secret itself stands nowhere.
    const dump = await server.backend!.sql<{ text: string }>(
      "select (select string_agg(r::text, '') from public.recordings r) || (select string_agg(s::text, '') from public.fragrance_shares s) as text",
    );
    expect(dump[0]!.text).not.toContain(SECRET);
  });

  it('needs the secret of a device where nobody is signed in', async () => {
    const path = await record();
    const answers = [
      await upload(server, wav(), undefined, null),
      await makeShare(server, shareRow(path), undefined, null),
      await makeShare(server, shareRow(path), undefined, 'short'),
      await callFunction(server, 'smart-function', { name: 'Ada', email: 'ada@example.com', audioUrl: urlOf(path) }),
      await rpc(server, visitor(server), 'place_preorder', {
        preorder: { email: 'a@example.com', name: 'Ada', fragrance_id: 'x', fragrance_name: 'X' },
      }),
      await callFunction(server, 'forget-device', {}),
      await callFunction(server, 'forget-device', { owner: { a: 1 } }),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(JSON.stringify(answer.body)).toContain('secret of');
    }
  });

  it('is stored once, although the answer was lost', async () => {
    const path = await record();
    const id = crypto.randomUUID();
    const email = `${id}@example.com`;
    const row = shareRow(path);
    const order = { id, email, name: 'Ada', fragrance_id: 'namibian-breeze', fragrance_name: 'NAMIBIAN BREEZE' };
    const tries = async () => [
      (await makeShare(server, row)).body,
      (await callFunction(server, 'smart-function', { id, name: 'Ada', email, audioUrl: urlOf(path), owner: SECRET }))
        .body,
      (
        await callFunction(server, 'contact-form', {
          id,
          name: 'Ada',
          email,
          message: 'Hello there, Accord!',
          owner: SECRET,
        })
      ).body,
      (await rpc(server, visitor(server), 'place_preorder', { preorder: order, owner_secret: SECRET })).body,
    ];
    const first = await tries();
    expect(first.slice(1)).toEqual([{ success: true }, { success: true }, { status: 'stored' }]);
    const more = await Promise.all([tries(), tries(), tries()]);
    for (const again of more) expect(again).toEqual(first);
    const [count] = await server.backend!.sql<Row>(
      `select (select count(*)::int from public.fragrance_shares where share_id = $1) as shares, (select count(*)::int from public.fragrance_submissions where email = $2) as submissions,
              (select count(*)::int from public.contact_messages where email = $2) as messages, (select count(*)::int from public.preorders where email = $2) as orders`,
      [row['share_id'], email],
    );
    expect(count).toEqual({ shares: 1, submissions: 1, messages: 1, orders: 1 });
  });

  it("is not anybody else's by knowing its id", async () => {
    const row = shareRow(await record());
    await makeShare(server, row);
    const other = newSecret();
    const taken = await makeShare<Row>(
      server,
      shareRow(await record(undefined, other), { share_id: row['share_id'] }),
      undefined,
      other,
    );
    expect([taken.status, taken.body['code']]).toEqual([409, '23505']);
    const id = crypto.randomUUID();
    const submission = { id, name: 'Ada', email: `${id}@example.com`, audioUrl: urlOf(await record()), owner: SECRET };
    await callFunction(server, 'smart-function', submission);
    expect(await callFunction(server, 'smart-function', { ...submission, owner: other })).toMatchObject({
      status: 409,
      body: { code: 'duplicate' },
    });
  });
});

describe('a recording', () => {
  it('is named by its owner alone: in a share, a submission and a saved fragrance', async () => {
    const hers = await record(ada.headers);
    const devices = await record();
    const other = newSecret();
    for (const [headers, secret, path] of [
      [visitor(server), SECRET, hers],
      [eve.headers, SECRET, hers],
      [visitor(server), other, devices],
      [eve.headers, other, devices],
      [ada.headers, other, devices],
    ] as const) {
      const refused = await makeShare<Row>(server, shareRow(path), headers, secret);
      expect([refused.status, refused.body['code'], refused.body['hint']]).toEqual([400, '23514', 'no_recording']);
      expect(
        await callFunction(
          server,
          'smart-function',
          { name: 'Eve', email: 'eve@example.com', audioUrl: urlOf(path), owner: secret },
          headers,
        ),
      ).toMatchObject({ status: 400, body: { code: 'no_recording' } });
    }
    for (const path of [hers, devices]) {
      const saved = await rest<Row>(
        server,
        eve.headers,
        'POST',
        'fragrance_profiles',
        fragranceRow('Stolen', { audio_path: path }),
      );
      expect([saved.status, saved.body['hint']]).toEqual([400, 'no_recording']);
    }
    expect(
      (await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow('Mine', { audio_path: hers })))
        .status,
    ).toBe(201);
    const other1 = await rest<Row[]>(
      server,
      eve.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('Later'),
      'return=representation',
    );
    expect(
      (
        await rest(server, eve.headers, 'PATCH', `fragrance_profiles?id=eq.${String(other1.body[0]!['id'])}`, {
          audio_path: hers,
        })
      ).status,
    ).toBe(400);
    // The address that the API shows is not there to be written.
    expect(
      (
        await rest(
          server,
          eve.headers,
          'POST',
          'fragrance_profiles',
          fragranceRow('By URL', { audio_data: urlOf(hers) }),
        )
      ).status,
    ).toBe(400);
    expect((await makeShare(server, { ...shareRow(null), audio_url: urlOf(devices) })).status).toBe(400);
  });

  it('is shared fifty times at most, however many try at once', async () => {
    const path = await record();
    const answers = await Promise.all(Array.from({ length: 60 }, () => makeShare<Row>(server, shareRow(path))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body['hint']))).toEqual(
      new Set(['too_many']),
    );
    expect(
      await server.backend!.sql('select count(*)::int as n from public.fragrance_shares where audio_path = $1', [path]),
    ).toEqual([{ n: 50 }]);
  });

  it("becomes the member's who names what this device made before", async () => {
    const path = await record();
    expect((await makeShare(server, shareRow(path), ada.headers)).status).toBe(200);
    expect(await ownerOf('recordings', 'audio_path', path)).toEqual({ owner_id: ada.id, owner_hash: null });
    const before = await record();
    expect(
      (await rpc(server, ada.headers, 'claim_recording', { audio_path: before, owner_secret: newSecret() })).body,
    ).toBe(false);
    expect((await rpc(server, ada.headers, 'claim_recording', { audio_path: before, owner_secret: SECRET })).body).toBe(
      true,
    );
    expect(
      (
        await rest(
          server,
          ada.headers,
          'POST',
          'fragrance_profiles',
          fragranceRow('From before', { audio_path: before }),
        )
      ).status,
    ).toBe(201);
  });
});

describe.each(PLACES)('a share that is taken back %s', (place) => {
  const take = (shareId: string, headers = visitor(server), owner: string | null = SECRET) =>
    place === 'in Deno'
      ? ask(inDeno['withdraw-share']!.url, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify({ shareId, owner }),
        })
      : withdraw(shareId, headers, owner);

  it('is gone: the page says so, and the picture and the file with it', async () => {
    const path = await record();
    const id = await share(path);
    expect(await statusOf(`${server.url}/share/${id}`)).toBe(200);
    expect((await take(id)).body).toEqual({ success: true, audioUrl: null });
    expect(await statusOf(`${server.url}/share/${id}`)).toBe(410);
    gone(await statusOf(pictureOf(id)));
    gone(await statusOf(urlOf(path)));
    expect((await getShare(server, id)).body).toEqual([]);
    expect((await rpc(server, visitor(server), 'record_share_view', { share_id: id })).body).toBeNull();
    // The answer may get lost, and nobody gets the id again.
    expect((await take(id)).body).toEqual({ success: true, audioUrl: null });
    expect((await makeShare<Row>(server, shareRow(await record(), { share_id: id }))).body['code']).toBe('23505');
    const picture = await ask(`${server.url}/functions/v1/share-image?id=${id}`, {
      method: 'POST',
      headers: { ...visitor(server), 'Content-Type': 'image/png' },
      body: await png(1200, 630),
    });
    expect(picture.status).toBe(409);
    expect(
      await server.backend!.sql('select 1 from storage.objects where name in ($1, $2)', [path, `${id}.png`]),
    ).toEqual([]);
  });

  it('leaves its recording to what else its owner made of it, at a fresh address', async () => {
    const path = await record(ada.headers);
    await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow(`Kept ${place}`, { audio_path: path }));
    const email = `${crypto.randomUUID()}@example.com`;
    await callFunction(
      server,
      'smart-function',
      { name: 'Ada', email, audioUrl: urlOf(path), owner: SECRET },
      ada.headers,
    );
    const [first, second] = [await share(path, ada.headers), await share(path, ada.headers)];
    const bytes = Buffer.from(await (await fetch(urlOf(path))).arrayBuffer());
    const { body } = await take(first, ada.headers, null);
    expect(body).toMatchObject({
      success: true,
      audioUrl: expect.stringContaining('/storage/v1/object/public/audio/'),
    });
    const fresh = String(body['audioUrl']).split('/audio/')[1]!;
    expect(fresh).not.toBe(path);
    gone(await statusOf(urlOf(path)));
    gone(await statusOf(pictureOf(first)));
    expect(await statusOf(`${server.url}/share/${first}`)).toBe(410);
    const moved = await fetch(urlOf(fresh));
    expect(moved.headers.get('content-type')).toBe('audio/wav');
    expect(Buffer.from(await moved.arrayBuffer()).equals(bytes)).toBe(true);
    const shown = `/storage/v1/object/public/audio/${fresh}`;
    expect(
      (
        await rest<Row[]>(
          server,
          ada.headers,
          'GET',
          `fragrance_profiles?select=audio_data&name=eq.${encodeURIComponent(`Kept ${place}`)}`,
        )
      ).body,
    ).toEqual([{ audio_data: shown }]);
    expect((await getShare(server, second)).body).toMatchObject([{ audio_url: shown }]);
    expect(
      await server.backend!.sql('select audio_url from public.fragrance_submissions where email = $1', [email]),
    ).toEqual([{ audio_url: shown }]);
    // What is sent once more under its id is found at the new place.
    expect(await statusOf(pictureOf(second))).toBe(200);
  });

  it('is taken back by whoever made it, and by nobody else', async () => {
    const path = await record();
    const id = await share(path);
    const hers = await share(await record(ada.headers), ada.headers);
    for (const [which, headers, owner] of [
      [id, visitor(server), newSecret()],
      [id, eve.headers, null],
      [id, eve.headers, newSecret()],
      [hers, visitor(server), SECRET],
      [hers, eve.headers, SECRET],
      ['Nothing0', visitor(server), SECRET],
    ] as const)
      expect(await take(which, headers, owner)).toMatchObject({
        status: 404,
        body: { success: false, code: 'not_found' },
      });
    for (const [which, headers, owner] of [
      [id, visitor(server), null],
      ['short', visitor(server), SECRET],
      [id, {}, SECRET],
    ] as const)
      expect([400, 401]).toContain((await take(which, headers, owner)).status);
    expect(await statusOf(`${server.url}/share/${id}`)).toBe(200);
    expect(await statusOf(urlOf(path))).toBe(200);
    // A member takes back what this device made before, by its secret.
    expect((await take(id, ada.headers)).body).toEqual({ success: true, audioUrl: null });
    expect((await take(hers, ada.headers, null)).body).toEqual({ success: true, audioUrl: null });
  });
});

describe("the shares of one's own", () => {
  it('are listed for the member and for the device, and for nobody else', async () => {
    const secret = newSecret();
    const bea = await newMember(server, 'Bea');
    const visitors = await share(await record(undefined, secret), undefined, secret);
    const members = await share(await record(bea.headers), bea.headers);
    const list = async (headers: Record<string, string>, owner: string | null) =>
      (await rpc<Row[]>(server, headers, 'own_shares', { owner_secret: owner })).body.map((row) => row['share_id']);
    expect(await list(visitor(server), secret)).toEqual([visitors]);
    expect(await list(bea.headers, null)).toEqual([members]);
    expect(await list(bea.headers, secret)).toEqual([members, visitors]);
    expect(await list(visitor(server), null)).toEqual([]);
    expect(await list(visitor(server), newSecret())).toEqual([]);
    expect(await list(eve.headers, null)).toEqual([]);
    const [row] = (await rpc<Row[]>(server, bea.headers, 'own_shares', {})).body;
    expect(Object.keys(row!).sort()).toEqual(['audio_url', 'created_at', 'hidden', 'name', 'share_id', 'view_count']);
  });
});

/** Everything that can be given: by a visitor's device, or by a member. */
async function giveEverything(headers: Record<string, string>, secret: string) {
  const path = await record(headers, secret);
  const unused = await record(headers, secret);
  const id = crypto.randomUUID();
  const shareId = await share(path, headers, secret);
  const email = `${id}@example.com`;
  await callFunction(
    server,
    'smart-function',
    { id, name: 'Giver', email, audioUrl: urlOf(path), owner: secret },
    headers,
  );
  await callFunction(
    server,
    'contact-form',
    { id, name: 'Giver', email, message: 'Hello there, Accord!', owner: secret },
    headers,
  );
  await rpc(server, headers, 'place_preorder', orderOf({ id, email, name: 'Giver' }, secret));
  return { path, unused, id, shareId, email };
}
type Given = Awaited<ReturnType<typeof giveEverything>>;

async function left({ path, unused, id, shareId }: Given): Promise<Row> {
  const [row] = await server.backend!.sql<Row>(
    `select (select count(*)::int from public.fragrance_shares where share_id = $4) as shares, (select count(*)::int from public.fragrance_submissions where id = $3::uuid) as submissions,
            (select count(*)::int from public.contact_messages where id = $3::uuid) as messages, (select count(*)::int from public.recordings where audio_path in ($1, $2)) as recordings,
            (select count(*)::int from storage.objects where name in ($1, $2, $4 || '.png')) as objects, (select count(*)::int from public.preorders where id = $3::uuid) as orders`,
    [path, unused, id, shareId],
  );
  return row!;
}
const ALL = { shares: 1, submissions: 1, messages: 1, recordings: 2, objects: 3, orders: 1 };
const NOTHING = { shares: 0, submissions: 0, messages: 0, recordings: 0, objects: 0, orders: 1 };

describe('what a visitor made', () => {
  it('comes along to the member who signs up on this device', async () => {
    const secret = newSecret();
    const given = await giveEverything(visitor(server), secret);
    const bea = await newMember(server, 'Bea');
    expect((await rpc(server, visitor(server), 'claim_device', { owner_secret: secret })).status).toBe(401);
    expect((await rpc(server, bea.headers, 'claim_device', { owner_secret: 'x' })).status).toBe(400);
    expect((await rpc(server, bea.headers, 'claim_device', { owner_secret: newSecret() })).body).toBe(0);
    expect((await rpc(server, bea.headers, 'claim_device', { owner_secret: secret })).body).toBe(6);
    expect((await rpc(server, bea.headers, 'claim_device', { owner_secret: secret })).body).toBe(0);
    for (const [table, column, value] of [
      ['recordings', 'audio_path', given.path],
      ['fragrance_shares', 'share_id', given.shareId],
      ['fragrance_submissions', 'id', given.id],
      ['contact_messages', 'id', given.id],
      ['preorders', 'id', given.id],
    ] as const) {
      expect({ table, ...(await ownerOf(table, column, value)) }).toEqual({
        table,
        owner_id: bea.id,
        owner_hash: null,
      });
    }
    // The device's secret opens nothing any more.
    expect((await withdraw(given.shareId, visitor(server), secret)).status).toBe(404);
    expect((await withdraw(given.shareId, bea.headers, null)).status).toBe(200);
  });

  it.each(PLACES)("goes when the device takes it back %s, and nobody else's with it", async (place) => {
    const secret = newSecret();
    const given = await giveEverything(visitor(server), secret);
    const others = await giveEverything(visitor(server), newSecret());
    const forget = () =>
      place === 'in Deno'
        ? ask(inDeno['forget-device']!.url, {
            method: 'POST',
            headers: { ...visitor(server), 'Content-Type': 'application/json' },
            body: JSON.stringify({ owner: secret }),
          })
        : callFunction(server, 'forget-device', { owner: secret });
    expect(await left(given)).toEqual(ALL);
    expect((await forget()).body).toEqual({ success: true });
    expect(await left(given)).toEqual(NOTHING);
    expect(await ownerOf('preorders', 'id', given.id)).toEqual({ owner_id: null, owner_hash: null });
    expect(await statusOf(`${server.url}/share/${given.shareId}`)).toBe(410);
    for (const url of [urlOf(given.path), urlOf(given.unused), pictureOf(given.shareId)]) gone(await statusOf(url));
    expect(await left(others)).toEqual(ALL);
    expect((await forget()).body).toEqual({ success: true });
  });
});

describe('deleting an account', () => {
  const remove = (member: Member) => callFunction(server, 'delete-account', { confirm: true }, member.headers);

  it('leaves nothing of the member in rows or files; the export held all of it before', async () => {
    const bea = await newMember(server, 'Bea');
    const given = await giveEverything(bea.headers, SECRET);
    const saved = await record(bea.headers);
    await rest(
      server,
      bea.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('Saved', { audio_path: saved, is_public: true, trace: { duration: 1, peaks: [0.5], notes: [] } }),
    );
    await ask(`${server.url}/storage/v1/object/profiles/${bea.id}/1.png`, {
      method: 'POST',
      headers: { ...bea.headers, 'Content-Type': 'image/png' },
      body: await png(4, 4),
    });
    // As a visitor, before, under her own address.
    const early = {
      id: crypto.randomUUID(),
      name: 'Bea',
      email: bea.email,
      message: 'From before I had an account.',
      owner: newSecret(),
    };
    await callFunction(server, 'contact-form', early);

    const exported = (await rpc<Record<string, Row[]>>(server, bea.headers, 'export_my_data')).body;
    const text = JSON.stringify(exported);
    // All rows that name the member, and all objects, from the database's own catalogue.
    const rows = await server.backend!.sql<{ found: string }>(
      `select audio_path as found from public.recordings where owner_id = $1
       union select share_id from public.fragrance_shares where owner_id = $1 union select id::text from public.fragrance_submissions where owner_id = $1
       union select id::text from public.contact_messages where owner_id = $1 or email = $2 union select id::text from public.fragrance_profiles where user_id = $1
       union select id::text from public.profiles where id = $1 union select id::text from public.preorders where owner_id = $1
       union select name from storage.objects where name like $1 || '%' or name in (select audio_path from public.recordings where owner_id = $1) or name in (select share_id || '.png' from public.fragrance_shares where owner_id = $1)`,
      [bea.id, bea.email],
    );
    expect(rows.length).toBeGreaterThanOrEqual(10);
    for (const { found } of rows) expect(text).toContain(found);
    expect(exported).toMatchObject({
      account: { id: bea.id, email: bea.email },
      profile: { liquid_name: 'Bea' },
      fragrances: [{ name: 'Saved', trace: { duration: 1 } }],
      shares: [{ share_id: given.shareId }],
      submissions: [{ id: given.id }],
      orders: [{ id: given.id }],
    });
    expect(exported['messages']).toHaveLength(2);
    expect(text).not.toMatch(/owner_hash|owner_id|encrypted_password/);

    const columns = await server.backend!.sql<{ at: string }>(
      "select format('%I.%I', c.table_schema, c.table_name) || ':' || c.column_name as at from information_schema.columns c join information_schema.tables t using (table_schema, table_name) where t.table_type = 'BASE TABLE' and c.table_schema in ('public', 'private', 'auth', 'storage') and c.data_type in ('uuid', 'text', 'character varying', 'jsonb')",
    );
    expect((await remove(bea)).body).toEqual({ success: true });
    expect(await left(given)).toEqual(NOTHING);
    expect(await ownerOf('preorders', 'id', given.id)).toEqual({ owner_id: null, owner_hash: null });
    for (const { at } of columns) {
      const [table, column] = at.split(':');
      for (const value of [bea.id, bea.email, saved, given.path]) {
        const found = await server.backend!.sql(
          `select 1 from ${table} where "${column}"::text like '%' || $1 || '%' limit 1`,
          [value],
        );
        expect({ at, value, found }).toEqual({ at, value, found: [] });
      }
    }
    for (const url of [urlOf(given.path), urlOf(given.unused), urlOf(saved), pictureOf(given.shareId)])
      gone(await statusOf(url));
    expect(await statusOf(`${server.url}/share/${given.shareId}`)).toBe(410);
  });

  it("ends the playing of the member's recordings in what others saved long ago, and keeps theirs", async () => {
    const bea = await newMember(server, 'Bea');
    const hers = await record(bea.headers);
    const eves = await record(eve.headers);
    await rest(server, eve.headers, 'POST', 'fragrance_profiles', fragranceRow('Eve keeps', { audio_path: eves }));
    // As could be done before recordings had owners.
    await server.backend!.sql(
      "insert into public.fragrance_profiles (user_id, name, music_essence, audio_path) values ($1, 'Names hers', '{C4}', $2)",
      [eve.id, hers],
    );
    const others = await server.backend!.sql<Row>('select count(*)::int as n from auth.users');
    expect((await remove(bea)).body).toEqual({ success: true });
    gone(await statusOf(urlOf(hers)));
    expect(await statusOf(urlOf(eves))).toBe(200);
    expect(
      await server.backend!.sql(
        "select name, audio_path from public.fragrance_profiles where user_id = $1 and name in ('Eve keeps', 'Names hers') order by name",
        [eve.id],
      ),
    ).toEqual([
      { name: 'Eve keeps', audio_path: eves },
      { name: 'Names hers', audio_path: null },
    ]);
    expect(await server.backend!.sql('select count(*)::int as n from auth.users')).toEqual([
      { n: Number(others[0]!['n']) - 1 },
    ]);
  });

  it('is for the member alone to export', async () => {
    expect((await rpc(server, visitor(server), 'export_my_data')).status).toBe(401);
    const text = JSON.stringify((await rpc(server, eve.headers, 'export_my_data')).body);
    expect(text).not.toContain(ada.id);
    expect(text).not.toContain(ada.email);
  });
});
