import { beforeAll, describe, expect, it } from 'vitest';
import {
  ALL_REMAIN,
  audioUrlOf,
  createRowsOfEveryKind,
  createRecording,
  GONE_STATUSES,
  remainingOf,
  NONE_REMAIN,
  ownerOf,
  pictureUrlOf,
  statusOf,
} from './support/createRows.ts';
import { sharedServer } from './support/sharedServer.ts';
import {
  fetchJson,
  callFunction,
  fragranceRow,
  makeShare,
  newMember,
  newSecret,
  ON_REAL_POSTGRES,
  png,
  postAuth,
  rest,
  rpc,
  DEVICE_SECRET,
  shareRow,
  visitor,
  type Member,
} from './support/testServer.ts';

/** An account is deleted with all that belongs to it, and its export holds all of it before. */

const server = await sharedServer();
let ada: Member;
let eve: Member;
beforeAll(async () => {
  [ada, eve] = [await newMember(server, 'Ada'), await newMember(server, 'Eve')];
});

type Row = Record<string, unknown>;
const urlOf = (path: unknown) => audioUrlOf(server, path);
const record = (headers: Record<string, string>) => createRecording(server, headers);

describe('deleting an account', () => {
  const remove = (headers: Record<string, string>, body: unknown = { confirm: true }) =>
    fetchJson(`${server.url}/functions/v1/delete-account`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('leaves nothing of the member in rows or files; the export had all of it before', async () => {
    const bea = await newMember(server, 'Bea');
    const given = await createRowsOfEveryKind(server, bea.headers, DEVICE_SECRET);
    const saved = await record(bea.headers);
    await rest(
      server,
      bea.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('Saved', { audio_path: saved, is_public: true, trace: { duration: 1, peaks: [0.5], notes: [] } }),
    );
    await fetchJson(`${server.url}/storage/v1/object/profiles/${bea.id}/1.png`, {
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
       union select name from storage.objects where name like $1 || '%' or name in (select audio_path from public.recordings where owner_id = $1)
       union select 'share-image?id=' || share_id from public.fragrance_shares as s join storage.objects as o on o.name = s.share_id || '.png' where s.owner_id = $1`,
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
    expect((await remove(bea.headers)).body).toEqual({ success: true });
    expect(await remainingOf(server, given)).toEqual(NONE_REMAIN);
    expect(await ownerOf(server, 'preorders', 'id', given.id)).toEqual({ owner_id: null, owner_hash: null });
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
    for (const url of [urlOf(given.path), urlOf(given.unused), urlOf(saved), pictureUrlOf(server, given.shareId)])
      expect(GONE_STATUSES).toContain(await statusOf(url));
    expect(await statusOf(`${server.url}/share/${given.shareId}`)).toBe(410);
  });

  it("removes submissions under the member's address from before, and leaves those of others", async () => {
    const bea = await newMember(server, 'Bea');
    const others = await createRowsOfEveryKind(server, visitor(server), newSecret());
    const early = { id: crypto.randomUUID(), name: 'Bea', email: bea.email, owner: newSecret() };
    const audioUrl = urlOf(await createRecording(server, undefined, early.owner));
    expect((await callFunction(server, 'smart-function', { ...early, audioUrl })).status).toBe(200);
    expect((await remove(bea.headers)).body).toEqual({ success: true });
    expect(await remainingOf(server, others)).toEqual(ALL_REMAIN);
    expect(await server.backend!.sql('select 1 from public.fragrance_submissions where id = $1', [early.id])).toEqual(
      [],
    );
  });

  it("makes the member's recordings unplayable in fragrances that others saved, and keeps theirs", async () => {
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
    expect((await remove(bea.headers)).body).toEqual({ success: true });
    expect(GONE_STATUSES).toContain(await statusOf(urlOf(hers)));
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

  it('allows the export for the member alone', async () => {
    expect((await rpc(server, visitor(server), 'export_my_data')).status).toBe(401);
    const text = JSON.stringify((await rpc(server, eve.headers, 'export_my_data')).body);
    expect(text).not.toContain(ada.id);
    expect(text).not.toContain(ada.email);
  });

  it("requires the member's token and the confirmation", async () => {
    expect((await remove(visitor(server))).status).toBe(401);
    expect((await remove({})).status).toBe(401);
    expect((await remove(ada.headers, {})).body).toMatchObject({ success: false, code: 'not_confirmed' });
    expect(await server.backend!.sql('select id from public.profiles where id = $1', [ada.id])).toHaveLength(1);
  });

  it('ends every session of the member', async () => {
    const gone = await newMember(server, 'Gone');
    expect((await remove(gone.headers)).body).toEqual({ success: true });
    // An old access token is refused as invalid.
    const path = await createRecording(server);
    const tries = [
      await rest(server, gone.headers, 'POST', 'fragrance_profiles', fragranceRow('Ghost')),
      await rest(server, gone.headers, 'POST', 'profiles', { id: gone.id, email: gone.email, liquid_name: 'Ghost' }),
      await makeShare(server, shareRow(path), gone.headers),
      await rpc(server, gone.headers, 'claim_recording', { audio_path: path, owner_secret: DEVICE_SECRET }),
      await rpc(server, gone.headers, 'claim_device', { owner_secret: DEVICE_SECRET }),
      await rpc(server, gone.headers, 'keep_password', { owner_secret: DEVICE_SECRET }),
      await rpc(server, gone.headers, 'export_my_data', {}),
    ];
    expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 401));
    expect((await remove(gone.headers)).status).toBe(401);
    if (ON_REAL_POSTGRES) return;
    const { email, password } = gone;
    const login = await postAuth(server, 'token?grant_type=password', { email, password });
    expect(login.status).toBe(400);
  });
});
