import { array, constantFrom, oneof, sample, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isName } from '#core/values/nameRules.ts';
import { searchWords } from '#features/community/domain/playlist.ts';
import { asName, cleanAddress, cleanName, isStorableEmail } from '#shared/common/cleanText.ts';
import { refusal, type Row } from './support/refusals.ts';
import {
  fragranceRow,
  makeShare,
  newMember,
  newSecret,
  orderOf,
  rest,
  rpc,
  shareRow,
  upload,
  visitor,
  wav,
} from './support/testServer.ts';
import { sharedServer } from './support/sharedServer.ts';

/** The database, the app and the functions accept the same names: all of them get the same generated texts. */

const server = await sharedServer();

/** Characters in which the two sides could differ: white space of all kinds, controls, pairs, marks. */
const ODD_CHARACTERS = [
  ...' \t\n\u000b\u000c\r\u00a0\u1680\u180e\u2000\u200a\u200b\u2028\u2029\u202f\u205f\u3000\ufeff\u0001\u001f\u007f\u0080\u0085\u009f\u00ad\u034f\u061c\u115f\u17b4\u200d\u200f\u202e\u2066\u2069\u206f\u2800\u3164\ufe0f\uffa0\ufff9\u{1d173}\u{e0041}🌹\u0301é夜aB#@.-♯',
  '',
  '👩‍🚀',
  'c#4',
  'a#',
];
const ADDRESSES = ['ada@example.com', 'a.b+c@example.co.uk', '夜@例え.jp', 'ada@example', 'ada example@a.com'];
const texts = sample(
  oneof(
    constantFrom(...ADDRESSES),
    array(constantFrom(...ODD_CHARACTERS), { maxLength: 8 }).map((parts) => parts.join('')),
    string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\u0000', '')),
    tuple(
      constantFrom(...ODD_CHARACTERS),
      string({ unit: 'grapheme', maxLength: 90 }),
      constantFrom(...ODD_CHARACTERS),
    ).map((parts) => parts.join('').replaceAll('\u0000', '')),
    tuple(
      constantFrom(...ODD_CHARACTERS),
      constantFrom('@', '@@', ''),
      constantFrom('b.c', '.c', 'b.', 'b c.d', ...ODD_CHARACTERS),
    ).map(([a, at, b]) => `a${a}${at}${b}`),
  ),
  { numRuns: 700, seed: 7 },
);

/** One answer of the database a text, in one query. */
async function queryDatabase<T>(expression: string): Promise<T[]> {
  const rows = await server.backend!.sql<{ answer: T }>(
    `select ${expression} as answer from unnest($1::text[]) with ordinality as list (text, place) order by place`,
    [texts],
  );
  return rows.map(({ answer }) => answer);
}
const findDifferences = <T>(sql: readonly T[], here: (text: string) => T) =>
  texts
    .map((text, i) => ({ text, sql: sql[i], here: here(text) }))
    .filter(({ sql, here }) => JSON.stringify(sql) !== JSON.stringify(here));

