import { beforeAll, describe, expect, it } from 'vitest';
import {
  fetchJson,
  callFunction,
  newMember,
  ON_REAL_POSTGRES,
  postAuth,
  png,
  rest,
  rpc,
  serviceHeaders,
  signUp,
  visitor,
  type Member,
} from './support/testServer.ts';
import { sharedServer } from './support/sharedServer.ts';

const server = await sharedServer();
let ada: Member;
let eve: Member;

beforeAll(async () => {
  ada = await newMember(server, 'Ada');
  eve = await newMember(server, 'Eve');
});

type Row = Record<string, unknown>;
const ownProfile = (member: Member) => rest<Row[]>(server, member.headers, 'GET', `profiles?id=eq.${member.id}`);

describe('a profile', () => {
  it('is made at sign-up from the fields of the registration', async () => {
    const { status, body } = await ownProfile(ada);
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

  it('never prevents a sign-up, with any content of its fields', async () => {
    const names: [unknown, string][] = [
      ['', 'strange'],
      ['   ', 'strange'],
      ['name '.repeat(60), 'name '.repeat(10).trim()],
      ['n'.repeat(300), 'n'.repeat(49)],
      [42, 'strange'],
      [1234, '1234'],
      [null, 'strange'],
      ['<script>alert(1)</script>', '<script>alert(1)</script>'],
      ["Robert'); drop table profiles;--", "Robert'); drop table profiles;--"],
      ['🌹🎵', 'strange'],
      ['🌹🎵✨', '🌹🎵✨'],
      ['Pаypal', 'Pаypal'],
    ];
    for (const [i, [liquidName, expected]] of names.entries()) {
      await signUp(server, `strange@example${i}.com`, { liquidName, location: 'x'.repeat(500) }, 'correct horse');
      const [row] = await server.backend!.sql<Row>('select * from public.profiles where email = $1', [
        `strange@example${i}.com`,
      ]);
      expect(row).toMatchObject({ liquid_name: expected, location: 'x'.repeat(100) });
    }
  });

  it('is changed by its owner, through the table and through the view of the same rows', async () => {
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
    expect((await ownProfile(ada)).body[0]).toMatchObject({ scent_mood: 'Cozy' });
    expect((await rest<Row[]>(server, ada.headers, 'GET', 'users?select=id&limit=1')).body).toEqual([{ id: ada.id }]);
  });

  it("refuses its owner's changes to e-mail, level, dates and owner", async () => {
    const before = (await ownProfile(ada)).body;
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
    expect((await ownProfile(ada)).body).toEqual(before);
  });

  it('refuses values that break a rule', async () => {
    const wrong = [
      { liquid_name: '' },
      { liquid_name: '   ' },
      { liquid_name: 'n'.repeat(50) },
      { liquid_name: 'ab' },
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

describe('SQL in a request', () => {
  it('is run by no function, not even for the service', async () => {
    const tries = [
      ['run_sql', { sql: 'select 1' }],
      ['create_users_table', {}],
      ['create_fragrance_profiles_table', {}],
    ] as const;
    for (const headers of [visitor(server), ada.headers, serviceHeaders(server)])
      for (const [name, args] of tries)
        expect(await rpc(server, headers, name, args)).toMatchObject({ status: 404, body: { code: 'PGRST202' } });
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
    fetchJson(`${server.url}/storage/v1/object/profiles/${name}`, {
      method,
      headers: { ...headers, 'Content-Type': type, 'Cache-Control': 'max-age=3600', 'x-upsert': 'true' },
      body,
    });

  it('is stored in the own folder by its owner, and public', async () => {
    const picture = await png(16, 16);
    expect((await put(ada.headers, `${ada.id}/1700000000000.png`, picture)).status).toBe(200);
    expect((await put(ada.headers, `${ada.id}/1700000000000.png`, picture)).status).toBe(200);
    const read = await fetch(`${server.url}/storage/v1/object/public/profiles/${ada.id}/1700000000000.png`);
    expect(read.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await read.arrayBuffer()).equals(Buffer.from(picture))).toBe(true);
  });

  it('is refused elsewhere, and with another type or size', async () => {
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
  });

  it.each([
    ['logged out', (gone: Member) => postAuth(server, 'logout', {}, gone.headers)],
    ['was deleted', (gone: Member) => callFunction(server, 'delete-account', { confirm: true }, gone.headers)],
  ])('is refused with the token of a member who %s', async (_name, leave) => {
    const gone = await newMember(server, 'Gone');
    const picture = await png(4, 4);
    expect((await put(gone.headers, `${gone.id}/1.png`, picture)).status).toBe(200);
    expect((await leave(gone)).status).toBeLessThan(300);
    // Storage of a hosted project has one status for all refusals of an upload, and the real one in the body.
    expect(await put(gone.headers, `${gone.id}/2.png`, picture)).toMatchObject(
      ON_REAL_POSTGRES ? { status: 400, body: { statusCode: '403' } } : { status: 401, body: { statusCode: '401' } },
    );
  });

  it('counts towards a limit of photos', async () => {
    const picture = await png(4, 4);
    const statuses: number[] = [];
    for (let i = 0; i < 25; i++) statuses.push((await put(eve.headers, `${eve.id}/${i}.png`, picture)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  });
});

// Only Auth decides about them, and the stand-in has none.
describe.skipIf(ON_REAL_POSTGRES)('passwords', () => {
  it('have at least 8 and at most 72 characters', async () => {
    const register = (password: string) =>
      postAuth(server, 'signup', { email: `p${password.length}@example.com`, password });
    expect((await register('x'.repeat(7))).status).toBe(422);
    expect((await register('x'.repeat(73))).status).toBeGreaterThanOrEqual(400);
    expect((await register('x'.repeat(8))).status).toBe(200);
    expect((await register('x'.repeat(72))).status).toBe(200);
  });
});
