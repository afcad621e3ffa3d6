import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import {
  ask,
  fragranceRow,
  newMember,
  ON_STAND_IN,
  png,
  rest,
  rpc,
  serviceHeaders,
  signUp,
  startTestServer,
  visitor,
  type Member,
  type Answer,
  refused,
  TO_MEMBERS,
  TO_VISITORS,
} from './support/testServer.ts';

let server: RunningServer;
let ada: Member;
let eve: Member;

beforeAll(async () => {
  server = await startTestServer();
  ada = await newMember(server, 'Ada');
  eve = await newMember(server, 'Eve');
});
afterAll(() => server?.close());

type Row = Record<string, unknown>;
const own = (member: Member) => rest<Row[]>(server, member.headers, 'GET', `profiles?id=eq.${member.id}`);
/** Everybody who is not Ada: a visitor, and another member. */
/** A visitor and another member, and what each is told of what their role may not do. */
const strangers = () => [
  { headers: visitor(server), forbidden: TO_VISITORS, member: false },
  { headers: eve.headers, forbidden: TO_MEMBERS, member: true },
];
/** An answer as refusal, or as the rows that it brought. */
const told = (answer: Answer<unknown>) =>
  answer.status >= 400
    ? refused(answer)
    : { status: answer.status, ids: (answer.body as Row[]).map((row) => row['id']) };
const NOT_THERE = { status: 200, ids: [] };
const PUBLIC_COLUMNS = [
  'accents',
  'audio_data',
  'background_notes',
  'base_notes',
  'character',
  'complexity',
  'creator_name',
  'description',
  'dominant_notes',
  'id',
  'intensity',
  'made_at',
  'middle_notes',
  'music_essence',
  'name',
  'persistence',
  'proportions',
  'source',
  'top_notes',
  'trace',
  'uploaded_at',
];

