import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { callAt, newPeople, refusal, type People, type Row } from '../desk/desk.ts';
import {
  callFunction,
  makeShare,
  newMember,
  newSecret,
  rpc,
  shareRow,
  startTestServer,
  upload,
  visitor,
  wav,
  type Member,
} from '../support/testServer.ts';

/** Answers to a share: who may answer what, what a page tells of them, and what stays when one is taken back. */

let server: RunningServer;
let people: People;
beforeAll(async () => {
  server = await startTestServer();
  people = await newPeople(server);
});
afterAll(() => server?.close());

interface Voice {
  id: string;
  headers: Record<string, string>;
  secret: string | null;
}

let pitch = 200;
/** Sings and shares, as a member or as a visitor with a secret of their own. */
async function share(more: Row = {}, member?: Member): Promise<Voice & { status: number; body: unknown }> {
  const secret = member === undefined ? newSecret() : null;
  const headers = member?.headers ?? visitor(server);
  // Another sound each time: what is hidden is known by its bytes.
  const { body } = await upload(server, wav({ hz: (pitch += 3) }), headers, secret);
  const row = shareRow(body['audioPath'], { allows_answers: true, ...more });
  const made = await makeShare(server, row, headers, secret);
  return { id: String(row['share_id']), headers, secret, status: made.status, body: made.body };
}
const answer = (parent: string, member?: Member, more: Row = {}) => share({ parent, ...more }, member);
const line = async (id: string, headers = visitor(server)) =>
  (await rpc<Row | null>(server, headers, 'share_line', { share_id: id })).body;
const ids = (voices: unknown): unknown[] => (voices as Row[]).map((voice) => voice['share_id']);
const answersTo = async (id: string, args: Row = {}) =>
  (await rpc<Row[]>(server, visitor(server), 'share_answers', { share_id: id, ...args })).body;
const withdraw = ({ id, headers, secret }: Voice) =>
  callFunction(server, 'withdraw-share', { shareId: id, owner: secret }, headers);
const allow = ({ id, headers, secret }: Voice, allowed: boolean) =>
  rpc(server, headers, 'allow_answers', { share_id: id, allowed, owner_secret: secret });
const asOwner = (name: string, args: Row) => rpc<Row>(server, people.owner.headers, name, args);
const NO_ANSWERS = [400, 'P0001', 'parent'];

describe('an answer', () => {
  it('of a stranger or a member names its parent, and both pages tell of each other', async () => {
    for (const member of [undefined, people.eve]) {
      const first = await share({ name: 'First' }, people.ada);
      const second = await answer(first.id, member, { name: 'Second' });
      expect(second.status).toBe(200);
      expect(ids((await line(second.id))!['voices'])).toEqual([first.id, second.id]);
      expect(await line(first.id)).toMatchObject({ answers: 1, open: true, allows_answers: true, broken: false });
      const [listed] = await answersTo(first.id);
      expect(listed).toMatchObject({
        share_id: second.id,
        name: 'Second',
        look: { music_essence: ['C4', 'E4', 'G#4'] },
      });
    }
  });

  it('tells nothing of its owner, its parent or its tree', async () => {
    const first = await share({}, people.ada);
    const second = await answer(first.id, people.eve);
    const told = JSON.stringify([await line(second.id), await answersTo(first.id)]);
    for (const secret of [people.ada.id, people.eve.id, 'owner', 'tree_id', 'parent_id', 'audio_path', 'view_count'])
      expect(told).not.toContain(secret);
  });

  it('is refused in the same words by a share that is not there, is withdrawn, hidden, or takes none', async () => {
    const [gone, hidden, silent] = [await share(), await share(), await share({ allows_answers: false })];
    expect((await withdraw(gone)).status).toBe(200);
    expect((await asOwner('desk_hide', { subject: 'share', ids: [hidden.id], reason: 'An insult.' })).status).toBe(200);
    const messages = new Set<unknown>();
    for (const parent of ['Nobody00', gone.id, hidden.id, silent.id]) {
      const refused = await answer(parent, people.eve);
      expect(refusal({ ...refused, headers: new Headers() })).toEqual(NO_ANSWERS);
      messages.add((refused.body as Row)['message']);
      expect(await line(refused.id)).toBeNull();
    }
    expect(messages.size).toBe(1);
    for (const parent of [7, ['x'], { a: 1 }]) expect((await share({ parent })).status).toBe(400);
  });

  it('is refused by shares of before answers, whose makers were told nothing', async () => {
    const old = await share({ allows_answers: null });
    expect(await line(old.id)).toMatchObject({ allows_answers: false, open: false });
    expect((await answer(old.id)).status).toBe(400);
  });

  it('never answers itself, and is the same again after a lost answer', async () => {
    expect((await share({ share_id: 'MySelf00', parent: 'MySelf00' })).status).toBe(400);
    const first = await share();
    const secret = newSecret();
    const { body } = await upload(server, wav({ hz: 555 }), undefined, secret);
    const row = shareRow(body['audioPath'], { parent: first.id });
    const once = await makeShare(server, row, undefined, secret);
    await allow(first, false);
    expect((await makeShare(server, row, undefined, secret)).body).toEqual(once.body);
    // Its parent stays what it was, whatever is sent.
    await makeShare(server, { ...row, parent: null }, undefined, secret);
    expect(ids((await line(String(row['share_id'])))!['voices'])).toEqual([first.id, row['share_id']]);
  });

  it('is made by nobody who is blocked, and hidden with them', async () => {
    const mallory = await newMember(server, 'Mallory');
    const first = await share();
    const second = await answer(first.id, mallory);
    expect((await asOwner('desk_block', { member: mallory.id, reason: 'Insults.' })).status).toBe(200);
    expect(await answersTo(first.id)).toEqual([]);
    expect(await line(second.id)).toBeNull();
    const refused = await answer(first.id, mallory);
    expect(refusal({ ...refused, headers: new Headers() })).toEqual([400, 'P0001', 'blocked']);
  });

  it('is hidden by reports as every share is, and its parent and its own answers stay', async () => {
    const first = await share();
    const second = await answer(first.id);
    const third = await answer(second.id);
    for (let i = 1; i <= 3; i++)
      await callAt(server, `100.70.${i}.1`, 'report_share', {
        share_id: second.id,
        reason: 'insult',
        owner_secret: newSecret(),
      });
    expect(await line(second.id)).toBeNull();
    expect(await line(first.id)).toMatchObject({ answers: 0, broken: false });
    expect(await line(third.id)).toMatchObject({ broken: true });
    expect(ids((await line(third.id))!['voices'])).toEqual([third.id]);
    expect((await asOwner('desk_restore', { subject: 'share', ids: [second.id] })).status).toBe(200);
    expect(ids((await line(third.id))!['voices'])).toEqual([first.id, second.id, third.id]);
  });
});

