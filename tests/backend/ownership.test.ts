import { beforeAll, describe, expect, it } from 'vitest';
import {
  fetchJson,
  callFunction,
  fragranceRow,
  getShare,
  makeShare,
  newMember,
  newSecret,
  orderOf,
  png,
  rest,
  rpc,
  DEVICE_SECRET,
  shareRow,
  upload,
  visitor,
  wav,
  type Member,
} from './support/testServer.ts';
import {
  audioUrlOf,
  createRecording,
  createShare,
  GONE_STATUSES,
  ownerOf,
  pictureUrlOf,
  statusOf,
} from './support/createRows.ts';
import { sharedServer } from './support/sharedServer.ts';

/** A member, or a visitor by the secret of the device, owns their things, and withdraws them. */

const server = await sharedServer();
let ada: Member;
let eve: Member;

beforeAll(async () => {
  ada = await newMember(server, 'Ada');
  eve = await newMember(server, 'Eve');
});
type Row = Record<string, unknown>;
const record = (headers?: Record<string, string>, owner: string | null = DEVICE_SECRET) =>
  createRecording(server, headers, owner);
const share = (path: string, headers?: Record<string, string>, owner: string | null = DEVICE_SECRET) =>
  createShare(server, path, headers, owner);
const urlOf = (path: unknown) => audioUrlOf(server, path);
const pictureOf = (id: string) => pictureUrlOf(server, id);
const withdraw = (shareId: string, headers = visitor(server), owner: string | null = DEVICE_SECRET) =>
  callFunction(server, 'withdraw-share', { shareId, owner }, headers);
const hashOf = async (secret: string) =>
  (await server.backend!.sql<{ hash: string }>('select private.secret_hash($1) as hash', [secret]))[0]!.hash;