describe('a profile', () => {
  it('is made at sign-up from what the registration said', async () => {
    const { status, body } = await own(ada);
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      id: ada.id,
      email: ada.email,
      liquid_name: 'Ada',
      location: 'Berlin, Germany',
      level: 1,
      favorite_notes: [],
      preference: null,
      show_instagram: false,
    });
  });

  it('never stands in the way of a sign-up, whatever that says', async () => {
    const names: [unknown, string][] = [
      ['', 'strange'],
      ['   ', 'strange'],
      ['name '.repeat(60), 'name '.repeat(10).trim()],
      ['n'.repeat(300), 'strange'],
      [42, '42'],
      [null, 'strange'],
      ['<script>alert(1)</script>', '<script>alert(1)</script>'],
      ["Robert'); drop table profiles;--", "Robert'); drop table profiles;--"],
      ['🌹🎵', '🌹🎵'],
    ];
    for (const [i, [liquidName, expected]] of names.entries()) {
      await signUp(server, `strange@example${i}.com`, { liquidName, location: 'x'.repeat(500) }, 'correct horse');
      const [row] = await server.backend!.sql<Row>('select * from public.profiles where email = $1', [
        `strange@example${i}.com`,
      ]);
      expect(row).toMatchObject({ liquid_name: expected, location: 'x'.repeat(100) });
    }
    await signUp(server, 'accord.support@example.com', { liquidName: 'Pаypal' }, 'correct horse');
    const [row] = await server.backend!.sql<Row>('select * from public.profiles where email = $1', [
      'accord.support@example.com',
    ]);
    expect(row).toMatchObject({ liquid_name: 'User' });
  });

  it('is changed by its owner, over the table and over the view of the same rows', async () => {
    const changed = await rest<Row[]>(
      server,
      ada.headers,
      'PATCH',
      `profiles?id=eq.${ada.id}`,
      { favorite_notes: ['Rose', 'Oud'], preference: 'ear', musical_identity: 'C4-E4-G#4' },
      'return=representation',
    );
    expect(changed.status).toBe(200);
    expect(changed.body[0]).toMatchObject({
      favorite_notes: ['Rose', 'Oud'],
      preference: 'ear',
      musical_identity: 'C4-E4-G#4',
    });
    const overView = await rest<Row[]>(
      server,
      ada.headers,
      'PATCH',
      `users?id=eq.${ada.id}`,
      { scent_mood: 'Cozy' },
      'return=representation',
    );
    expect(overView.body[0]).toMatchObject({ scent_mood: 'Cozy', preference: 'ear' });
    expect((await own(ada)).body[0]).toMatchObject({ scent_mood: 'Cozy' });
    expect((await rest<Row[]>(server, ada.headers, 'GET', 'users?select=id&limit=1')).body).toEqual([{ id: ada.id }]);
  });

  it('is neither seen nor touched by anybody else', async () => {
    const before = (await own(ada)).body;
    for (const { headers, forbidden, member } of strangers()) {
      for (const table of ['profiles', 'users']) {
        const seen = await rest<Row[]>(server, headers, 'GET', `${table}?select=*`);
        const changed = await rest(
          server,
          headers,
          'PATCH',
          `${table}?id=eq.${ada.id}`,
          { liquid_name: 'Mallory' },
          'return=representation',
        );
        // Members may read and change profiles: their own. For them Ada's row is not there.
        expect(told(seen)).toEqual(member ? { status: 200, ids: [eve.id] } : forbidden);
        expect(told(changed)).toEqual(member ? NOT_THERE : forbidden);
        expect(refused(await rest(server, headers, 'DELETE', `${table}?id=eq.${ada.id}`))).toEqual(forbidden);
        expect(
          refused(
            await rest(server, headers, 'POST', table, { id: ada.id, email: 'x@example.com', liquid_name: 'Mallory' }),
          ),
        ).toEqual(forbidden);
        expect(
          refused(
            await rest(server, headers, 'POST', table, {
              id: crypto.randomUUID(),
              email: 'x@example.com',
              liquid_name: 'Nobody',
            }),
          ),
        ).toEqual(forbidden);
      }
    }
    expect((await own(ada)).body).toEqual(before);
  });

  it('lets its owner decide neither e-mail, level, dates nor whose it is', async () => {
    const before = (await own(ada)).body;
    for (const change of [
      { email: 'new@example.com' },
      { level: 99 },
      { created_at: '2000-01-01' },
      { id: eve.id },
      { id: crypto.randomUUID() },
    ]) {
      const answer = await rest(server, ada.headers, 'PATCH', `profiles?id=eq.${ada.id}`, change);
      expect([401, 403, 409]).toContain(answer.status);
    }
    expect(
      (await rest(server, ada.headers, 'DELETE', `profiles?id=eq.${ada.id}`, undefined, 'return=representation')).body,
    ).toEqual(expect.not.arrayContaining([expect.anything()]));
    expect((await own(ada)).body).toEqual(before);
  });

  it('takes nothing that breaks a rule', async () => {
    const wrong = [
      { liquid_name: '' },
      { liquid_name: '   ' },
      { liquid_name: 'n'.repeat(51) },
      { liquid_name: ' Ada' },
      { liquid_name: '\u0007' },
      { preference: 'mouth' },
      { musical_identity: 'C4-H9' },
      { favorite_notes: Array(31).fill('Rose') },
      { favorite_notes: ['n'.repeat(81)] },
      { favorite_notes: [null] },
      { profile_photo: 'javascript:alert(1)' },
      { profile_photo: `https://x/${'y'.repeat(500)}` },
      { location: 'l'.repeat(101) },
      { instagram_handle: 'i'.repeat(61) },
      { favorite_sound: 's'.repeat(201) },
    ];
    for (const change of wrong) {
      const answer = await rest<{ code: string }>(server, ada.headers, 'PATCH', `profiles?id=eq.${ada.id}`, change);
      expect({ change, status: answer.status, code: answer.body.code }).toEqual({ change, status: 400, code: '23514' });
    }
  });
});

