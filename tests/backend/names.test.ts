import { array, constantFrom, oneof, sample, string, tuple } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isName } from '../../src/core/values/nameRules.ts';
import { searchWords } from '../../src/features/community/domain/playlist.ts';
import { asName, cleanAddress, cleanName, isStorableEmail } from '../../supabase/functions/_shared/common/cleanText.ts';
import { refusal, type Row } from './support/refusals.ts';
import { fragranceRow, makeShare, newMember, rest, rpc, shareRow, upload, visitor, wav } from './support/testServer.ts';
import { sharedServer } from './support/sharedServer.ts';

/** What the database calls a name, the app and the functions call one as well: generated texts are shown to all of them. */

const server = await sharedServer();

/** Characters in which the two sides could differ: white space of all kinds, controls, pairs, marks. */
const ODD = [
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
    array(constantFrom(...ODD), { maxLength: 8 }).map((parts) => parts.join('')),
    string({ unit: 'binary', maxLength: 12 }).map((text) => text.replaceAll('\u0000', '')),
    tuple(constantFrom(...ODD), string({ unit: 'grapheme', maxLength: 90 }), constantFrom(...ODD)).map((parts) =>
      parts.join('').replaceAll('\u0000', ''),
    ),
    tuple(constantFrom(...ODD), constantFrom('@', '@@', ''), constantFrom('b.c', '.c', 'b.', 'b c.d', ...ODD)).map(
      ([a, at, b]) => `a${a}${at}${b}`,
    ),
  ),
  { numRuns: 700, seed: 7 },
);

/** One answer of the database a text, in one query. */
async function asked<T>(expression: string): Promise<T[]> {
  const rows = await server.backend!.sql<{ answer: T }>(
    `select ${expression} as answer from unnest($1::text[]) with ordinality as list (text, place) order by place`,
    [texts],
  );
  return rows.map(({ answer }) => answer);
}
const differing = <T>(sql: readonly T[], here: (text: string) => T) =>
  texts
    .map((text, i) => ({ text, sql: sql[i], here: here(text) }))
    .filter(({ sql, here }) => JSON.stringify(sql) !== JSON.stringify(here));

