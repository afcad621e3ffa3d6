import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import {
  fragranceRow,
  makeShare,
  newMember,
  rest,
  rpc,
  shareRow,
  startTestServer,
  upload,
  visitor,
  wav,
} from '../support/testServer.ts';
import { refusal, type Row } from './desk.ts';

/** Names that others see: no alphabet mixed inside a word, no endless repetition, and none that could be Accord's own. */

let server: RunningServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

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
    const names = [
      'Ada Lovelace',
      'Zoë',
      'Nguyễn Thị Ánh',
      'Ольга Иванова',
      'Νίκος Παπαδόπουλος',
      'Ольга Smith',
      '山田 太郎',
      'ヤマダ Ada',
      '김 지우',
      'محمد علی',
      'Ann-Sophie d’Accordi',
      'Accordion Ann',
      'Support Group'.replace('Support', 'Supportive'),
      'Mx. 🌹',
      'Ada_99',
      'aaaaaaaaa',
      'Officialdom',
    ];
    expect(await faults(names, true)).toEqual(all(names, null));
  });

  it('refuses those that pass for Accord, however they are written', async () => {
    const names = [
      'Accord',
      'ACCORD OFFICIAL SUPPORT',
      'accord-support',
      'AccordSupport',
      'The Official',
      'Support 24/7',
      'Àccörd',
      'Ａｃｃｏｒｄ',
      '𝐀𝐜𝐜𝐨𝐫𝐝',
      'A.c.c.o.r.d',
      'A c c o r d',
      '4cc0rd',
      '0ff1c1al',
      'Offlclal',
      '$upport',
      'Acc\u200bord',
      'Acc\u00adord team',
      'Team Accord',
    ];
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
  it('is no name of a member: a registration gets another, a change is refused', async () => {
    const member = await newMember(server, 'Accord Support');
    const nameOf = async () =>
      (await rest<Row[]>(server, member.headers, 'GET', `profiles?id=eq.${member.id}`)).body[0]!['liquid_name'];
    expect(await nameOf()).toBe('User');
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

  it('is no name of a share, and is not shown as its maker', async () => {
    const member = await newMember(server, 'Pia');
    await server.backend!.sql("update public.profiles set liquid_name = 'Support' where id = $1", [member.id]);
    const path = String((await upload(server, wav({ hz: 881 }), member.headers)).body['audioPath']);
    const share = (fields: Row) => makeShare<Row[]>(server, shareRow(path, fields), member.headers);
    expect(refusal(await share({ name: 'Accord Support' }))).toEqual([400, 'P0001', 'name_impersonates']);
    const made = await share({ name: 'Rain', show_name: true });
    expect(made.body[0]).toMatchObject({ name: 'Rain', maker_name: null });
  });
});