describe('app and database agree', () => {
  it('about white space around a text', async () => {
    expect(findDifferences(await queryDatabase<string>('private.trimmed(text)'), (text) => text.trim())).toEqual([]);
  });

  it.each([1, 12, 80])('about names of at most %i characters', async (most) => {
    const answers = await queryDatabase<boolean>(`private.is_name(text, ${most})`);
    expect(findDifferences(answers, (text) => isName(text, most))).toEqual([]);
    // A list of which all or none are names would prove little.
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  it('about the nearest name to a text', async () => {
    const nearest = await queryDatabase<string | null>('private.as_name(text, 20, null)');
    expect(findDifferences(nearest, (text) => asName(text, 20) || null)).toEqual([]);
    expect(nearest.filter((name) => name !== null && !isName(name, 20))).toEqual([]);
    // The tables accept the functions' results for all texts.
    expect(texts.map(cleanName).filter((text) => text !== '' && !isName(text, 1000))).toEqual([]);
  });

  it('about e-mail addresses', async () => {
    const answers = await queryDatabase<boolean>('private.is_email(text)');
    expect(findDifferences(answers, isStorableEmail)).toEqual([]);
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  it('that an address has no invisible character, also after a paste', async () => {
    const marks = [
      ...'\u200b\u200c\u200d\u200e\u200f\u061c\u2060\ufeff\u00ad\u034f\ufe0f\u202e\u2066\u3164\u00a0\u3000\t',
    ];
    const pasted = marks.flatMap((mark) => [`${mark}ada@a.com`, `a${mark}da@a.com`, `ada@a.com${mark}`]);
    const rows = await server.backend!.sql<{ taken: number }>(
      'select count(*) filter (where private.is_email(text))::integer as taken from unnest($1::text[]) as text',
      [pasted],
    );
    expect(rows[0]!.taken).toBe(0);
    expect(pasted.filter(isStorableEmail)).toEqual([]);
    expect(new Set(pasted.map(cleanAddress))).toEqual(new Set(['ada@a.com']));
    // A visible space is a mistake of the visitor, and is not corrected.
    expect(isStorableEmail(cleanAddress('ada lovelace@a.com'))).toBe(false);
  });

  it('that one address has one spelling', async () => {
    const signs = '<>(),;:"[]\\'.split('');
    const spellings = [
      ...signs.flatMap((sign) => [`a${sign}b@a.com`, `ab@a${sign}b.com`, `ab@a.com${sign}`, `${sign}ab@a.com`]),
      'ab@a.com.',
      'ab@a..com',
      'ab@.a.com',
      'a1<ab@a.com>',
      'mailto:ab@a.com',
      '"ab"@a.com',
      'ab(1)@a.com',
      'ab@a\u3002com',
      'ab@a.b\uff0ecom',
      'ab@a.b\uff61com',
      '@b.com:ab@a.com',
      'ab@[127.0.0.1]',
      'c@d.com,ab@a.com',
    ];
    const rows = await server.backend!.sql<{ taken: string[] }>(
      'select array(select text from unnest($1::text[]) as text where private.is_email(text)) as taken',
      [spellings],
    );
    expect(rows[0]!.taken).toEqual([]);
    expect(spellings.filter(isStorableEmail)).toEqual([]);
    const usual = ["o'hara+rose@a-b.co.uk", 'первый@пример.рф', 'A.b_c@x.museum', 'a!#$%&*/=?^`{|}~@a.com'];
    expect(usual.filter((text) => !isStorableEmail(text))).toEqual([]);
  });

  it('about the sharps in a search', async () => {
    const samples = 'A#|a# 4|C#4 rose|#rose|rose#|F♯|A|H#|a#9|--c#4--|G#b|##|-|Eau-de-vie'.split('|');
    const rows = await server.backend!.sql<{ words: string[] }>(
      'select array(select word from private.words_in(text) order by place) as words from unnest($1::text[]) with ordinality as list (text, place) order by list.place',
      [samples],
    );
    expect(rows.map(({ words }) => words)).toEqual(samples.map(searchWords));
  });
});

describe('a name without a visible character', () => {
  it('is refused by app, functions and database alike', async () => {
    // Of the planes without a character, from the fourth to the thirteenth, a sample and the ends.
    const codes = Array.from({ length: 0x110000 - 1 }, (_, i) => i + 1).filter(
      (code) =>
        (code < 0xd800 || code > 0xdfff) &&
        (code < 0x40000 || code >= 0xe0000 || code % 199 === 0 || (code & 0xffff) >= 0xfffd),
    );
    const isNamed = codes.map((code) => isName(String.fromCodePoint(code), 1));
    const characters = codes
      // The first ones, those at which the answer of the app changes, and a sample of the others.
      .filter(
        (code, i) => code < 0x2100 || isNamed[i] !== isNamed[i - 1] || isNamed[i] !== isNamed[i + 1] || i % 199 === 0,
      )
      .map((code) => String.fromCodePoint(code));
    const rows = await server.backend!.sql<{ names: string }>(
      "select string_agg(case when private.is_name(text, 1) then '1' else '0' end, '' order by place) as names from unnest($1::text[]) with ordinality as list (text, place)",
      [characters],
    );
    const here = characters.map((text) => (isName(text, 1) ? '1' : '0')).join('');
    expect(rows[0]!.names === here).toBe(true);
    const differs = characters.filter((text) => (cleanName(text) !== '') !== isName(text, 1));
    expect(differs).toEqual([]);
    // Characters that Unicode declares invisible make no name.
    expect(
      characters.filter(
        (text) => /[\p{Default_Ignorable_Code_Point}\p{White_Space}\p{Cc}]/u.test(text) && isName(text, 1),
      ),
    ).toEqual([]);
    expect(here.split('1').length).toBeGreaterThan(10_000);
    expect(here.split('0').length).toBeGreaterThan(100);
  });

  it('loses needless invisible characters, and keeps the joiners of real names', () => {
    const unwanted = '\u0007\u200b\ufeff\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069';
    for (const mark of unwanted)
      for (const text of [`Ro${mark}se`, `${mark}Rose`, `Rose${mark}`]) {
        expect(isName(text, 80)).toBe(false);
        expect([asName(text, 80), cleanName(text)]).toEqual(['Rose', 'Rose']);
      }
    expect(cleanName('Anna\tMaria\r\n')).toBe('Anna Maria');
    for (const text of ['👩‍🚀', '❤️', 'می\u200cخواهم', 'Anna\u3000Maria'])
      expect([isName(text, 80), asName(text, 80), cleanName(text)]).toEqual([true, text, text]);
    expect(asName(`${'\u3164'.repeat(20)}Rose`, 20)).toBe('');
  });
});

describe('half a surrogate pair', () => {
  it('is refused in a name by the app, and removed by the functions', () => {
    for (const text of ['\ud83d', 'Rose\udc00', '\ud800Rose']) {
      expect(isName(text, 80)).toBe(false);
      expect(isStorableEmail(`${text}@example.com`)).toBe(false);
    }
    expect(cleanName('\ud800Ro\u0000se\udc00 ')).toBe('Rose');
  });
});

describe('the name of a member', () => {
  it('has 3 to 49 characters; a registration without a name gets a default', async () => {
    const nameOf = async (liquidName: string, email: string) => {
      await server.backend!.sql(
        "with made as (insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), $2, jsonb_build_object('liquidName', $1::text)) returning id) select 1 from made",
        [liquidName, email],
      );
      const query = 'select liquid_name from public.profiles where email = $1';
      return (await server.backend!.sql<{ liquid_name: string }>(query, [email]))[0]!.liquid_name;
    };
    expect(await nameOf('  DJ Ωmega\u202e ', 'omega.dj@example.com')).toBe('DJ Ωmega');
    expect(await nameOf('Jo', 'jo.hanna@example.com')).toBe('jo.hanna');
    expect(await nameOf('\u200b', 'ze\u200bro@example.com')).toBe('zero');
    expect(await nameOf('x'.repeat(300), 'long@example.com')).toBe('x'.repeat(49));
    expect(await nameOf('夜', 'me@example.com')).toBe('User');
  });

  it('can be changed to any valid name, also one that looks official', async () => {
    const member = await newMember(server, 'Petra');
    const rename = async (liquid_name: string) =>
      refusal(await rest(server, member.headers, 'PATCH', `profiles?id=eq.${member.id}`, { liquid_name }));
    for (const name of ['', 'ab', 'x'.repeat(50), ' Ada', 'Ro\u202ese', 'Ro\u0007se', '\u3164\u3164\u3164'])
      expect(await rename(name)).toEqual([400, '23514', null]);
    for (const name of ['Ada', 'x'.repeat(49), 'Pаypal', 'Accord Support', '🌹🎵✨'])
      expect((await rename(name))[0]).toBe(204);
  });
});

describe('the name of a fragrance', () => {
  it('has 1 to 120 characters, published or not, and may look official', async () => {
    const member = await newMember(server, 'Paula');
    const save = async (name: string, is_public: boolean) =>
      (await rest(server, member.headers, 'POST', 'fragrance_profiles', fragranceRow(name, { is_public }))).status;
    for (const isPublic of [false, true]) {
      for (const name of ['', 'x'.repeat(121), ' Rose', 'Ro\u202ese']) expect(await save(name, isPublic)).toBe(400);
      const names = [isPublic ? 'R' : 'O', `${isPublic}`.padEnd(120, '!'), `Accord Official ${isPublic}`];
      for (const name of names) expect(await save(name, isPublic)).toBe(201);
    }
    const path = String((await upload(server, wav({ hz: 881 }), member.headers)).body['audioPath']);
    const share = shareRow(path, { name: 'Accord Support', show_name: true });
    const made = await makeShare<Row[]>(server, share, member.headers);
    expect(made.body[0]).toMatchObject({ name: 'Accord Support', maker_name: 'Paula' });
  });

  it('has 50 characters at most on a bottle, and may be empty there', async () => {
    const order = (name: string) =>
      rpc(
        server,
        visitor(server),
        'place_preorder',
        orderOf({ design: { name, color: 'red', bottle: 'white' } }, newSecret()),
      );
    for (const name of ['', 'R', 'x'.repeat(50)]) expect((await order(name)).status).toBe(200);
    for (const name of ['x'.repeat(51), ' Rose', 'Ro\u202ese'])
      expect(refusal(await order(name))).toEqual([400, '23514', 'design']);
  });
});
