import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEntry } from '../../../src/features/diary/domain/index.ts';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { entryAt } from '../../fixtures/diary.ts';
import { refusal } from '../desk/desk.ts';
import {
  newMember,
  ON_STAND_IN,
  refused,
  rest,
  rpc,
  serviceHeaders,
  startTestServer,
  TO_MEMBERS,
  TO_VISITORS,
  visitor,
  type Member,
} from '../support/testServer.ts';

/** The diary of an account: who keeps, reads, presses and deletes it, and that it is there for nobody else. */

type Row = Record<string, unknown>;

let server: RunningServer;
let ada: Member;
let eve: Member;
beforeAll(async () => {
  server = await startTestServer();
  ada = await newMember(server, 'Ada');
  eve = await newMember(server, 'Eve');
});
afterAll(() => server?.close());

const sql = (query: string, values: readonly unknown[] = []) => server.backend!.sql<Row>(query, values);

let day = 0;
/** What a device sends of an entry of another day. */
function someEntry() {
  const { id, at, zone, pressed, fragrance } = entryAt(new Date(Date.UTC(2026, 0, ++day, 12)).toISOString());
  return { id, at, zone, pressed, fragrance };
}
type Sent = ReturnType<typeof someEntry>;

const keeping = (member: Member, wanted = true) => rpc(server, member.headers, 'keep_diary', { wanted });
const keep = (member: Member, entries: unknown) => rpc(server, member.headers, 'keep_diary_entries', { entries });
const strike = (member: Member, ids: readonly string[]) => rpc(server, member.headers, 'strike_diary_entries', { ids });
const press = (member: Member, entry_id: string, pressed = true) =>
  rpc(server, member.headers, 'press_diary_entry', { entry_id, pressed });
const indexOf = async (member: Member) =>
  (await rpc<{ id: string; pressed: boolean }[] | null>(server, member.headers, 'my_diary')).body;
const entriesOf = async (member: Member, ids: readonly string[]) =>
  (await rpc<Sent[]>(server, member.headers, 'my_diary_entries', { ids })).body;

/** A member whose account keeps a diary with some entries. */
async function withDiary(name: string, count = 2): Promise<{ member: Member; sent: Sent[] }> {
  const member = await newMember(server, name);
  await keeping(member);
  const sent = Array.from({ length: count }, someEntry);
  expect((await keep(member, sent)).body).toBe(count);
  return { member, sent };
}

describe('a diary in the account', () => {
  it('is off until it is wanted', async () => {
    const member = await newMember(server, 'Max');
    expect(await indexOf(member)).toBeNull();
    expect(refusal(await keep(member, [someEntry()]))).toEqual([400, 'P0001', 'not_keeping']);
    expect((await keeping(member)).body).toBe(true);
    expect(await indexOf(member)).toEqual([]);
    expect((await keeping(member)).body).toBe(true);
  });

  it('gives back what was kept, as it was made', async () => {
    const { member, sent } = await withDiary('Max');
    expect(await indexOf(member)).toEqual(sent.map(({ id }) => ({ id, pressed: false })));
    const kept = await entriesOf(
      member,
      sent.map(({ id }) => id),
    );
    expect(kept).toEqual(JSON.parse(JSON.stringify(sent)));
    expect(kept.map((entry) => readEntry(entry)?.id)).toEqual(sent.map(({ id }) => id));
  });

  it('has an entry once, however often it is sent', async () => {
    const { member, sent } = await withDiary('Max', 1);
    const [one] = sent as [Sent];
    const more = someEntry();
    expect((await keep(member, [one, { ...one, pressed: true }, more])).body).toBe(1);
    expect(await indexOf(member)).toEqual([one, more].map(({ id }) => ({ id, pressed: false })));
  });

  it('presses an entry, and takes it out again', async () => {
    const { member, sent } = await withDiary('Max', 1);
    const { id } = sent[0]!;
    expect((await press(member, id)).body).toBe(true);
    expect(await indexOf(member)).toEqual([{ id, pressed: true }]);
    expect((await press(member, id, false)).body).toBe(true);
    expect(await indexOf(member)).toEqual([{ id, pressed: false }]);
    expect((await press(member, someEntry().id)).body).toBe(false);
  });

  it('deletes what is struck, and everything when it is switched off or the account goes', async () => {
    const { member, sent } = await withDiary('Max', 3);
    const rows = () => sql('select entry_id from public.diary_entries where owner_id = $1', [member.id]);
    expect((await strike(member, [sent[0]!.id, 'unknown'])).body).toBe(1);
    expect(await rows()).toHaveLength(2);
    expect((await keeping(member, false)).body).toBe(false);
    expect(await rows()).toEqual([]);
    expect(await indexOf(member)).toBeNull();
    await keeping(member);
    await keep(member, sent);
    if (!ON_STAND_IN) await rpc(server, serviceHeaders(server), 'delete_account', { member: member.id });
    await sql('delete from auth.users where id = $1', [member.id]);
    expect(await rows()).toEqual([]);
  });

  it('is in what its member takes along', async () => {
    const { member, sent } = await withDiary('Max');
    const { body } = await rpc<Row>(server, member.headers, 'export_my_data');
    expect(body['diary_in_account']).toEqual(JSON.parse(JSON.stringify(sent)));
    expect((await rpc<Row>(server, eve.headers, 'export_my_data')).body['diary_in_account']).toEqual([]);
  });

  it('takes no entry that is none', async () => {
    const { member } = await withDiary('Max', 0);
    const good = someEntry();
    for (const bad of [
      { id: 'x' },
      { id: `${good.at + 1}-0123abcd` },
      { at: -1, id: '-1-0123abcd' },
      { at: 7_258_118_400_000, id: '7258118400000-0123abcd' },
      { at: 'soon' },
      { zone: '' },
      { zone: 'Europe/Berlin; drop' },
      { zone: null },
      { pressed: 'yes' },
      { fragrance: null },
      { fragrance: [] },
      { fragrance: { name: 'x'.repeat(32_000) } },
    ])
      expect([bad, (await keep(member, [{ ...good, ...bad }])).status]).toEqual([bad, 400]);
    for (const bad of [null, {}, 'x', [null], Array.from({ length: 51 }, someEntry)])
      expect((await keep(member, bad)).status).toBe(400);
    expect(await indexOf(member)).toEqual([]);
  });

  it('ends at 10,000 entries, or at 48 MiB of them: all that is sent at once is kept, or none', async () => {
    const { member } = await withDiary('Max', 0);
    const fill = (count: number, bytes: number) =>
      sql(
        `insert into public.diary_entries (owner_id, entry_id, at, zone, fragrance)
         select $1, n || '-0123abcd', n, 'UTC', jsonb_build_object('name', repeat('x', $3::integer)) from generate_series(1, $2::integer) as n`,
        [member.id, count, bytes],
      );
    await fill(9999, 1);
    expect(refusal(await keep(member, [someEntry(), someEntry()]))).toEqual([400, 'P0001', 'too_many']);
    expect((await keep(member, [someEntry()])).body).toBe(1);
    await sql('delete from public.diary_entries where owner_id = $1', [member.id]);
    await fill(1574, 31_980);
    expect(refusal(await keep(member, [someEntry()]))).toEqual([400, 'P0001', 'too_many']);
  });
});

