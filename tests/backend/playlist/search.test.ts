import { beforeAll, describe, expect, it } from 'vitest';
import { matchesSearch } from '#features/community/domain/playlist.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { pick, seededRandom } from '#core/values/random.ts';
import { newMember, rest, rpc, visitor, type Member } from '../support/testServer.ts';
import { sharedServer } from '../support/sharedServer.ts';

/* Pages of a search go by time: here are moments with many fragrances, years with one, and times between. */

interface Card {
  id: string;
  name: string;
  uploaded_at: string;
}

interface Stored {
  id: string;
  name: string;
  creatorName: string;
  musicEssence: NoteCode[];
  topNotes: string[];
  middleNotes: string[];
  baseNotes: string[];
  /** Microseconds since 1970. */
  at: bigint;
}

const second = 1_000_000n;
const day = 86_400n * second;
const FIRST_MICROSECOND = BigInt(Date.UTC(2026, 0, 1)) * 1000n;
const MATERIAL_NAMES = ['Rose', 'Oud', 'Vanilla', 'Pink Pepper', 'عود', 'Été', '🌹'];
const CREATOR_NAMES = ['Ada Lovelace', 'Grace Hopper', 'نور', 'Anna-Maria'];

/** Publication of the n-th, the newest first: in bursts, and far apart. */
function momentOf(n: number): bigint {
  // One statement that published many, such as an import.
  if (n < 150) return FIRST_MICROSECOND;
  // Several in each second, then one a minute, one every three days, one every ten months: back to the last century.
  if (n < 300) return FIRST_MICROSECOND - BigInt(n) * 170_000n;
  if (n < 450) return FIRST_MICROSECOND - BigInt(n) * 60n * second;
  if (n < 600) return FIRST_MICROSECOND - BigInt(n - 449) * 3n * day;
  return FIRST_MICROSECOND - BigInt(n - 596) * 300n * day;
}

const storedRows: Stored[] = [];
const server = await sharedServer();
let member: Member;

beforeAll(async () => {
  member = await newMember(server);
  const random = seededRandom('search');
  for (let n = 0; n < 630; n++)
    storedRows.push({
      id: `${(Math.floor(random() * 2 ** 32) >>> 0).toString(16).padStart(8, '0')}-0000-4000-8000-${n.toString(16).padStart(12, '0')}`,
      name: `Song ${n} ${n % 70 === 69 ? 'Rarely' : pick(['Over', 'Before'], random)}`,
      creatorName: pick(CREATOR_NAMES, random),
      musicEssence: [pick<NoteCode>(['C4', 'C#4', 'A0', 'A#7'], random)],
      topNotes: [pick(MATERIAL_NAMES, random)],
      middleNotes: n < 300 ? [] : [pick(MATERIAL_NAMES, random)],
      baseNotes: n === 629 ? ['Ambergris', 'Rose'] : [],
      at: momentOf(n),
    });
  // Other files share the server.
  await server.backend!.sql('delete from public.fragrance_profiles');
  await server.backend!.sql('alter table public.fragrance_profiles disable trigger guard_fragrance');
  await server.backend!.sql(
    `insert into public.fragrance_profiles (id, user_id, name, creator_name, music_essence, top_notes, middle_notes, base_notes, is_public, uploaded_at)
     select id, $2, name, creator_name, music_essence, top_notes, middle_notes, base_notes, true, uploaded_at
     from jsonb_populate_recordset(null::public.fragrance_profiles, $1::jsonb)`,
    [
      JSON.stringify(
        storedRows.map((one) => ({
          id: one.id,
          name: one.name,
          creator_name: one.creatorName,
          music_essence: one.musicEssence,
          top_notes: one.topNotes,
          middle_notes: one.middleNotes,
          base_notes: one.baseNotes,
          uploaded_at: `${new Date(Number(one.at / 1000n)).toISOString().slice(0, -1)}${String(one.at % 1000n).padStart(3, '0')}Z`,
        })),
      ),
      member.id,
    ],
  );
  await server.backend!.sql('alter table public.fragrance_profiles enable trigger guard_fragrance');
  // No search finds a private fragrance.
  await rest(server, member.headers, 'POST', 'fragrance_profiles', {
    name: 'Song Over Rose',
    music_essence: ['C4'],
    is_public: false,
  });
});

/** Ids of all that a search finds, in the order of the playlist, by the rules of the app. */
function expected(search: string): string[] {
  return storedRows
    .filter((one) => matchesSearch(one, search))
    .sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1))
    .map(({ id }) => id);
}

/** Ids of all pages of a search, one after the other. */
async function findIds(search: string, pageSize: number): Promise<string[]> {
  const ids: string[] = [];
  let last: Card | undefined;
  do {
    const { status, body } = await rpc<Card[]>(server, visitor(server), 'public_fragrances', {
      search,
      page_size: pageSize,
      ...(last ? { before_at: last.uploaded_at, before_id: last.id } : {}),
    });
    expect(status).toBe(200);
    ids.push(...body.map(({ id }) => id));
    // Without this check there might be no last page.
    expect(new Set(ids).size).toBe(ids.length);
    last = body.length === pageSize ? body.at(-1) : undefined;
  } while (last);
  return ids;
}

describe('search', () => {
  it.each([
    ['what all have', 'song', 100],
    ['what all have, in shorter pages', 's', 60],
    ['a common word', 'rose', 20],
    ['two common words', 'ada over', 10],
    ['two that never meet', 'over before', 10],
    ['a rare word', 'rarely', 3],
    ['the oldest of all', 'amber', 24],
    ['the oldest, and a letter that all have', 'ambergris s', 24],
    ['a common word and a rare one', 'rose amber', 24],
    ['nothing and a common word', 'zzz rose', 24],
    ['a common word and nothing', 'rose zzz', 24],
    ['a number as far as it is typed, which hundreds of words begin with', 'song 1', 20],
    ['a creator', 'grace hopper', 20],
    ['a word with a hyphen', 'anna-maria', 20],
    ['a sharp while it is typed', 'A#', 20],
    ['a note', 'c#4', 20],
    ['an emoji', '🌹', 20],
    ['Arabic', 'نور عو', 20],
    ['an accent', 'ét', 20],
    ['six words', 'song ada lovelace over pink pep', 5],
    ['the same word twice', 'rose rose', 20],
  ])('finds %s, page by page, the newest first', async (_what, search, pageSize) => {
    const wanted = expected(search);
    expect(await findIds(search, pageSize)).toEqual(wanted);
    expect(wanted.length > 0).toBe(!/zzz|over before/.test(search));
  });

  it('accepts many words, and long ones', async () => {
    expect(await findIds(`song ${'rose '.repeat(30)}`, 50)).toEqual(expected('song rose'));
    for (const search of [
      'x'.repeat(5000),
      'a '.repeat(150),
      'rose@',
      'rose & !oud',
      'rose:*',
      '<->',
      "'",
      '{}',
      'null',
      '"',
    ])
      expect((await rpc(server, visitor(server), 'public_fragrances', { search })).status).toBe(200);
    // An operator of the database's queries is no operator here.
    for (const search of ['rose | oud', 'rose:*', '!rose', '(rose)'])
      expect(await findIds(search, 24)).toEqual(expected(search));
  });
});
