import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import {
  callFunction,
  fragranceRow,
  getShare,
  makeShare,
  newMember,
  newSecret,
  orderOf,
  rest,
  rpc,
  serviceHeaders,
  shareRow,
  startTestServer,
  upload,
  visitor,
  wav,
  type Member,
} from '../support/testServer.ts';
import { callAt, newPeople, NO_OWNER, refusal, type People, type Row } from './desk.ts';

/** What is public can be reported, hidden and given back, members blocked; the persons concerned read why, and answer. */

let server: RunningServer;
let people: People;
let hz = 900;

beforeAll(async () => {
  server = await startTestServer();
  people = await newPeople(server);
});
afterAll(() => server?.close());

const asOwner = <Body = Row>(name: string, args: Row = {}) => rpc<Body>(server, people.owner.headers, name, args);

async function record(headers?: Record<string, string>, owner?: string): Promise<string> {
  return String((await upload(server, wav({ hz: ++hz }), headers, owner)).body['audioPath']);
}
/** A public fragrance; returns its id. */
async function publish(member: Member, name: string, more: Row = {}): Promise<string> {
  const saved = await rest<Row[]>(
    server,
    member.headers,
    'POST',
    'fragrance_profiles',
    fragranceRow(name, { is_public: true, ...more }),
    'return=representation',
  );
  if (saved.status !== 201) throw new Error(`Not published: ${JSON.stringify(saved.body)}`);
  return String(saved.body[0]!['id']);
}
async function share(name: string, headers?: Record<string, string>, secret = newSecret()): Promise<string> {
  const row = shareRow(await record(headers, secret), { name });
  const made = await makeShare(server, row, headers, secret);
  if (made.status !== 200) throw new Error(`Not shared: ${JSON.stringify(made.body)}`);
  return String(row['share_id']);
}

/** Whether a fragrance is in the playlist, in its search, and at its own address. */
async function isShown(id: string, word: string): Promise<boolean> {
  const has = async (name: string, args: Row) =>
    (await rpc<Row[]>(server, visitor(server), name, args)).body.some((row) => row['id'] === id);
  const found = [
    await has('public_fragrances', { page_size: 100 }),
    await has('public_fragrances', { search: word }),
    await has('public_fragrance', { id }),
  ];
  expect(new Set(found).size).toBe(1);
  return found[0]!;
}
/** Whether a share is on its page, in its card, and counts views. */
async function isShared(id: string): Promise<boolean> {
  const found = [
    (await getShare(server, id)).body.length === 1,
    (await rpc<Row[]>(server, serviceHeaders(server), 'share_card', { share_id: id })).body.length === 1,
    (await rpc(server, visitor(server), 'record_share_view', { share_id: id })).body !== null,
    (await fetch(`${server.url}/share/${id}`)).status === 200,
  ];
  expect(new Set(found).size).toBe(1);
  return found[0]!;
}
let network = 0;
/** A report by a device from a network that nobody else has. */
const reportFragrance = (id: string, more: Row = {}, address = `100.64.${++network}.1`) =>
  callAt(server, address, 'report_fragrance', { id, reason: 'insult', owner_secret: newSecret(), ...more });
const caseOf = async (subject_id: string) =>
  (await asOwner<Row[]>('desk_reports', { page_size: 200 })).body.find((row) => row['subject_id'] === subject_id);
const moderationOf = async (headers: Record<string, string>, owner_secret: string | null = null) =>
  (await rpc<Row[]>(server, headers, 'my_moderation', { owner_secret })).body;