describe('a blocked member', () => {
  it('adds nothing, and still reads, takes along and deletes what is there', async () => {
    const { member, sent } = await withDiary('Mallory');
    await sql("insert into private.blocks (member, email_hash, reason) values ($1, '', 'insults')", [member.id]);
    expect(refusal(await keep(member, [someEntry()]))).toEqual([400, 'P0001', 'blocked']);
    expect(refusal(await keeping(member))).toEqual([400, 'P0001', 'blocked']);
    expect(await entriesOf(member, [sent[0]!.id])).toHaveLength(1);
    expect((await rpc<Row>(server, member.headers, 'export_my_data')).body['diary_in_account']).toHaveLength(2);
    expect((await strike(member, [sent[0]!.id])).body).toBe(1);
    expect((await keeping(member, false)).body).toBe(false);
  });
});

describe('others', () => {
  it('touch no row of the tables', async () => {
    const { member, sent } = await withDiary('Max', 1);
    for (const [headers, told] of [
      [visitor(server), TO_VISITORS],
      [eve.headers, TO_MEMBERS],
      [member.headers, TO_MEMBERS],
    ] as const)
      for (const table of ['diaries', 'diary_entries']) {
        expect(refused(await rest(server, headers, 'GET', `${table}?owner_id=eq.${member.id}`))).toEqual(told);
        expect(refused(await rest(server, headers, 'POST', table, { owner_id: member.id }))).toEqual(told);
        expect(refused(await rest(server, headers, 'DELETE', `${table}?owner_id=eq.${member.id}`))).toEqual(told);
      }
    expect(await indexOf(member)).toEqual([{ id: sent[0]!.id, pressed: false }]);
  });

  it('neither read, press nor strike an entry by its id, and may have the same of their own', async () => {
    const { member, sent } = await withDiary('Max', 1);
    const { id } = sent[0]!;
    await keeping(ada);
    expect(await entriesOf(ada, [id])).toEqual([]);
    expect((await press(ada, id)).body).toBe(false);
    expect((await strike(ada, [id])).body).toBe(0);
    expect((await keep(ada, sent)).body).toBe(1);
    await press(ada, id);
    await keeping(ada, false);
    expect(await indexOf(member)).toEqual([{ id, pressed: false }]);
  });

  it('are asked for an account by every function', async () => {
    for (const [name, args] of [
      ['keep_diary', { wanted: true }],
      ['keep_diary_entries', { entries: [] }],
      ['my_diary', {}],
      ['my_diary_entries', { ids: [] }],
      ['press_diary_entry', { entry_id: 'x', pressed: true }],
      ['strike_diary_entries', { ids: [] }],
    ] as const)
      expect(refused(await rpc(server, visitor(server), name, args))).toEqual(TO_VISITORS);
  });
});