describe('the functions of older clients', () => {
  it('are refused to visitors and members, and do no harm in the hands of the service', async () => {
    for (const headers of [visitor(server), ada.headers, { apikey: server.keys!.publishable }]) {
      for (const [name, args] of [
        ['create_users_table', {}],
        ['create_fragrance_profiles_table', {}],
        ['run_sql', { sql: 'drop table public.profiles' }],
        ['delete_account', { member: ada.id }],
        ['objects_to_delete', { recordings_before: '2100-01-01', pictures_before: '2100-01-01' }],
        ['share_card', { share_id: 'AAAAAAAA' }],
      ] as const) {
        const answer = await rpc<{ code: string }>(server, headers, name, args);
        expect({ name, refused: [401, 403].includes(answer.status), code: answer.body.code }).toEqual({
          name,
          refused: true,
          code: '42501',
        });
      }
    }
    expect([401, 403]).toContain((await rpc(server, {}, 'run_sql', { sql: 'select 1' })).status);
    const before = await server.backend!.sql<Row>('select count(*)::int as n from public.profiles');
    const policies = () =>
      server.backend!.sql<Row>(
        "select tablename, policyname, roles::text, cmd, qual, with_check from pg_policies where schemaname = 'public' order by 1, 2",
      );
    const protecting = await policies();
    expect(protecting.length).toBeGreaterThan(6);
    for (const name of [
      'create_users_table',
      'create_fragrance_profiles_table',
      'create_users_table',
      'create_fragrance_profiles_table',
    ]) {
      expect([200, 204]).toContain((await rpc(server, serviceHeaders(server), name)).status);
    }
    expect(await server.backend!.sql<Row>('select count(*)::int as n from public.profiles')).toEqual(before);
    // They write the policies anew.
    expect(await policies()).toEqual(protecting);
    expect([200, 204]).toContain((await rpc(server, serviceHeaders(server), 'run_sql', { sql: 'select 1' })).status);
    expect((await own(ada)).body).toHaveLength(1);
  });

  it('are the only ones that a member cannot call', async () => {
    // Whatever is added to `public` one day has to be decided on: by default Postgres lets everybody call it.
    const open = await server.backend!.sql<{ name: string }>(
      "select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and has_function_privilege('anon', p.oid, 'execute') order by 1",
    );
    expect(open.map((row) => row.name)).toEqual([
      'create_share',
      'export_device_data',
      'get_share',
      'own_shares',
      'place_preorder',
      'public_fragrance',
      'public_fragrances',
      'record_share_view',
      'report',
    ]);
    const members = await server.backend!.sql<{ name: string }>(
      "select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public' and has_function_privilege('authenticated', p.oid, 'execute') and not has_function_privilege('anon', p.oid, 'execute') order by 1",
    );
    expect(members.map((row) => row.name)).toEqual([
      'claim_device',
      'claim_recording',
      'export_my_data',
      'keep_password',
    ]);
    const unguarded = await server.backend!.sql<{ name: string }>(
      "select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity",
    );
    expect(unguarded).toEqual([]);
    const loose = await server.backend!.sql<{ name: string }>(
      "select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private') and p.prosecdef and not coalesce(p.proconfig::text like '%search_path=%', false)",
    );
    expect(loose).toEqual([]);
  });

  it('cannot be reached in the schema that is not public', async () => {
    for (const headers of [visitor(server), ada.headers]) {
      for (const path of ['caller_windows', 'settings', 'withdrawn_shares']) {
        const answer = await rest(server, { ...headers, 'Accept-Profile': 'private' }, 'GET', path);
        expect(answer.status).toBeGreaterThanOrEqual(400);
        const schema = await rest(server, { ...headers, 'Accept-Profile': 'auth' }, 'GET', 'users');
        expect(schema.status).toBeGreaterThanOrEqual(400);
      }
    }
  });
});