describe('a new row', () => {
  it('belongs to the signed-in member, else to the device, by the hash of its secret', async () => {
    const mine = await record();
    const hers = await record(ada.headers);
    expect(await ownerOf(server, 'recordings', 'audio_path', mine)).toEqual({
      owner_id: null,
      owner_hash: await hashOf(DEVICE_SECRET),
    });
    expect(await hashOf(DEVICE_SECRET)).toMatch(/^[0-9a-f]{64}$/);
    expect(await ownerOf(server, 'recordings', 'audio_path', hers)).toEqual({ owner_id: ada.id, owner_hash: null });
    expect(await ownerOf(server, 'fragrance_shares', 'share_id', await share(mine))).toEqual({
      owner_id: null,
      owner_hash: await hashOf(DEVICE_SECRET),
    });
    expect(await ownerOf(server, 'fragrance_shares', 'share_id', await share(hers, ada.headers))).toEqual({
      owner_id: ada.id,
      owner_hash: null,
    });
    for (const [headers, owner] of [
      [visitor(server), { owner_id: null, owner_hash: await hashOf(DEVICE_SECRET) }],
      [ada.headers, { owner_id: ada.id, owner_hash: null }],
    ] as const) {
      const id = crypto.randomUUID();
      const email = `${id}@example.com`;
      expect(
        (
          await callFunction(
            server,
            'smart-function',
            { id, name: 'Ada', email, audioUrl: urlOf(owner.owner_id === null ? mine : hers), owner: DEVICE_SECRET },
            headers,
          )
        ).body,
      ).toEqual({ success: true });
      expect(
        (
          await callFunction(
            server,
            'contact-form',
            { id, name: 'Ada', email, message: 'Hello there, Accord!', owner: DEVICE_SECRET },
            headers,
          )
        ).body,
      ).toEqual({ success: true });
      expect((await rpc<Row>(server, headers, 'place_preorder', orderOf({ id, email }))).body).toEqual({
        status: 'stored',
      });
      for (const table of ['fragrance_submissions', 'contact_messages', 'preorders'])
        expect({ table, ...(await ownerOf(server, table, 'id', id)) }).toEqual({ table, ...owner });
    }
    // The secret itself is not stored.
    const dump = await server.backend!.sql<{ text: string }>(
      "select (select string_agg(r::text, '') from public.recordings r) || (select string_agg(s::text, '') from public.fragrance_shares s) as text",
    );
    expect(dump[0]!.text).not.toContain(DEVICE_SECRET);
  });

  it('needs the secret of a device without a signed-in member', async () => {
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
      (
        await callFunction(server, 'smart-function', {
          id,
          name: 'Ada',
          email,
          audioUrl: urlOf(path),
          owner: DEVICE_SECRET,
        })
      ).body,
      (
        await callFunction(server, 'contact-form', {
          id,
          name: 'Ada',
          email,
          message: 'Hello there, Accord!',
          owner: DEVICE_SECRET,
        })
      ).body,
      (await rpc(server, visitor(server), 'place_preorder', { preorder: order, owner_secret: DEVICE_SECRET })).body,
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

  it('is not accessible to another person by its id', async () => {
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
    const submission = {
      id,
      name: 'Ada',
      email: `${id}@example.com`,
      audioUrl: urlOf(await record()),
      owner: DEVICE_SECRET,
    };
    await callFunction(server, 'smart-function', submission);
    expect(await callFunction(server, 'smart-function', { ...submission, owner: other })).toMatchObject({
      status: 409,
      body: { code: 'duplicate' },
    });
  });
});

describe('a recording', () => {
  it('can be used by its owner alone: in a share, a submission and a saved fragrance', async () => {
    const hers = await record(ada.headers);
    const devices = await record();
    const other = newSecret();
    for (const [headers, secret, path] of [
      [visitor(server), DEVICE_SECRET, hers],
      [eve.headers, DEVICE_SECRET, hers],
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

  it("of this device becomes the member's when the member uses it", async () => {
    const path = await record();
    expect((await makeShare(server, shareRow(path), ada.headers)).status).toBe(200);
    expect(await ownerOf(server, 'recordings', 'audio_path', path)).toEqual({ owner_id: ada.id, owner_hash: null });
    const before = await record();
    expect(
      (await rpc(server, ada.headers, 'claim_recording', { audio_path: before, owner_secret: newSecret() })).body,
    ).toBe(false);
    expect(
      (await rpc(server, ada.headers, 'claim_recording', { audio_path: before, owner_secret: DEVICE_SECRET })).body,
    ).toBe(true);
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

describe('a withdrawn share', () => {
  it('is gone with its page, its picture and its file', async () => {
    const path = await record();
    const id = await share(path);
    expect(await statusOf(`${server.url}/share/${id}`)).toBe(200);
    expect((await withdraw(id)).body).toEqual({ success: true, audioUrl: null });
    expect(await statusOf(`${server.url}/share/${id}`)).toBe(410);
    expect(GONE_STATUSES).toContain(await statusOf(pictureOf(id)));
    expect(GONE_STATUSES).toContain(await statusOf(urlOf(path)));
    expect((await getShare(server, id)).body).toEqual([]);
    expect((await rpc(server, visitor(server), 'record_share_view', { share_id: id })).body).toBeNull();
    // Withdrawing twice is a success, because an answer may get lost; the id is never used again.
    expect((await withdraw(id)).body).toEqual({ success: true, audioUrl: null });
    expect((await makeShare<Row>(server, shareRow(await record(), { share_id: id }))).body['code']).toBe('23505');
    const picture = await fetchJson(pictureOf(id), {
      method: 'POST',
      headers: { ...visitor(server), 'Content-Type': 'image/png' },
      body: await png(1200, 630),
    });
    expect(picture.status).toBe(409);
    expect(
      await server.backend!.sql('select 1 from storage.objects where name in ($1, $2)', [path, `${id}.png`]),
    ).toEqual([]);
  });

  it("leaves its recording to the owner's other uses of it, at a new address", async () => {
    const path = await record(ada.headers);
    await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow('Kept', { audio_path: path }));
    const email = `${crypto.randomUUID()}@example.com`;
    await callFunction(
      server,
      'smart-function',
      { name: 'Ada', email, audioUrl: urlOf(path), owner: DEVICE_SECRET },
      ada.headers,
    );
    const [first, second] = [await share(path, ada.headers), await share(path, ada.headers)];
    const bytes = Buffer.from(await (await fetch(urlOf(path))).arrayBuffer());
    const { body } = await withdraw(first, ada.headers, null);
    expect(body).toMatchObject({
      success: true,
      audioUrl: expect.stringContaining('/storage/v1/object/public/audio/'),
    });
    const fresh = String(body['audioUrl']).split('/audio/')[1]!;
    expect(fresh).not.toBe(path);
    expect(GONE_STATUSES).toContain(await statusOf(urlOf(path)));
    expect(GONE_STATUSES).toContain(await statusOf(pictureOf(first)));
    expect(await statusOf(`${server.url}/share/${first}`)).toBe(410);
    const moved = await fetch(urlOf(fresh));
    expect(moved.headers.get('content-type')).toBe('audio/wav');
    expect(Buffer.from(await moved.arrayBuffer()).equals(bytes)).toBe(true);
    const shown = `/storage/v1/object/public/audio/${fresh}`;
    expect(
      (await rest<Row[]>(server, ada.headers, 'GET', `fragrance_profiles?select=audio_data&name=eq.Kept`)).body,
    ).toEqual([{ audio_data: shown }]);
    expect((await getShare(server, second)).body).toMatchObject([{ audio_url: shown }]);
    expect(
      await server.backend!.sql('select audio_url from public.fragrance_submissions where email = $1', [email]),
    ).toEqual([{ audio_url: shown }]);
    // A recording sent once more under its id is found at the new place.
    expect(await statusOf(pictureOf(second))).toBe(200);
  });

  it('was withdrawn by its owner: nobody else can', async () => {
    const path = await record();
    const id = await share(path);
    const hers = await share(await record(ada.headers), ada.headers);
    for (const [which, headers, owner] of [
      [id, visitor(server), newSecret()],
      [id, eve.headers, null],
      [id, eve.headers, newSecret()],
      [hers, visitor(server), DEVICE_SECRET],
      [hers, eve.headers, DEVICE_SECRET],
      ['Nothing0', visitor(server), DEVICE_SECRET],
    ] as const)
      expect(await withdraw(which, headers, owner)).toMatchObject({
        status: 404,
        body: { success: false, code: 'not_found' },
      });
    for (const [which, headers, owner] of [
      [id, visitor(server), null],
      ['short', visitor(server), DEVICE_SECRET],
      [id, {}, DEVICE_SECRET],
    ] as const)
      expect([400, 401]).toContain((await withdraw(which, headers, owner)).status);
    expect(await statusOf(`${server.url}/share/${id}`)).toBe(200);
    expect(await statusOf(urlOf(path))).toBe(200);
    // A member withdraws things of this device from before, by its secret.
    expect((await withdraw(id, ada.headers)).body).toEqual({ success: true, audioUrl: null });
    expect((await withdraw(hers, ada.headers, null)).body).toEqual({ success: true, audioUrl: null });
  });
});

describe('the list of own shares', () => {
  it('is available to the member and to the device alone', async () => {
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