describe('a report', () => {
  it('reaches the desk, once a device or member, with its reasons and words', async () => {
    const id = await publish(people.ada, 'Cedar morning');
    const secret = newSecret();
    const report = (headers: Record<string, string>, more: Row = {}) =>
      rpc(server, headers, 'report_fragrance', {
        id,
        reason: 'spam',
        details: ' It sells pills. ',
        owner_secret: secret,
        ...more,
      });
    for (let again = 0; again < 3; again++)
      expect((await report(visitor(server))).body).toEqual({ status: 'reported' });
    // The same device signs in, and the same member comes from another device.
    await report(people.eve.headers, { reason: 'other' });
    expect(await caseOf(id)).toMatchObject({ reports: 1 });
    const other = await newMember(server, 'Mona');
    await report(other.headers, { reason: 'insult', owner_secret: null });
    await report(other.headers, { reason: 'insult', owner_secret: newSecret() });
    expect(await caseOf(id)).toMatchObject({
      state: 'new',
      subject: 'fragrance',
      name: 'Cedar morning',
      creator: 'Ada',
      member: people.ada.id,
      shown: true,
      hidden_cause: null,
      reports: 2,
      reasons: { spam: 1, insult: 1 },
      details: [
        { reason: 'insult', details: 'It sells pills.' },
        { reason: 'spam', details: 'It sells pills.' },
      ],
    });
    expect((await asOwner<Row[]>('desk_reports', { search: 'pills cedar' })).body).toHaveLength(1);
    // One more makes it new again.
    const { id: item } = (await caseOf(id))!;
    await asOwner('desk_set_state', { kind: 'report', ids: [item], state: 'done' });
    await reportFragrance(id);
    expect(await caseOf(id)).toMatchObject({ state: 'new', reports: 3 });
  });

  it('is refused for what is private, unknown, or the own, and without a reason or a secret', async () => {
    const [own] = (
      await rest<Row[]>(
        server,
        people.ada.headers,
        'POST',
        'fragrance_profiles',
        fragranceRow('Secret'),
        'return=representation',
      )
    ).body;
    const id = await publish(people.ada, 'Own one');
    const secret = newSecret();
    const shared = await share('Own share', undefined, secret);
    const report = (args: Row, headers = visitor(server)) =>
      rpc(server, headers, 'report_fragrance', { reason: 'spam', owner_secret: secret, ...args }).then(refusal);
    for (const unknown of [own!['id'], crypto.randomUUID()])
      expect(await report({ id: unknown })).toEqual([400, 'P0001', 'not_public']);
    expect(await report({ id }, people.ada.headers)).toEqual([400, 'P0001', 'own']);
    expect(
      refusal(
        await rpc(server, visitor(server), 'report_share', { share_id: shared, reason: 'spam', owner_secret: secret }),
      ),
    ).toEqual([400, 'P0001', 'own']);
    expect(await report({ id, reason: 'boring' })).toEqual([400, '23514', 'reason']);
    expect(await report({ id, reason: null })).toEqual([400, '23514', 'reason']);
    expect(await report({ id, details: 'x'.repeat(501) })).toEqual([400, '23514', 'details']);
    expect(await report({ id, owner_secret: null })).toEqual([400, '23514', 'no_owner']);
    expect(await caseOf(id)).toBeUndefined();
  });

  it('goes with the device that made it, with the account, and with the thing', async () => {
    const id = await publish(people.ada, 'Fleeting');
    const secret = newSecret();
    const reporter = await newMember(server, 'Rita');
    await reportFragrance(id, { owner_secret: secret });
    await rpc(server, reporter.headers, 'report_fragrance', { id, reason: 'rights', owner_secret: null });
    expect(await caseOf(id)).toMatchObject({ reports: 2 });
    await callFunction(server, 'forget-device', { owner: secret });
    expect(await caseOf(id)).toMatchObject({ reports: 1, reasons: { rights: 1 } });
    await callFunction(server, 'delete-account', { confirm: true }, reporter.headers);
    expect(await caseOf(id)).toMatchObject({ reports: 0, reasons: {}, details: [] });
    await rest(server, people.ada.headers, 'DELETE', `fragrance_profiles?id=eq.${id}`);
    expect(await caseOf(id)).toBeUndefined();
    expect(await server.backend!.sql('select from private.cases where subject_id = $1', [id])).toEqual([]);
  });
});