describe('a saved fragrance', () => {
  it('belongs to whoever saved it, under the name they go by', async () => {
    const made = await rest<Row[]>(
      server,
      ada.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('Morning', {
        creator_name: 'Somebody Famous',
        likes: ['me', 'me'],
        created_at: '2000-01-01',
        is_public: false,
      }),
      'return=representation',
    );
    expect(made.status).toBe(201);
    expect(made.body[0]).toMatchObject({
      user_id: ada.id,
      creator_name: 'Ada',
      likes: [],
      is_public: false,
      uploaded_at: null,
    });
    expect(String(made.body[0]!['created_at'])).not.toContain('2000');
  });

  it('has a name of its own within a profile, not among all', async () => {
    expect((await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow('Twice'))).status).toBe(201);
    const again = await rest<{ code: string }>(
      server,
      ada.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('Twice'),
    );
    expect([again.status, again.body.code]).toEqual([409, '23505']);
    expect((await rest(server, eve.headers, 'POST', 'fragrance_profiles', fragranceRow('Twice'))).status).toBe(201);
    for (const name of ['🌹🎵✨', 'a/b?c#d%e', "O'Hara", 'the "quoted" one', '夜想曲']) {
      expect((await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow(name))).status).toBe(201);
      const found = await rest<Row[]>(
        server,
        ada.headers,
        'GET',
        `fragrance_profiles?select=name&user_id=eq.${ada.id}&name=eq.${encodeURIComponent(name)}`,
      );
      expect(found.body).toEqual([{ name }]);
    }
  });

  it('is not seen or touched by anybody else while it is private', async () => {
    const before = (await rest<Row[]>(server, ada.headers, 'GET', `fragrance_profiles?user_id=eq.${ada.id}&order=id`))
      .body;
    for (const { headers, forbidden, member } of strangers()) {
      const seen = await rest<Row[]>(server, headers, 'GET', `fragrance_profiles?user_id=eq.${ada.id}`);
      expect(told(seen)).toEqual(member ? NOT_THERE : forbidden);
      const mine = `fragrance_profiles?user_id=eq.${ada.id}`;
      for (const [method, change] of [
        ['PATCH', { is_public: true }],
        ['PATCH', { user_id: eve.id }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await rest(server, headers, method, mine, change, 'return=representation');
        // Members may change and delete fragrances: their own. For them Ada's are not there.
        expect(told(answer)).toEqual(member ? NOT_THERE : forbidden);
      }
      const planted = await rest(
        server,
        headers,
        'POST',
        'fragrance_profiles',
        fragranceRow('Planted', { user_id: ada.id }),
      );
      expect(refused(planted)).toEqual(forbidden);
    }
    expect(
      (await rest<Row[]>(server, ada.headers, 'GET', `fragrance_profiles?user_id=eq.${ada.id}&order=id`)).body,
    ).toEqual(before);
  });

  it('is published and taken back by its owner alone, with the time of it', async () => {
    await rest(server, ada.headers, 'POST', 'fragrance_profiles', fragranceRow('Evening'));
    const published = await rest<Row[]>(
      server,
      ada.headers,
      'PATCH',
      `fragrance_profiles?name=eq.Evening&user_id=eq.${ada.id}`,
      { is_public: true },
      'return=representation',
    );
    expect(published.body[0]).toMatchObject({ is_public: true, uploaded_at: expect.any(String) });
    expect(published.body[0]!['uploaded_at']).toBe(published.body[0]!['updated_at']);
    const id = String(published.body[0]!['id']);
    for (const { headers, forbidden, member } of strangers()) {
      // What is public comes from the function, with the columns that the product shows.
      expect(told(await rest<Row[]>(server, headers, 'GET', `fragrance_profiles?id=eq.${id}`))).toEqual(
        member ? NOT_THERE : forbidden,
      );
      const shown = (await rpc<Row[]>(server, headers, 'public_fragrance', { id })).body;
      expect(shown.map((row) => Object.keys(row).sort())).toEqual([PUBLIC_COLUMNS]);
      expect((await rpc<Row[]>(server, headers, 'public_fragrance', { name: 'Evening' })).body).toEqual(shown);
      expect((await rpc<Row[]>(server, headers, 'public_fragrance', { name: 'Morning', id })).body).toEqual([]);
      expect((await rpc<Row[]>(server, headers, 'public_fragrance', {})).body).toEqual([]);
      for (const [method, change] of [
        ['PATCH', { is_public: false, name: 'Stolen' }],
        ['DELETE', undefined],
      ] as const) {
        const answer = await rest(
          server,
          headers,
          method,
          `fragrance_profiles?id=eq.${id}`,
          change,
          'return=representation',
        );
        expect(told(answer)).toEqual(member ? NOT_THERE : forbidden);
      }
    }
    const mine = await rest<Row[]>(
      server,
      ada.headers,
      'PATCH',
      `fragrance_profiles?id=eq.${id}`,
      { user_id: eve.id, likes: ['me'], creator_name: 'Famous', uploaded_at: '2030-01-01' },
      'return=representation',
    );
    expect(mine.body[0]).toMatchObject({
      user_id: ada.id,
      likes: [],
      creator_name: 'Ada',
      uploaded_at: published.body[0]!['uploaded_at'],
    });
    // A member's new name reaches what is published; the place in the playlist stays.
    await rest(server, ada.headers, 'PATCH', `profiles?id=eq.${ada.id}`, { liquid_name: 'Countess' });
    const renamed = (await rest<Row[]>(server, ada.headers, 'GET', `fragrance_profiles?id=eq.${id}`)).body[0]!;
    expect(renamed).toMatchObject({
      creator_name: 'Countess',
      updated_at: mine.body[0]!['updated_at'],
      uploaded_at: mine.body[0]!['uploaded_at'],
    });
    const found = await rpc<Row[]>(server, visitor(server), 'public_fragrances', { search: 'countess' });
    expect(found.body.map((row) => row['id'])).toEqual([id]);
    await rest(server, ada.headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { is_public: false });
    expect((await rpc<Row[]>(server, visitor(server), 'public_fragrance', { id })).body).toEqual([]);
    expect((await rpc<Row[]>(server, visitor(server), 'public_fragrances', { search: 'countess' })).body).toEqual([]);
  });

  it('takes nothing that breaks a rule', async () => {
    const wrong = [
      { name: '' },
      { name: ' spaced ' },
      { name: 'n'.repeat(121) },
      { description: 'd'.repeat(2001) },
      { intensity: 1.1 },
      { complexity: -0.1 },
      { music_essence: [] },
      { music_essence: ['H4'] },
      { music_essence: ['Cb4'] },
      { music_essence: ['C9'] },
      { music_essence: Array(33).fill('C4') },
      { dominant_notes: ['C4', 'D4', 'E4', 'F4'] },
      { top_notes: [''] },
      { top_notes: ['n'.repeat(81)] },
      { source: 'magic' },
      { name: '\u00a0Morning' },
      { name: 'Mor\u0001ning' },
      { name: 'Morning\u3000' },
      { top_notes: ['Rose\t'] },
      { audio_path: 'javascript:alert(1)' },
      { audio_path: 'https://example.com/song.mp3' },
      { trace: { duration: 1, peaks: [], notes: [{}] } },
      { trace: [] },
      { trace: { peaks: 'x'.repeat(70_000) } },
    ];
    for (const change of wrong) {
      const answer = await rest<{ code: string }>(server, ada.headers, 'POST', 'fragrance_profiles', {
        ...fragranceRow(`Wrong ${crypto.randomUUID()}`),
        ...change,
      });
      expect({
        change: JSON.stringify(change).slice(0, 80),
        status: answer.status,
        code: answer.body.code,
      }).toMatchObject({ status: 400, code: '23514' });
    }
  });

  it('cannot be saved without end', async () => {
    const many = await newMember(server, 'Many');
    await server.backend!.sql(
      "insert into public.fragrance_profiles (user_id, name, music_essence) select $1, 'n' || i, '{C4}' from generate_series(1, 1000) as i",
      [many.id],
    );
    const over = await rest<{ code: string }>(
      server,
      many.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('One more'),
    );
    expect([over.status, over.body.code]).toEqual([400, 'P0001']);
  });
});

