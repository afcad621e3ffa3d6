import { beforeAll, describe, expect, it } from 'vitest';
import type { SoundTrace } from '#features/fragrance/domain/composition/model.ts';
import { drawnPart } from '#features/fragrance/domain/composition/trace.ts';
import { NOTE_CODES } from '#analysis/values/pitch.ts';
import { seededRandom } from '#core/values/random.ts';
import { sharedServer } from '../support/sharedServer.ts';
import { fragranceRow, newMember, rest, rpc, visitor, type Member } from '../support/testServer.ts';

const server = await sharedServer();
let ada: Member;
let eve: Member;
beforeAll(async () => {
  // Other files share the server.
  await server.backend!.sql('delete from public.fragrance_profiles');
  [ada, eve] = [await newMember(server, 'Ada'), await newMember(server, 'Eve')];
});

type Row = Record<string, unknown>;

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

  it('is read page by page, newest first, each fragrance once, private ones never', async () => {
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

  it('has the data of the flowers: of a long trace the same notes that the app selects', async () => {
    const random = seededRandom('a long trace');
    const roundTime = (value: number) => Math.round(1000 * value) / 1000;
    const trace: SoundTrace = {
      duration: 60,
      peaks: [0.5, 1],
      notes: Array.from({ length: 200 }, (_, i) => ({
        note: NOTE_CODES[40 + (i % 20)]!,
        onset: roundTime(i * 0.3),
        // Many of the same length and loudness: the earlier ones stay.
        offset: roundTime(i * 0.3 + 0.1 + 0.05 * Math.floor(4 * random())),
        velocity: roundTime(0.2 + 0.1 * Math.floor(5 * random())),
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

  it('never has audio or the owner', async () => {
    const { body } = await page();
    expect(body).toHaveLength(24);
    for (const card of body) {
      for (const field of ['audio_data', 'audio_path', 'user_id', 'trace', 'likes'])
        expect(card).not.toHaveProperty(field);
      expect(card).toMatchObject({ has_audio: false, creator_name: expect.stringMatching(/Ada|Eve/) });
    }
    expect((await page({ page_size: 1000 })).body).toHaveLength(32);
  });

  it('is searched by name, creator and note, with the last word as a prefix', async () => {
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

  it('drops fragrances that are renamed, made private or deleted from the search', async () => {
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

  it('is read by its indexes', async () => {
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
    // With few rows every index of public ones is as good.
    const others = await server.backend!.sql<{ name: string; definition: string }>(
      "select indexname as name, indexdef as definition from pg_indexes where indexname like 'fragrance_profiles_playlist%'",
    );
    for (const { name } of others) await server.backend!.sql(`drop index public.${name}`);
    const search = await plan(
      "select id from public.fragrance_profiles where is_public and words @@ private.search_query('rose b')",
    );
    for (const { definition } of others) await server.backend!.sql(definition);
    expect(search).toContain('Bitmap Index Scan on fragrance_profiles_search');
    expect(search).toContain('Index Cond');
  });
});