describe('three reports', () => {
  it('from different networks hide a fragrance until an owner gives it back, and no more after that', async () => {
    const id = await publish(people.ada, 'Tempest Umbra', { audio_path: await record(people.ada.headers) });
    const placeOf = async () =>
      (await rpc<Row[]>(server, visitor(server), 'public_fragrance', { id })).body[0]?.['uploaded_at'];
    const before = await placeOf();
    // Any number of secrets from one house is one voice.
    for (let i = 0; i < 5; i++) await reportFragrance(id, {}, `203.0.113.${i + 1}`);
    await reportFragrance(id, {}, '2001:db8:7:1::1');
    await reportFragrance(id, {}, '2001:db8:7:ff::1');
    expect(await isShown(id, 'umbra')).toBe(true);
    await reportFragrance(id);
    expect(await isShown(id, 'umbra')).toBe(false);
    expect(await caseOf(id)).toMatchObject({ shown: false, hidden_cause: 'reports', reports: 8 });
    expect(await moderationOf(people.ada.headers)).toMatchObject([
      { subject: 'fragrance', subject_id: id, name: 'Tempest Umbra', cause: 'reports', answer: null },
    ]);
    // The member cannot publish it meanwhile; nobody else learns of it.
    const at = `fragrance_profiles?id=eq.${id}`;
    expect(refusal(await rest(server, people.ada.headers, 'PATCH', at, { is_public: true }))).toEqual([
      400,
      'P0001',
      'hidden',
    ]);
    expect(await moderationOf(people.eve.headers)).toEqual([]);
    expect((await reportFragrance(id)).status).toBe(400);
    expect((await asOwner('desk_restore', { subject: 'fragrance', ids: [id] })).body).toMatchObject({ changed: 1 });
    expect(await isShown(id, 'umbra')).toBe(true);
    expect(await placeOf()).toBe(before);
    for (let i = 0; i < 4; i++) await reportFragrance(id);
    expect(await isShown(id, 'umbra')).toBe(true);
    // What is said now is not what the owner has looked at.
    await rest(server, people.ada.headers, 'PATCH', at, { name: 'Tempest Umbra Two' });
    await reportFragrance(id);
    expect(await isShown(id, 'umbra')).toBe(false);
  });

  it('hide a share: its page, its card and its views', async () => {
    const id = await share('Squall');
    for (let i = 0; i < 3; i++) {
      expect(await isShared(id)).toBe(true);
      await callAt(server, `100.65.${i}.1`, 'report_share', {
        share_id: id,
        reason: 'sexual',
        owner_secret: newSecret(),
      });
    }
    expect(await isShared(id)).toBe(false);
    await asOwner('desk_restore', { subject: 'share', ids: [id] });
    expect(await isShared(id)).toBe(true);
  });

  it('at the same moment count as three', async () => {
    const id = await publish(people.ada, 'Sudden Gale');
    await Promise.all([reportFragrance(id), reportFragrance(id), reportFragrance(id)]);
    expect(await isShown(id, 'gale')).toBe(false);
    expect(await caseOf(id)).toMatchObject({ reports: 3 });
  });

  it('keep no address and no secret', async () => {
    const secret = newSecret();
    await reportFragrance(await publish(people.ada, 'Discreet'), { owner_secret: secret }, '198.51.100.77');
    const [{ text } = { text: '' }] = await server.backend!.sql<{ text: string }>(
      "select string_agg(r::text, ' ') as text from private.reports as r",
    );
    for (const given of [secret, '198.51.100', '100.64']) expect(text).not.toContain(given);
  });
});