describe('a profile photo', () => {
  const put = (
    headers: Record<string, string>,
    name: string,
    body: Uint8Array<ArrayBuffer>,
    type = 'image/png',
    method = 'POST',
  ) =>
    ask(`${server.url}/storage/v1/object/profiles/${name}`, {
      method,
      headers: { ...headers, 'Content-Type': type, 'Cache-Control': 'max-age=3600', 'x-upsert': 'true' },
      body,
    });

  it('is put into the own folder by its owner, and read by everybody', async () => {
    const picture = await png(16, 16);
    expect((await put(ada.headers, `${ada.id}/1700000000000.png`, picture)).status).toBe(200);
    expect((await put(ada.headers, `${ada.id}/1700000000000.png`, picture)).status).toBe(200);
    const read = await fetch(`${server.url}/storage/v1/object/public/profiles/${ada.id}/1700000000000.png`);
    expect(read.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await read.arrayBuffer()).equals(Buffer.from(picture))).toBe(true);
  });

  it('goes nowhere else, and is no other kind or size of file', async () => {
    const picture = await png(16, 16);
    const refused: [string, Promise<{ status: number }>][] = [
      ['a visitor', put(visitor(server), `${ada.id}/1.png`, picture)],
      ['another member', put(eve.headers, `${ada.id}/1700000000000.png`, picture)],
      ['another member, replacing', put(eve.headers, `${ada.id}/1700000000000.png`, picture, 'image/png', 'PUT')],
      ['no folder', put(ada.headers, '1.png', picture)],
      ['a deeper folder', put(ada.headers, `${ada.id}/deep/1.png`, picture)],
      ['a name that is no time', put(ada.headers, `${ada.id}/page.html.png`, picture)],
      ['a page', put(ada.headers, `${ada.id}/1.html`, new TextEncoder().encode('<script>'), 'text/html')],
      [
        'a drawing with scripts',
        put(ada.headers, `${ada.id}/1.svg`, new TextEncoder().encode('<svg>'), 'image/svg+xml'),
      ],
      ['6 MB', put(ada.headers, `${ada.id}/2.png`, new Uint8Array(6_000_000))],
    ];
    for (const [name, answer] of refused)
      expect({ name, status: (await answer).status }).toEqual({ name, status: 400 });
    for (const headers of [visitor(server), eve.headers]) {
      await ask(`${server.url}/storage/v1/object/profiles`, {
        method: 'DELETE',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ prefixes: [`${ada.id}/1700000000000.png`] }),
      });
      const listed = await ask<unknown>(`${server.url}/storage/v1/object/list/profiles`, {
        method: 'POST',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: JSON.stringify({ prefix: ada.id }),
      });
      expect(Array.isArray(listed.body) ? listed.body : []).toEqual([]);
    }
    expect((await fetch(`${server.url}/storage/v1/object/public/profiles/${ada.id}/1700000000000.png`)).status).toBe(
      200,
    );
  });

  it('does not pile up without end', async () => {
    const picture = await png(4, 4);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push((await put(eve.headers, `${eve.id}/${i}.png`, picture)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });
});