describe('app and database agree', () => {
  it('about white space around a text', async () => {
    expect(differing(await asked<string>('private.trimmed(text)'), (text) => text.trim())).toEqual([]);
  });

  it.each([1, 12, 80])('about names of at most %i characters', async (most) => {
    const answers = await asked<boolean>(`private.is_name(text, ${most})`);
    expect(differing(answers, (text) => isName(text, most))).toEqual([]);
    // A list of which all or none are names would prove little.
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  it('about the nearest name to a text', async () => {
    const nearest = await asked<string | null>('private.as_name(text, 20, null)');
    expect(differing(nearest, (text) => asName(text, 20) || null)).toEqual([]);
    expect(nearest.filter((name) => name !== null && !isName(name, 20))).toEqual([]);
    // What the functions make of a text, the tables take.
    expect(texts.map(cleanName).filter((text) => text !== '' && !isName(text, 1000))).toEqual([]);
  });

  it('about e-mail addresses', async () => {
    const answers = await asked<boolean>('private.is_email(text)');
    expect(differing(answers, isStorableEmail)).toEqual([]);
    expect(new Set(answers)).toEqual(new Set([true, false]));
  });

  it('that an address has no invisible character, wherever it was pasted', async () => {
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
    const spellings = [
      ...'<>(),;:"[]\\'
        .split('')
        .flatMap((sign) => [`a${sign}b@a.com`, `ab@a${sign}b.com`, `ab@a.com${sign}`, `${sign}ab@a.com`]),
      ...['ab@a.com.', 'ab@a..com', 'ab@.a.com', 'a1<ab@a.com>', 'mailto:ab@a.com', '"ab"@a.com', 'ab(1)@a.com'],
      ...[
        'ab@a\u3002com',
        'ab@a.b\uff0ecom',
        'ab@a.b\uff61com',
        '@b.com:ab@a.com',
        'ab@[127.0.0.1]',
        'c@d.com,ab@a.com',
      ],
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

  it('about the sharps in what is searched for', async () => {
    const samples = 'A#|a# 4|C#4 rose|#rose|rose#|F♯|A|H#|a#9|--c#4--|G#b|##|-|Eau-de-vie'.split('|');
    const rows = await server.backend!.sql<{ words: string[] }>(
      'select array(select word from private.words_in(text) order by place) as words from unnest($1::text[]) with ordinality as list (text, place) order by list.place',
      [samples],
    );
    expect(rows.map(({ words }) => words)).toEqual(samples.map(searchWords));
  });
});

describe('a name that looks like none', () => {
  it('is none, for the characters that are not drawn, to app, functions and database alike', async () => {
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

  it('loses what no name needs, and keeps the joiners that people write', () => {
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
  it('is no part of a name in the app, and taken out by the functions', () => {
    for (const text of ['\ud83d', 'Rose\udc00', '\ud800Rose']) {
      expect(isName(text, 80)).toBe(false);
      expect(isStorableEmail(`${text}@example.com`)).toBe(false);
    }
    expect(cleanName('\ud800Ro\u0000se\udc00 ')).toBe('Rose');
  });
});

/* Names that others see: no alphabet mixed inside a word, no endless repetition, and none that could be Accord's own. */
const faults = async (names: readonly string[], person: boolean) =>
  Object.fromEntries(
    (
      await server.backend!.sql<{ name: string; fault: string | null }>(
        'select name, private.name_fault(name, $2) as fault from unnest($1::text[]) as name',
        [names, person],
      )
    ).map(({ name, fault }) => [name, fault]),
  );
const all = (names: readonly string[], fault: string | null) => Object.fromEntries(names.map((name) => [name, fault]));

describe('the rule for names', () => {
  it('takes the names of people all over the world', async () => {
    const names =
      'Ada Lovelace|Zoë|Nguyễn Thị Ánh|Ольга Иванова|Νίκος Παπαδόπουλος|Ольга Smith|山田 太郎|ヤマダ Ada|김 지우|محمد علی|Ann-Sophie d’Accordi|Accordion Ann|Supportive Group|Mx. 🌹|Ada_99|aaaaaaaaa|Officialdom'.split(
        '|',
      );
    expect(await faults(names, true)).toEqual(all(names, null));
  });

  it('refuses those that pass for Accord, however they are written', async () => {
    const names =
      'Accord|ACCORD OFFICIAL SUPPORT|accord-support|AccordSupport|The Official|Support 24/7|Àccörd|Ａｃｃｏｒｄ|𝐀𝐜𝐜𝐨𝐫𝐝|A.c.c.o.r.d|A c c o r d|4cc0rd|0ff1c1al|Offlclal|$upport|Acc\u200bord|Acc\u00adord team|Team Accord'.split(
        '|',
      );
    expect(await faults(names, true)).toEqual(all(names, 'impersonates'));
  });

  it('lets a fragrance be an accord, but not an official one', async () => {
    const fine = ['Amber Accord', 'Accord', 'A Chord of Support', 'Unofficial Accord'];
    const wrong = ['Accord Official', 'Official Accord No. 5', 'Accord: support', 'SUPPORT@ACCORD'];
    expect(await faults(fine, false)).toEqual(all(fine, null));
    expect(await faults(wrong, false)).toEqual(all(wrong, 'impersonates'));
  });

  it('refuses alphabets that are mixed inside a word, and what repeats without end', async () => {
    const mixed = ['Ассоrd', 'Pаypal', 'Αda', 'Оlga', 'Ολγа'];
    const endless = ['x'.repeat(120), 'Hi!!!!!!!!!!', `Z${'\u0301'.repeat(4)}algo`];
    for (const person of [true, false]) {
      expect(await faults(mixed, person)).toEqual(all(mixed, 'mixes'));
      expect(await faults(endless, person)).toEqual(all(endless, 'repeats'));
    }
  });
});

describe('a name that is refused', () => {
  it('is reported before a registration is sent, and never fails a registration', async () => {
    const faultOf = async (name: string) =>
      (await rpc<string | null>(server, visitor(server), 'name_fault', { name })).body;
    expect(await faultOf('Ada Lovelace')).toBeNull();
    expect(await faultOf('DJ Ωmega')).toBe('Please choose a name that does not mix alphabets inside a word.');
    expect(await faultOf('Ω'.repeat(49))).toBe('Please choose a name that does not repeat a character ten times.');
    expect(await faultOf('Accord Support')).toBe('Please choose a name that cannot be taken for one of Accord.');
    expect(await faultOf('Ro\u202ese')).toBe('Please choose a name of 3 to 49 characters.');
    const nameOf = async (liquidName: string, email: string) => (
      await server.backend!.sql<{ liquid_name: string }>(
        `with made as (insert into auth.users (id, email, raw_user_meta_data) values (gen_random_uuid(), $2, jsonb_build_object('liquidName', $1::text)) returning id)
           select 1 from made`,
        [liquidName, email],
      ),
      (
        await server.backend!.sql<{ liquid_name: string }>('select liquid_name from public.profiles where email = $1', [
          email,
        ])
      )[0]!.liquid_name
    );
    expect(await nameOf('DJ Ωmega', 'omega.dj@example.com')).toBe('omega.dj');
    expect(await nameOf('\u200b', 'ze\u200bro@example.com')).toBe('zero');
    expect(await nameOf('Accord', 'accord@example.com')).toBe('User');
  });

  it('is no name of a member: a registration gets another, a change is refused', async () => {
    const member = await newMember(server, 'Accord Support');
    const nameOf = async () =>
      (await rest<Row[]>(server, member.headers, 'GET', `profiles?id=eq.${member.id}`)).body[0]!['liquid_name'];
    expect(await nameOf()).toBe(member.email.split('@')[0]);
    const rename = (liquid_name: string) =>
      rest(server, member.headers, 'PATCH', `profiles?id=eq.${member.id}`, { liquid_name });
    expect(refusal(await rename('Accord Official'))).toEqual([400, 'P0001', 'name_impersonates']);
    expect(refusal(await rename('Pаypal'))).toEqual([400, 'P0001', 'name_mixes']);
    expect((await rename('Peter')).status).toBe(204);
    // A name from before the rule: the profile can be changed, and nothing is published under it.
    await server.backend!.sql("update public.profiles set liquid_name = 'Official' where id = $1", [member.id]);
    expect(
      (await rest(server, member.headers, 'PATCH', `profiles?id=eq.${member.id}`, { location: 'Rome' })).status,
    ).toBe(204);
    const publish = () =>
      rest(server, member.headers, 'POST', 'fragrance_profiles', fragranceRow('Plain', { is_public: true }));
    expect(refusal(await publish())).toEqual([400, 'P0001', 'name_impersonates']);
    await rename('Peter');
    expect((await publish()).status).toBe(201);
  });

  it('is saved for oneself, and not published', async () => {
    const member = await newMember(server, 'Petra');
    const saved = await rest<Row[]>(
      server,
      member.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('Accord Official'),
      'return=representation',
    );
    expect(saved.status).toBe(201);
    const at = `fragrance_profiles?id=eq.${String(saved.body[0]!['id'])}`;
    const change = (row: Row) => rest(server, member.headers, 'PATCH', at, row);
    expect(refusal(await change({ is_public: true }))).toEqual([400, 'P0001', 'name_impersonates']);
    expect((await change({ name: 'Fair', is_public: true })).status).toBe(204);
    expect(refusal(await change({ name: 'x'.repeat(12) }))).toEqual([400, 'P0001', 'name_repeats']);
    expect((await rpc<Row[]>(server, visitor(server), 'public_fragrances', { search: 'fair' })).body).toHaveLength(1);
  });

  it('is in no text of a published fragrance, whenever it changes', async () => {
    const member = await newMember(server, 'Paula');
    const row = fragranceRow('Honest', { is_public: true });
    const saved = await rest<Row[]>(server, member.headers, 'POST', 'fragrance_profiles', row, 'return=representation');
    const at = `fragrance_profiles?id=eq.${String(saved.body[0]!['id'])}`;
    const change = (fields: Row) => rest(server, member.headers, 'PATCH', at, fields);
    for (const field of ['top_notes', 'middle_notes', 'base_notes'])
      expect(refusal(await change({ [field]: ['Rose', 'Accord Support'] }))).toEqual([
        400,
        'P0001',
        'name_impersonates',
      ]);
    expect(refusal(await change({ description: 'Write to the official Accord.' }))[2]).toBe('name_impersonates');
    expect((await change({ top_notes: ['Amber Accord'], description: 'Warm and quiet.' })).status).toBe(204);
    expect((await change({ is_public: false, top_notes: ['Accord Support'] })).status).toBe(204);
    expect(refusal(await change({ is_public: true }))[2]).toBe('name_impersonates');
  });

  it('is no name of a share, and is not shown as its maker', async () => {
    const member = await newMember(server, 'Pia');
    await server.backend!.sql("update public.profiles set liquid_name = 'Support' where id = $1", [member.id]);
    const path = String((await upload(server, wav({ hz: 881 }), member.headers)).body['audioPath']);
    const share = (fields: Row) => makeShare<Row[]>(server, shareRow(path, fields), member.headers);
    for (const fields of [
      { name: 'Accord Support' },
      { top_notes: ['Accord Support'] },
      { description: 'Accord: support' },
    ])
      expect(refusal(await share(fields))).toEqual([400, 'P0001', 'name_impersonates']);
    const made = await share({ name: 'Rain', show_name: true });
    expect(made.body[0]).toMatchObject({ name: 'Rain', maker_name: null });
  });
});