describe('an owner', () => {
  it('hides and gives back, many at once, and undoes both', async () => {
    const ids = [await publish(people.ada, 'Lilac One'), await publish(people.eve, 'Lilac Two')];
    const shown = () => Promise.all(ids.map((id) => isShown(id, 'lilac')));
    const hidden = await asOwner('desk_hide', {
      subject: 'fragrance',
      ids: [...ids, ids[0], 'nothing'],
      reason: 'It insults a person.',
    });
    expect(hidden.body).toEqual({ log: expect.any(Number), changed: 2 });
    expect(await shown()).toEqual([false, false]);
    const listed = (await asOwner<Row[]>('desk_fragrances', { search: 'lilac' })).body;
    expect(listed).toMatchObject([
      { id: ids[1], is_public: false, hidden_cause: 'desk', hidden_reason: 'It insults a person.', reports: 0 },
      { id: ids[0], is_public: false, hidden_cause: 'desk' },
    ]);
    expect(await moderationOf(people.eve.headers)).toMatchObject([
      { subject_id: ids[1], reason: 'It insults a person.' },
    ]);
    const restored = await asOwner('desk_restore', { subject: 'fragrance', ids });
    expect(await shown()).toEqual([true, true]);
    const undone = await asOwner('desk_undo', { log: restored.body['log'] });
    expect(undone.body).toMatchObject({ changed: 2, skipped: 0 });
    expect(await shown()).toEqual([false, false]);
    expect(await moderationOf(people.eve.headers)).toMatchObject([
      { subject_id: ids[1], cause: 'desk', reason: 'It insults a person.' },
    ]);
    await asOwner('desk_undo', { log: undone.body['log'] });
    expect(await shown()).toEqual([true, true]);
    const log = (await asOwner<Row[]>('desk_log', { of_kind: 'fragrance', of_item: ids[0] })).body;
    expect(log.map(({ act }) => act)).toEqual(['restore', 'hide', 'restore', 'hide']);
    expect(log[3]).toMatchObject({
      before: { [ids[0]!]: null },
      after: { [ids[0]!]: { cause: 'desk', reason: 'It insults a person.' } },
    });
  });

  it('lets stand what was reported and is not hidden, which is an act, too', async () => {
    const id = await publish(people.ada, 'Standing Pine');
    await reportFragrance(id);
    expect((await asOwner('desk_restore', { subject: 'fragrance', ids: [id] })).body).toEqual({
      log: null,
      changed: 0,
    });
    expect((await caseOf(id))!['cleared_at']).not.toBeNull();
    const log = (await asOwner<Row[]>('desk_log', { of_item: id })).body;
    expect(log).toMatchObject([{ act: 'clear', after: { [id]: true } }]);
    expect(refusal(await asOwner('desk_undo', { log: log[0]!['id'] }))).toEqual([400, '23514', 'not_undoable']);
    for (let i = 0; i < 3; i++) await reportFragrance(id);
    expect(await isShown(id, 'pine')).toBe(true);
  });

  it('finds a share that was hidden without a report among the cases', async () => {
    const id = await share('Unreported');
    await asOwner('desk_hide', { subject: 'share', ids: [id], reason: 'An insult.' });
    expect(await caseOf(id)).toMatchObject({
      state: 'seen',
      reports: 0,
      name: 'Unreported',
      hidden_cause: 'desk',
      shown: false,
    });
    await asOwner('desk_restore', { subject: 'share', ids: [id] });
    expect(await isShared(id)).toBe(true);
  });

  it('takes over what reports have hidden, and undoes it to that', async () => {
    const id = await publish(people.ada, 'Thunder Root');
    for (let i = 0; i < 3; i++) await reportFragrance(id);
    const taken = await asOwner('desk_hide', { subject: 'fragrance', ids: [id], reason: 'Looked at: an insult.' });
    expect(await caseOf(id)).toMatchObject({ hidden_cause: 'desk', hidden_reason: 'Looked at: an insult.' });
    await asOwner('desk_undo', { log: taken.body['log'] });
    expect(await caseOf(id)).toMatchObject({ hidden_cause: 'reports', shown: false });
  });

  it('hides nothing that is private, and needs a reason', async () => {
    const [own] = (
      await rest<Row[]>(
        server,
        people.ada.headers,
        'POST',
        'fragrance_profiles',
        fragranceRow('Diary'),
        'return=representation',
      )
    ).body;
    const hide = (args: Row) =>
      asOwner('desk_hide', { subject: 'fragrance', ids: [own!['id']], reason: 'Because.', ...args });
    expect((await hide({})).body).toEqual({ log: null, changed: 0 });
    expect((await asOwner('desk_restore', { subject: 'fragrance', ids: [own!['id']] })).body).toEqual({
      log: null,
      changed: 0,
    });
    expect(
      (await rest<Row[]>(server, people.ada.headers, 'GET', `fragrance_profiles?id=eq.${String(own!['id'])}`)).body,
    ).toMatchObject([{ is_public: false }]);
    expect(refusal(await hide({ reason: ' x ' }))).toEqual([400, '23514', 'reason']);
    expect(refusal(await hide({ subject: 'order' }))).toEqual([400, '23514', 'subject']);
    expect(refusal(await hide({ ids: [] }))).toEqual([400, '23514', 'ids']);
  });

  it('finds the same sound under another name hidden as well', async () => {
    const { ada } = people;
    const bytes = wav({ hz: ++hz });
    const once = async () => String((await upload(server, bytes, ada.headers)).body['audioPath']);
    const id = await publish(ada, 'Insult', { audio_path: await once() });
    const row = shareRow(await once(), { name: 'Insult' });
    await asOwner('desk_hide', { subject: 'fragrance', ids: [id], reason: 'It insults a person.' });
    expect(refusal(await makeShare(server, row, ada.headers))).toEqual([400, 'P0001', 'hidden']);
    expect(
      refusal(
        await rest(
          server,
          ada.headers,
          'POST',
          'fragrance_profiles',
          fragranceRow('Nice', { is_public: true, audio_path: await once() }),
        ),
      ),
    ).toEqual([400, 'P0001', 'hidden']);
    // Of somebody else it is another thing, which nobody has looked at.
    const eves = String((await upload(server, bytes, people.eve.headers)).body['audioPath']);
    await publish(people.eve, 'Mine', { audio_path: eves });
  });

  it('is who the functions of moderation are for', async () => {
    const id = await publish(people.ada, 'Guarded');
    for (const [name, args] of Object.entries({
      desk_reports: {},
      desk_hide: { subject: 'fragrance', ids: [id], reason: 'Mine now.' },
      desk_restore: { subject: 'fragrance', ids: [id] },
      desk_block: { member: people.ada.id, reason: 'Mine now.' },
      desk_unblock: { member: people.ada.id },
    })) {
      expect([name, ...refusal(await rpc(server, visitor(server), name, args)).slice(0, 2)]).toEqual([
        name,
        401,
        '42501',
      ]);
      expect([name, ...refusal(await rpc(server, people.eve.headers, name, args))]).toEqual([name, ...NO_OWNER]);
    }
    expect(await isShown(id, 'guarded')).toBe(true);
  });
});

