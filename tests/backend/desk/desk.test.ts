import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import {
  callFunction,
  fragranceRow,
  makeShare,
  newMember,
  newSecret,
  ON_STAND_IN,
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
import { claimsOf, signed } from '../../hosted/tokens.ts';
import { makeOwner, newPeople, NO_OWNER, refusal, wholeList, type People, type Row } from './desk.ts';

/** The desk is for owners: they read the lists, change states and notes, and undo; the log keeps all of it. */

let server: RunningServer;
let people: People;
const LISTS = ['desk_orders', 'desk_submissions', 'desk_messages', 'desk_fragrances', 'desk_members'] as const;

beforeAll(async () => {
  server = await startTestServer();
  people = await newPeople(server);
});
afterAll(() => server?.close());

const asOwner = <Body = Row>(name: string, args: Row = {}) => rpc<Body>(server, people.owner.headers, name, args);
/** An order of a visitor; returns its id. */
async function order(fields: Row = {}): Promise<string> {
  const id = crypto.randomUUID();
  const placed = await rpc(server, visitor(server), 'place_preorder', orderOf({ id, ...fields }, newSecret()));
  expect(placed.body).toEqual({ status: 'stored' });
  return id;
}
const stateOf = async (id: string) =>
  (await server.backend!.sql<Row>('select state, note from private.desk_items where id = $1', [id]))[0];

describe('the list of owners', () => {
  it('takes the confirmed address of an account, once, and gives it back', async () => {
    const member = await newMember(server, 'Olaf');
    const service = serviceHeaders(server);
    for (let again = 0; again < 2; again++)
      expect((await rpc(server, service, 'add_owner', { email: ` ${member.email.toUpperCase()} ` })).body).toBe(
        member.id,
      );
    expect((await rpc<Row[]>(server, service, 'list_owners')).body).toContainEqual(
      expect.objectContaining({ email: member.email, second_factor: false }),
    );
    expect((await rpc(server, member.headers, 'desk_access')).body).toBe('open');
    expect((await rpc(server, service, 'remove_owner', { email: member.email })).body).toBe(true);
    expect((await rpc(server, service, 'remove_owner', { email: member.email })).body).toBe(false);
    // The session that is open is refused from then on.
    expect((await rpc(server, member.headers, 'desk_access')).body).toBe('none');
    expect(refusal(await rpc(server, member.headers, 'desk_orders'))).toEqual(NO_OWNER);
    const log = await asOwner<Row[]>('desk_log', { of_item: member.id });
    expect(log.body.map(({ act }) => act)).toEqual(['remove owner', 'add owner']);
    expect(log.body[0]).toMatchObject({ actor: null, before: { email: member.email }, after: {} });
  });

  it('does not take an address that nobody has, or that is not confirmed', async () => {
    await server.backend!.sql(
      "insert into auth.users (id, email, raw_user_meta_data) values ($1, 'unconfirmed@example.com', '{}')",
      [crypto.randomUUID()],
    );
    for (const email of ['nobody@example.com', 'unconfirmed@example.com', '', '%'])
      expect(refusal(await rpc(server, serviceHeaders(server), 'add_owner', { email }))).toEqual([
        400,
        'P0001',
        'no_account',
      ]);
  });

  it('loses an owner with the account', async () => {
    const member = await newMember(server, 'Oskar');
    await makeOwner(server, member);
    await callFunction(server, 'delete-account', { confirm: true }, member.headers);
    expect((await rpc<Row[]>(server, serviceHeaders(server), 'list_owners')).body).not.toContainEqual(
      expect.objectContaining({ email: member.email }),
    );
    expect((await rpc(server, member.headers, 'desk_orders')).status).toBeGreaterThanOrEqual(400);
  });
});

describe('the second factor', () => {
  // The embedded Auth has no factors: neither the table nor an endpoint to enrol one.
  it('is asked of an owner who has a verified one, for every function', async () => {
    const member = await newMember(server, 'Otto');
    await makeOwner(server, member);
    expect((await rpc(server, member.headers, 'desk_access')).body).toBe('open');
    if (!ON_STAND_IN) return;
    const factor = crypto.randomUUID();
    await server.backend!.sql(
      "insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', 'unverified', now(), now())",
      [factor, member.id],
    );
    expect((await rpc(server, member.headers, 'desk_access')).body).toBe('open');
    await server.backend!.sql("update auth.mfa_factors set status = 'verified' where id = $1", [factor]);
    expect((await rpc(server, member.headers, 'desk_access')).body).toBe('factor');
    for (const list of LISTS)
      expect(refusal(await rpc(server, member.headers, list))).toEqual([403, '42501', 'second_factor']);
    expect(refusal(await rpc(server, member.headers, 'desk_undo', { log: 1 }))).toEqual([
      403,
      '42501',
      'second_factor',
    ]);
    const shown = { ...member.headers, Authorization: `Bearer ${withClaim(member, server, { aal: 'aal2' })}` };
    expect((await rpc(server, shown, 'desk_access')).body).toBe('open');
    expect((await rpc(server, shown, 'desk_orders')).status).toBe(200);
  });
});

describe('whoever is no owner', () => {
  it('is refused by every function of the desk, whatever is sent', async () => {
    const functions: Readonly<Record<string, Row>> = {
      ...Object.fromEntries(LISTS.map((list) => [list, { search: 'a', page_size: 1 }])),
      desk_counts: {},
      desk_log: {},
      desk_set_state: { kind: 'order', ids: [await order()], state: 'done' },
      desk_set_note: { kind: 'order', id: await order(), note: 'Mine' },
      desk_undo: { log: 1 },
    };
    for (const [name, args] of Object.entries(functions)) {
      expect([name, ...refusal(await rpc(server, visitor(server), name, args)).slice(0, 2)]).toEqual([
        name,
        401,
        '42501',
      ]);
      for (const member of [people.ada, people.eve])
        expect([name, ...refusal(await rpc(server, member.headers, name, args))]).toEqual([name, ...NO_OWNER]);
    }
    expect((await rpc(server, people.ada.headers, 'desk_access')).body).toBe('none');
  });
});

describe('a list', () => {
  it('has what was sent, with all that an owner needs to answer', async () => {
    const { ada } = people;
    const mail = `${crypto.randomUUID()}@example.com`;
    const stored = String((await upload(server, wav({ hz: 411 }), ada.headers)).body['audioPath']);
    const ordered = await order({ email: mail, name: 'Bea Buyer', design: { shape: 'round' } });
    const saved = await rest<Row[]>(
      server,
      ada.headers,
      'POST',
      'fragrance_profiles',
      fragranceRow('Quiet harbour', {
        audio_path: stored,
        is_public: true,
        trace: { duration: 1, peaks: [], notes: [] },
      }),
      'return=representation',
    );
    const ids = { submission: crypto.randomUUID(), message: crypto.randomUUID() };
    await callFunction(
      server,
      'smart-function',
      { id: ids.submission, name: 'Ada', email: mail, audioUrl: `/storage/v1/object/public/audio/${stored}` },
      ada.headers,
    );
    await callFunction(
      server,
      'contact-form',
      { id: ids.message, name: 'Ada', email: mail, message: 'Where is my bottle, please?' },
      ada.headers,
    );
    const common = { state: 'new', note: '' };
    const [orders, submissions, messages, fragrances, members] = await Promise.all(
      LISTS.map((list) => wholeList(server, people.owner.headers, list)),
    );
    expect(orders!.find(({ id }) => id === ordered)).toMatchObject({
      ...common,
      email: mail,
      name: 'Bea Buyer',
      fragrance_id: 'namibian-breeze',
      design: { shape: 'round' },
      member: null,
      confirmed: false,
    });
    expect(submissions!.find(({ id }) => id === ids.submission)).toMatchObject({
      ...common,
      email: mail,
      audio_url: `/storage/v1/object/public/audio/${stored}`,
      member: ada.id,
      fragrance_name: 'Quiet harbour',
      look: { face: { duration: 1 }, intensity: expect.any(Number) },
    });
    expect(messages!.find(({ id }) => id === ids.message)).toMatchObject({
      ...common,
      message: 'Where is my bottle, please?',
      member: ada.id,
    });
    expect(fragrances!.find(({ id }) => id === saved.body[0]!['id'])).toMatchObject({
      ...common,
      name: 'Quiet harbour',
      creator_name: 'Ada',
      member: ada.id,
      is_public: true,
    });
    expect(members!.find(({ id }) => id === ada.id)).toMatchObject({
      ...common,
      email: ada.email,
      confirmed: true,
      owner: false,
    });
    expect(members!.find(({ id }) => id === people.owner.id)).toMatchObject({ owner: true });
  });

  it('finds the face of a submission by its share, too', async () => {
    const secret = newSecret();
    const path = String((await upload(server, wav({ hz: 412 }), undefined, secret)).body['audioPath']);
    await makeShare(
      server,
      shareRow(path, { name: 'Shared tune', trace: { duration: 2, peaks: [], notes: [] } }),
      undefined,
      secret,
    );
    const id = crypto.randomUUID();
    await callFunction(server, 'smart-function', {
      id,
      name: 'Sue Sender',
      email: 'sue@example.com',
      audioUrl: `/storage/v1/object/public/audio/${path}`,
      owner: secret,
    });
    expect((await asOwner<Row[]>('desk_submissions', { search: 'sue sender' })).body).toMatchObject([
      { id, member: null, fragrance_name: 'Shared tune', look: { face: { duration: 2 } } },
    ]);
  });

  it('goes by pages, newest first, with none left out and none twice', async () => {
    const mark = `p${crypto.randomUUID().slice(0, 8)}`;
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.unshift(await order({ name: `Pat ${mark}`, email: `${i}-${mark}@example.com` }));
    // Many at one time: the id decides.
    await server.backend!.sql("update private.desk_items set at = '2026-01-01' where id = any($1)", [ids.slice(0, 5)]);
    const pages = await wholeList(server, people.owner.headers, 'desk_orders', { search: mark, page_size: 2 });
    expect(new Set(pages.map(({ id }) => id))).toEqual(new Set(ids));
    expect(pages).toHaveLength(7);
    const all = await wholeList(server, people.owner.headers, 'desk_orders', { page_size: 3 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(7);
  });

  it('is searched by the beginnings of words in any order, however odd', async () => {
    const named = { fragrance_id: 'custom-ohara', fragrance_name: "O'Hara \\ 夜" };
    const id = await order({ name: 'Zoë Quintana', email: 'zoe.q@fragrant.example', ...named });
    for (const search of ['quint', 'zoë fragr', 'FRAGRANT Zo', "o'hara", '夜', "quintana '&|!:*<->(", '\\'])
      expect([search, (await asOwner<Row[]>('desk_orders', { search })).body.some((row) => row['id'] === id)]).toEqual([
        search,
        true,
      ]);
    for (const search of ['quintanax', 'zoë nobody', '@order zzz', 'uintana'])
      expect([search, (await asOwner<Row[]>('desk_orders', { search })).body]).toEqual([search, []]);
    // A word of an order finds no message.
    expect((await asOwner<Row[]>('desk_messages', { search: 'quintana' })).body).toEqual([]);
  });

  it('finds rare words behind many others, and the rest of a page', async () => {
    const mark = `r${crypto.randomUUID().slice(0, 8)}`;
    const old = await order({ name: `Old ${mark}` });
    await server.backend!.sql("update private.desk_items set at = '2020-01-01' where id = $1", [old]);
    const fresh = await order({ name: `Fresh ${mark}`, email: `f-${mark}@example.com` });
    for (let i = 0; i < 40; i++) await order({ name: `Crowd ${i}`, email: `${i}-${crypto.randomUUID()}@example.com` });
    // Eight pages of four are looked through first; the old one is behind them.
    for (const page_size of [4, 50])
      expect((await asOwner<Row[]>('desk_orders', { search: mark, page_size })).body.map((row) => row['id'])).toEqual([
        fresh,
        old,
      ]);
  });

  it('leaves out orders that were merged into another, and fragrances that are not public', async () => {
    const buyer = await newMember(server, 'Ben Merger');
    const strangers = await order({ email: buyer.email, name: 'Ben Stranger' });
    const own = crypto.randomUUID();
    await rpc(server, buyer.headers, 'place_preorder', orderOf({ id: own, email: buyer.email, name: 'Ben Merger' }));
    expect((await asOwner<Row[]>('desk_orders', { search: 'ben' })).body).toMatchObject([{ id: own, confirmed: true }]);
    expect(await stateOf(strangers)).toBeDefined();
    const [saved] = (
      await rest<Row[]>(
        server,
        buyer.headers,
        'POST',
        'fragrance_profiles',
        fragranceRow('Hidden lagoon'),
        'return=representation',
      )
    ).body;
    const found = async () =>
      (await asOwner<Row[]>('desk_fragrances', { search: 'lagoon' })).body.map((row) => row['state']);
    const publish = (is_public: boolean) =>
      rest(server, buyer.headers, 'PATCH', `fragrance_profiles?id=eq.${String(saved!['id'])}`, { is_public });
    expect(await found()).toEqual([]);
    await publish(true);
    expect(await found()).toEqual(['new']);
    await asOwner('desk_set_state', { kind: 'fragrance', ids: [saved!['id']], state: 'done' });
    await publish(false);
    expect(await found()).toEqual([]);
    // Published once more, it is new once more.
    await publish(true);
    expect(await found()).toEqual(['new']);
    await rest(server, buyer.headers, 'DELETE', `fragrance_profiles?id=eq.${String(saved!['id'])}`);
    expect(await stateOf(String(saved!['id']))).toBeUndefined();
  });

  it('follows a member who takes another name', async () => {
    const member = await newMember(server, 'Before');
    await rest(server, member.headers, 'PATCH', `profiles?id=eq.${member.id}`, { liquid_name: 'Afterwards' });
    expect((await asOwner<Row[]>('desk_members', { search: 'afterw' })).body).toMatchObject([{ id: member.id }]);
  });

  it('refuses a state that there is not, and an empty choice', async () => {
    expect(refusal(await asOwner('desk_orders', { of_state: 'gone' }))).toEqual([400, '23514', 'state']);
    expect(refusal(await asOwner('desk_set_state', { kind: 'order', ids: ['x'], state: 'gone' }))).toEqual([
      400,
      '23514',
      'state',
    ]);
    for (const ids of [[], Array.from({ length: 201 }, (_, i) => String(i))])
      expect(refusal(await asOwner('desk_set_state', { kind: 'order', ids, state: 'done' }))).toEqual([
        400,
        '23514',
        'ids',
      ]);
    expect(
      refusal(await asOwner('desk_set_note', { kind: 'order', id: await order(), note: 'x'.repeat(2001) })),
    ).toEqual([400, '23514', 'note']);
  });
});

describe('a change at the desk', () => {
  it('is made to many at once, filtered by, counted, and undone without touching what changed since', async () => {
    const ids = [
      await order({ email: 'a@bulk.example' }),
      await order({ email: 'b@bulk.example' }),
      await order({ email: 'c@bulk.example' }),
    ];
    await asOwner('desk_set_state', { kind: 'order', ids: [ids[0]], state: 'seen' });
    const news = async () =>
      (await asOwner<Row[]>('desk_counts')).body.find(({ kind }) => kind === 'order')!['new_items'] as number;
    const before = await news();
    const done = await asOwner('desk_set_state', { kind: 'order', ids: [...ids, 'nothing'], state: 'done' });
    expect(done.body).toEqual({ log: expect.any(Number), changed: 3 });
    expect(await news()).toBe(before - 2);
    const listed = async (of_state: string) =>
      (await asOwner<Row[]>('desk_orders', { search: 'bulk', of_state })).body.map(({ id }) => id).sort();
    expect(await listed('done')).toEqual([...ids].sort());
    expect(await listed('new')).toEqual([]);
    await asOwner('desk_set_state', { kind: 'order', ids: [ids[2]], state: 'refused' });
    const undone = await asOwner('desk_undo', { log: done.body['log'] });
    expect(undone.body).toEqual({ log: expect.any(Number), changed: 2, skipped: 1 });
    expect(await Promise.all(ids.map(stateOf))).toMatchObject([
      { state: 'seen' },
      { state: 'new' },
      { state: 'refused' },
    ]);
    // Once, and an undo is undone like anything else.
    expect(refusal(await asOwner('desk_undo', { log: done.body['log'] }))).toEqual([400, '23514', 'undone']);
    await asOwner('desk_undo', { log: undone.body['log'] });
    expect(await Promise.all(ids.map(stateOf))).toMatchObject([
      { state: 'done' },
      { state: 'done' },
      { state: 'refused' },
    ]);
    expect(refusal(await asOwner('desk_undo', { log: 0 }))).toEqual([400, '23514', 'log']);
  });

  it('that changes nothing is no entry', async () => {
    const id = await order();
    expect((await asOwner('desk_set_state', { kind: 'order', ids: [id], state: 'new' })).body).toEqual({
      log: null,
      changed: 0,
    });
    expect((await asOwner('desk_set_note', { kind: 'order', id, note: '  ' })).body).toEqual({ log: null, changed: 0 });
    expect((await asOwner('desk_set_note', { kind: 'order', id: 'nothing', note: 'x' })).body).toBeNull();
    expect((await asOwner<Row[]>('desk_log', { of_item: id })).body).toEqual([]);
  });

  it('writes a note, and the log who, when, what, before and after', async () => {
    const id = await order();
    const { body } = await asOwner('desk_set_note', { kind: 'order', id, note: 'Sent on Monday ' });
    expect(await stateOf(id)).toEqual({ state: 'new', note: 'Sent on Monday' });
    await asOwner('desk_undo', { log: body['log'] });
    expect(await stateOf(id)).toEqual({ state: 'new', note: '' });
    const log = (await asOwner<Row[]>('desk_log', { of_kind: 'order', of_item: id })).body;
    expect(log).toMatchObject([
      { act: 'note', undoes: body['log'], undone_by: null, before: { [id]: 'Sent on Monday' }, after: { [id]: '' } },
      {
        id: body['log'],
        actor: people.owner.id,
        actor_email: people.owner.email,
        act: 'note',
        kind: 'order',
        items: [id],
        before: { [id]: '' },
        after: { [id]: 'Sent on Monday' },
        undoes: null,
        undone_by: log[0]!['id'],
      },
    ]);
    expect((await asOwner<Row[]>('desk_log', { page_size: 1, before_id: log[0]!['id'] })).body[0]!['id']).toBe(
      body['log'],
    );
  });

  it('by two owners at once is undone once', async () => {
    const id = await order();
    const { body } = await asOwner('desk_set_state', { kind: 'order', ids: [id], state: 'done' });
    const answers = await Promise.all(Array.from({ length: 4 }, () => asOwner('desk_undo', { log: body['log'] })));
    expect(answers.filter(({ status, body }) => status === 200 && body['changed'] === 1)).toHaveLength(1);
    expect(await stateOf(id)).toMatchObject({ state: 'new' });
  });

  it('is also for the service key, which is nobody in the log', async () => {
    const id = await order();
    const service = serviceHeaders(server);
    await rpc(server, service, 'desk_set_state', { kind: 'order', ids: [id], state: 'seen' });
    expect((await rpc<Row[]>(server, service, 'desk_log', { of_item: id })).body).toMatchObject([
      { actor: null, actor_email: null, act: 'state' },
    ]);
  });
});

describe('the log', () => {
  it('is changed, emptied and added to by nobody', async () => {
    await asOwner('desk_set_state', { kind: 'order', ids: [await order()], state: 'done' });
    const whole = () => server.backend!.sql('select * from private.desk_log order by id');
    const before = await whole();
    for (const change of [
      "update private.desk_log set act = 'nothing'",
      "update private.desk_log set act = 'nothing' where false",
      'delete from private.desk_log',
      'truncate private.desk_log',
      'truncate private.desk_log cascade',
    ]) {
      // The owner of the database is refused by the triggers; the service has no right, and the API no such table.
      await expect(server.backend!.sql(change)).rejects.toThrow('cannot be changed');
      expect((await rpc(server, serviceHeaders(server), 'run_sql', { sql: change })).status).toBeGreaterThanOrEqual(
        400,
      );
    }
    const [rights] = await server.backend!.sql<Row>(
      `select bool_or(has_table_privilege(role, 'private.desk_log', privilege)) as any
       from unnest(array['anon', 'authenticated', 'service_role']) as role, unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as privilege`,
    );
    expect(rights).toEqual({ any: false });
    for (const headers of [visitor(server), people.ada.headers, people.owner.headers, serviceHeaders(server)])
      expect(
        (
          await rest(
            server,
            { ...headers, 'Accept-Profile': 'private', 'Content-Profile': 'private' },
            'PATCH',
            'desk_log',
            {
              act: 'nothing',
            },
          )
        ).status,
      ).toBeGreaterThanOrEqual(400);
    expect(await whole()).toEqual(before);
  });
});

/** The member's token with another claim, signed by the project's own secret. */
function withClaim(member: Member, { keys }: RunningServer, claim: Row): string {
  const claims = claimsOf(member.headers['Authorization']!.replace('Bearer ', ''), keys!.jwtSecret)!;
  return signed({ ...claims, ...claim }, keys!.jwtSecret);
}