describe('a tree of answers', () => {
  it('has sixteen voices at most, also when they come at once, and a line of as many', async () => {
    let last = await share();
    const root = last;
    for (let voice = 2; voice <= 14; voice++) last = await answer(last.id);
    const late = await Promise.all([answer(root.id), answer(last.id), answer(root.id), answer(last.id)]);
    expect(late.filter(({ status }) => status === 200)).toHaveLength(2);
    for (const refused of late.filter(({ status }) => status !== 200))
      expect(refusal({ ...refused, headers: new Headers() })).toEqual(NO_ANSWERS);
    expect(await line(root.id)).toMatchObject({ open: false, allows_answers: true });
    const { voices } = (await line(last.id))!;
    expect(voices).toHaveLength(14);
    // Whoever leaves makes room.
    await withdraw(late.find(({ status }) => status === 200)!);
    expect((await answer(root.id)).status).toBe(200);
  });

  it('stays whole around a voice that is taken back', async () => {
    const first = await share();
    const second = await answer(first.id);
    const third = await answer(second.id);
    expect((await withdraw(second)).status).toBe(200);
    expect(await line(first.id)).toMatchObject({ answers: 0, broken: false });
    expect(await answersTo(first.id)).toEqual([]);
    expect(await line(third.id)).toMatchObject({ broken: true, open: true });
    expect(ids((await line(third.id))!['voices'])).toEqual([third.id]);
    expect((await answer(third.id)).status).toBe(200);
    expect((await withdraw(first)).status).toBe(200);
    expect(await line(third.id)).toMatchObject({ answers: 1 });
  });

  it('lists answers newest first, a page at a time, without one twice', async () => {
    const first = await share();
    const made: string[] = [];
    for (let i = 0; i < 5; i++) made.push((await answer(first.id)).id);
    const seen: unknown[] = [];
    for (let last: Row | undefined; ;) {
      const page = await answersTo(first.id, {
        page_size: 2,
        ...(last ? { before_at: last['created_at'], before_id: last['share_id'] } : {}),
      });
      if (page.length === 0) break;
      seen.push(...ids(page));
      last = page.at(-1);
    }
    expect(seen).toEqual([...made].reverse());
    expect(await answersTo('Nobody00')).toEqual([]);
    await withdraw(first);
    expect(await answersTo(first.id)).toEqual([]);
  });
});

describe('whether a share takes answers', () => {
  it('is for its maker to say, also later, and the answers that are there stay', async () => {
    for (const member of [undefined, people.ada]) {
      const first = await share({}, member);
      const second = await answer(first.id);
      const others: Voice[] = [
        { ...first, headers: people.eve.headers, secret: null },
        { ...first, headers: visitor(server), secret: newSecret() },
        { ...first, headers: visitor(server), secret: null },
      ];
      for (const other of others) {
        const refused = await allow(other, false);
        expect(refusal(refused)[2]).toBe('not_yours');
        expect([401, 403]).toContain(refused.status);
      }
      expect(await line(first.id)).toMatchObject({ open: true });
      expect((await allow(first, false)).body).toBe(false);
      expect(await line(first.id)).toMatchObject({ open: false, allows_answers: false, answers: 1 });
      expect((await answer(first.id)).status).toBe(400);
      expect(ids((await line(second.id))!['voices'])).toEqual([first.id, second.id]);
      expect((await allow(first, true)).body).toBe(true);
      expect((await answer(first.id)).status).toBe(200);
    }
    expect(refusal(await allow({ id: 'Nobody00', headers: people.ada.headers, secret: null }, true))[2]).toBe(
      'not_yours',
    );
  });
});