describe('the person concerned', () => {
  it('answers, as a member or by the secret of the device, and nobody else does', async () => {
    const secret = newSecret();
    const id = await share('Answered', undefined, secret);
    const answer = (headers: Record<string, string>, owner_secret: string | null, said = 'It is my own song.') =>
      rpc(server, headers, 'answer_moderation', { subject: 'share', subject_id: id, answer: said, owner_secret });
    expect(refusal(await answer(visitor(server), secret))).toEqual([400, 'P0001', 'nothing_hidden']);
    await asOwner('desk_hide', { subject: 'share', ids: [id], reason: 'It is a song of others.' });
    expect(await moderationOf(visitor(server), secret)).toMatchObject([
      { subject: 'share', subject_id: id, name: 'Answered', cause: 'desk', reason: 'It is a song of others.' },
    ]);
    for (const [headers, other] of [
      [visitor(server), newSecret()],
      [visitor(server), null],
      [people.eve.headers, newSecret()],
    ] as const)
      expect(refusal(await answer(headers, other))).toEqual([400, 'P0001', 'nothing_hidden']);
    expect(refusal(await answer(visitor(server), secret, ' '))).toEqual([400, '23514', 'answer']);
    expect((await answer(visitor(server), secret)).body).toEqual({ status: 'answered' });
    await answer(visitor(server), secret, 'I have written it myself.');
    expect(await caseOf(id)).toMatchObject({
      state: 'new',
      answer: 'I have written it myself.',
      hidden_reason: 'It is a song of others.',
      member: null,
    });
    expect(await moderationOf(visitor(server), secret)).toMatchObject([{ answer: 'I have written it myself.' }]);
    // The same sound by the same device is hidden under any id.
    expect((await makeShare(server, shareRow('x', { share_id: id }), undefined, secret)).status).toBeGreaterThanOrEqual(
      400,
    );
  });
});

