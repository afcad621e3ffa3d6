import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from './support/sharedServer.ts';
import { fragranceRow, newMember, rest, rpc, visitor, type Member } from './support/testServer.ts';

/** Saved fragrances: their owners, their publication, and the rules of the table. */

const server = await sharedServer();
let ada: Member;
let eve: Member;
beforeAll(async () => {
  [ada, eve] = [await newMember(server, 'Ada'), await newMember(server, 'Eve')];
});

type Row = Record<string, unknown>;
const PUBLIC_COLUMNS =
  'accents audio_data background_notes base_notes character complexity creator_name description dominant_notes id intensity made_at middle_notes music_essence name persistence proportions source top_notes trace uploaded_at'.split(
    ' ',
  );

describe('a saved fragrance', () => {
  it('belongs to the member who saved it, under the name of the profile', async () => {
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

  it('has a name that is unique within a profile, not among all', async () => {
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

  it('is published and made private by its owner, with the time of the publication', async () => {
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
    for (const headers of [visitor(server), eve.headers]) {
      // The function returns public data, with the columns that the product shows.
      const shown = (await rpc<Row[]>(server, headers, 'public_fragrance', { id })).body;
      expect(shown.map((row) => Object.keys(row).sort())).toEqual([PUBLIC_COLUMNS]);
      expect((await rpc<Row[]>(server, headers, 'public_fragrance', { name: 'Evening' })).body).toEqual(shown);
      expect((await rpc<Row[]>(server, headers, 'public_fragrance', { name: 'Morning', id })).body).toEqual([]);
      expect((await rpc<Row[]>(server, headers, 'public_fragrance', {})).body).toEqual([]);
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
    // A member's new name is in published fragrances; their place in the playlist stays.
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

  it('is refused if it breaks a rule', async () => {
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

  it('is not quoted in the message about a broken rule: JSON of a few bytes may be long in print', async () => {
    for (const field of ['trace', 'accents', 'character', 'proportions']) {
      const row = fragranceRow('Long', { [field]: { x: 1e300 } });
      expect(await rest(server, ada.headers, 'POST', 'fragrance_profiles', row)).toMatchObject({
        status: 400,
        body: { message: 'This fragrance cannot be stored.', details: null },
      });
    }
  });

  it('counts towards a limit for each member', async () => {
    const many = await newMember(server, 'Many');
    // The guard counts all rows on each insert, which is slow here.
    await server.backend!.sql('alter table public.fragrance_profiles disable trigger guard_fragrance');
    await server.backend!.sql(
      "insert into public.fragrance_profiles (user_id, name, music_essence) select $1, 'n' || i, '{C4}' from generate_series(1, 999) as i",
      [many.id],
    );
    await server.backend!.sql('alter table public.fragrance_profiles enable trigger guard_fragrance');
    const last = await rest(server, many.headers, 'POST', 'fragrance_profiles', fragranceRow('The last one'));
    expect(last.status).toBe(201);
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