describe('deleting an account', () => {
  const remove = (headers: Record<string, string>, body: unknown = { confirm: true }) =>
    ask(`${server.url}/functions/v1/delete-account`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  it('needs the member, and the confirmation', async () => {
    expect((await remove(visitor(server))).status).toBe(401);
    expect((await remove({})).status).toBe(401);
    expect((await remove(ada.headers, {})).body).toMatchObject({ success: false, code: 'not_confirmed' });
    expect((await own(ada)).body).toHaveLength(1);
  });

  it('ends every session of the member', async () => {
    const gone = await newMember(server, 'Gone');
    expect((await remove(gone.headers)).body).toEqual({ success: true });
    // The access token in somebody's drawer opens nothing any more.
    expect(
      (await rest(server, gone.headers, 'POST', 'fragrance_profiles', fragranceRow('Ghost'))).status,
    ).toBeGreaterThanOrEqual(400);
    expect((await remove(gone.headers)).status).toBe(401);
    if (ON_STAND_IN) return;
    const login = await ask(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: gone.email, password: gone.password }),
    });
    expect(login.status).toBe(400);
  });
});

// Auth decides about them, which the stand-in has not.
describe.skipIf(ON_STAND_IN)('passwords', () => {
  it('have 8 characters at least and 72 at most', async () => {
    const register = (password: string) =>
      ask(`${server.url}/auth/v1/signup`, {
        method: 'POST',
        headers: { apikey: server.keys!.publishable, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: `p${password.length}@example.com`, password }),
      });
    expect((await register('x'.repeat(7))).status).toBe(422);
    expect((await register('x'.repeat(73))).status).toBeGreaterThanOrEqual(400);
    expect((await register('x'.repeat(8))).status).toBe(200);
    expect((await register('x'.repeat(72))).status).toBe(200);
  });
});