describe('a blocked member', () => {
  it('has nothing public, can publish, share, order and report nothing, reads why, and answers', async () => {
    const member = await newMember(server, 'Bruno');
    const id = await publish(member, 'Bramble Field');
    const hiddenBefore = await publish(member, 'Bramble Hidden');
    await asOwner('desk_hide', { subject: 'fragrance', ids: [hiddenBefore], reason: 'Hidden before.' });
    const path = await record(member.headers);
    const shared = shareRow(path, { name: 'Bramble share' });
    await makeShare(server, shared, member.headers);
    const eves = await publish(people.eve, 'Bramble of Eve');
    const blocked = await asOwner('desk_block', { member: member.id, reason: 'Insults, three times.' });
    expect(blocked.body).toEqual({ log: expect.any(Number), changed: 1 });
    expect((await asOwner('desk_block', { member: member.id, reason: 'Once more.' })).body).toEqual({
      log: null,
      changed: 0,
    });
    expect([await isShown(id, 'bramble'), await isShared(String(shared['share_id']))]).toEqual([false, false]);
    expect(await isShown(eves, 'bramble')).toBe(true);
    const no = [400, 'P0001', 'blocked'];
    const { headers } = member;
    expect(
      refusal(await rest(server, headers, 'PATCH', `fragrance_profiles?id=eq.${id}`, { is_public: true })),
    ).toEqual(no);
    expect(
      refusal(await rest(server, headers, 'POST', 'fragrance_profiles', fragranceRow('New', { is_public: true }))),
    ).toEqual(no);
    expect(refusal(await makeShare(server, shareRow(path), headers))).toEqual(no);
    expect(refusal(await rpc(server, headers, 'place_preorder', orderOf({ email: member.email })))).toEqual(no);
    expect(refusal(await rpc(server, headers, 'report_fragrance', { id: eves, reason: 'spam' }))).toEqual(no);
    // Saving, reading, taking back and leaving stay possible.
    expect((await rest(server, headers, 'POST', 'fragrance_profiles', fragranceRow('For myself'))).status).toBe(201);
    expect((await rpc(server, headers, 'export_my_data')).status).toBe(200);
    const told = await moderationOf(headers);
    expect(told.map(({ subject, cause }) => [subject, cause]).sort()).toEqual([
      ['fragrance', 'block'],
      ['fragrance', 'desk'],
      ['member', 'block'],
      ['share', 'block'],
    ]);
    expect(told.find(({ subject }) => subject === 'member')).toMatchObject({ reason: 'Insults, three times.' });
    const answered = { subject: 'member', subject_id: member.id, answer: 'I am sorry.' };
    expect((await rpc(server, headers, 'answer_moderation', answered)).body).toEqual({ status: 'answered' });
    expect(refusal(await rpc(server, people.eve.headers, 'answer_moderation', answered))).toEqual([
      400,
      'P0001',
      'nothing_hidden',
    ]);
    expect(await caseOf(member.id)).toMatchObject({
      subject: 'member',
      name: 'Bruno',
      hidden_cause: 'block',
      hidden_reason: 'Insults, three times.',
      answer: 'I am sorry.',
      shown: false,
    });
    expect((await asOwner<Row[]>('desk_members', { search: 'bruno' })).body).toMatchObject([
      { id: member.id, block_reason: 'Insults, three times.' },
    ]);
    // One by one nothing comes back while the member is blocked.
    expect((await asOwner('desk_restore', { subject: 'fragrance', ids: [id] })).body).toMatchObject({ changed: 0 });
    const ended = await asOwner('desk_unblock', { member: member.id });
    expect(ended.body).toMatchObject({ changed: 1 });
    expect([await isShown(id, 'bramble'), await isShared(String(shared['share_id']))]).toEqual([true, true]);
    expect((await moderationOf(headers)).map(({ subject_id }) => subject_id)).toEqual([hiddenBefore]);
    expect((await rpc(server, headers, 'place_preorder', orderOf({ email: member.email }))).body).toEqual({
      status: 'stored',
    });
    // Both are undone like anything else.
    await asOwner('desk_undo', { log: ended.body['log'] });
    expect(await isShown(id, 'bramble')).toBe(false);
    expect((await asOwner('desk_undo', { log: blocked.body['log'] })).body).toMatchObject({ changed: 1 });
    expect(await isShown(id, 'bramble')).toBe(true);
  });

  it('stays blocked with another account of the same address', async () => {
    const member = await newMember(server, 'Boris');
    await asOwner('desk_block', { member: member.id, reason: 'Spam.' });
    expect((await callFunction(server, 'delete-account', { confirm: true }, member.headers)).status).toBe(200);
    const again = crypto.randomUUID();
    await server.backend!.sql("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, '{}')", [
      again,
      member.email,
    ]);
    expect(await server.backend!.sql<Row>('select private.is_blocked($1) as blocked', [again])).toEqual([
      { blocked: true },
    ]);
  });

  it('is no owner of the desk', async () => {
    expect(refusal(await asOwner('desk_block', { member: people.owner.id, reason: 'Myself.' }))).toEqual([
      400,
      '23514',
      'owner',
    ]);
    expect((await asOwner('desk_block', { member: crypto.randomUUID(), reason: 'Nobody.' })).body).toEqual({
      log: null,
      changed: 0,
    });
    expect((await asOwner('desk_unblock', { member: people.ada.id })).body).toEqual({ log: null, changed: 0 });
  });
});
