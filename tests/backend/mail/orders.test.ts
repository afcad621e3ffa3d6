import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { callFunction, newMember, newSecret, orderOf, rpc, visitor } from '../support/testServer.ts';
import { newPeople, wholeList, type People, type Row } from '../desk/desk.ts';
import { DAY, order, secretIn, startWithPost, type Desk, type Post } from './post.ts';

/** An order is mailed to its address, with a link that cancels it, and nobody can make more of that than it is. */

let desk: Desk;
let server: RunningServer;
let post: Post;
let people: People;

beforeAll(async () => {
  desk = await startWithPost();
  ({ server, post } = desk);
  people = await newPeople(server);
});
afterAll(() => desk?.close());

const address = () => `${crypto.randomUUID()}@example.com`;
const ofLink = async (secret: unknown) =>
  (await rpc<Row[]>(server, visitor(server), 'orders_of_link', { secret })).body;
const cancel = async (secret: unknown, order_id: unknown) =>
  (await rpc<Row>(server, visitor(server), 'cancel_order', { secret, order_id })).body;
const atDesk = async (id: string) =>
  (await wholeList(server, people.owner.headers, 'desk_orders')).find((row) => row['id'] === id);
/** The mails that come to an address when the queue is sent now. */
const sentTo = async (to: string) => {
  const before = post.to(to).length;
  await server.mailer!.run();
  return post.to(to).slice(before);
};

describe('an order', () => {
  it('is mailed to its address with a link that shows it, and cancels it once somebody says so', async () => {
    const email = address();
    const id = await order(server, { email, name: 'Ada Lovelace' });
    const [mail, ...more] = await sentTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: [email], subject: 'Your order at Accord' });
    expect(mail!.text).toContain('Hello Ada Lovelace,');
    expect(mail!.text).toContain('NAMIBIAN BREEZE');
    expect(mail!.headers).toMatch(/^From: Accord <hello@example.com>$/m);
    expect(mail!.headers).toMatch(/^Auto-Submitted: auto-generated$/m);
    const secret = secretIn(mail);
    expect(mail!.html).toContain(`order=${secret}"`);

    // Looking changes nothing.
    for (let again = 0; again < 2; again++)
      expect(await ofLink(secret)).toEqual([
        expect.objectContaining({ id, email, fragrance_name: 'NAMIBIAN BREEZE', state: 'open' }),
      ]);
    expect(await atDesk(id)).toMatchObject({ state: 'new', cancelled_at: null });
    await rpc(server, people.owner.headers, 'desk_set_state', { kind: 'order', ids: [id], state: 'seen' });

    expect(await cancel(secret, id)).toEqual({ status: 'cancelled' });
    const cancelled = await atDesk(id);
    expect(cancelled).toMatchObject({ state: 'new', cancelled_at: expect.any(String) });
    // A second time is harmless.
    expect(await cancel(secret, id)).toEqual({ status: 'cancelled' });
    expect(await atDesk(id)).toEqual(cancelled);
    expect(await ofLink(secret)).toEqual([expect.objectContaining({ id, state: 'cancelled' })]);
  });

  it('can be placed again by the same device and the same member after it was cancelled', async () => {
    for (const [headers, owner] of [
      [visitor(server), newSecret()],
      [people.ada.headers, newSecret()],
    ] as const) {
      const email = address();
      const place = async () => {
        const id = crypto.randomUUID();
        await rpc(server, headers, 'place_preorder', orderOf({ id, email }, owner));
        return id;
      };
      const first = await place();
      expect(await atDesk(await place())).toBeUndefined();
      const [mail] = await sentTo(email);
      await cancel(secretIn(mail), first);
      expect(await atDesk(await place())).toMatchObject({ email, cancelled_at: null });
    }
  });

  it('is not taken in by a cancelled one, neither when a member confirms nor when a device is claimed', async () => {
    const member = await newMember(server);
    const device = newSecret();
    const own = crypto.randomUUID();
    const { email } = member;
    await rpc(server, member.headers, 'place_preorder', orderOf({ id: own, email }, newSecret()));
    const [mail] = await sentTo(email);
    await cancel(secretIn(mail), own);
    const theirs = crypto.randomUUID();
    await rpc(server, visitor(server), 'place_preorder', orderOf({ id: theirs, email }, device));
    expect(await atDesk(theirs)).toMatchObject({ email });
    await rpc(server, member.headers, 'claim_device', { owner_secret: device });
    expect(await atDesk(theirs)).toMatchObject({ member: member.id, cancelled_at: null });
    expect(await atDesk(own)).toMatchObject({ cancelled_at: expect.any(String) });
  });

  it('that was done or refused at the desk is not cancelled any more', async () => {
    for (const state of ['done', 'refused']) {
      const email = address();
      const id = await order(server, { email });
      const [mail] = await sentTo(email);
      await rpc(server, people.owner.headers, 'desk_set_state', { kind: 'order', ids: [id], state });
      expect(await cancel(secretIn(mail), id)).toEqual({ status: 'closed' });
      expect(await atDesk(id)).toMatchObject({ state, cancelled_at: null });
    }
  });

  it('that a stranger places under a confirmed member’s address beside the own one is merged, and not mailed', async () => {
    const { email, headers } = people.eve;
    await rpc(server, headers, 'place_preorder', orderOf({ email }, newSecret()));
    expect(await sentTo(email)).toHaveLength(1);
    await order(server, { email });
    desk.turn(DAY);
    expect(await sentTo(email)).toEqual([]);
  });
});

describe('a stranger', () => {
  it('mails an address once a day for a product, however often it is ordered; the rest comes the next day', async () => {
    const email = address();
    const first = await order(server, { email, name: 'Mallory' });
    const [mail] = await sentTo(email);
    // The real person orders after the stranger: that order gets its own mail and link, later.
    const real = await order(server, { email: email.toUpperCase(), name: 'Ada' });
    const other = await order(server, { email, name: 'Mallory' });
    expect(await sentTo(email)).toEqual([]);
    desk.turn(DAY - 60_000);
    expect(await sentTo(email)).toEqual([]);
    desk.turn(2 * 60_000);
    const next = await sentTo(email);
    expect(next).toHaveLength(1);
    expect(next[0]!.text).toMatch(/^Hello,$/m);
    expect(next[0]!.text).toContain('2 orders of NAMIBIAN BREEZE');
    const [one, two] = [secretIn(mail), secretIn(next[0])];
    expect((await ofLink(one)).map((row) => row['id'])).toEqual([first]);
    expect((await ofLink(two)).map((row) => row['id'])).toEqual([real, other]);
    expect(await cancel(two, other)).toEqual({ status: 'cancelled' });
    expect(await atDesk(real)).toMatchObject({ cancelled_at: null });
    desk.turn(2 * DAY);
    expect(await sentTo(email)).toEqual([]);
  });

  it('gets no further by inventing products: they are all one', async () => {
    const email = address();
    for (let i = 0; i < 5; i++)
      await order(server, { email, fragrance_id: `spam-${i}`, fragrance_name: 'Cheap pills http://spam.example/buy' });
    const mails = await sentTo(email);
    expect(mails).toHaveLength(1);
    for (const body of [mails[0]!.text, mails[0]!.html, mails[0]!.subject]) expect(body).not.toMatch(/spam|pills/i);
    expect(mails[0]!.text).toContain('5 orders of a bottle of your own');
  });

  it('cannot put words or links into a mail by the name', async () => {
    for (const name of ['<b>Win</b> now', 'visit spam.example', 'https://spam.example', 'You won 5000 euro']) {
      const email = address();
      await order(server, { email, name });
      const [mail] = await sentTo(email);
      expect(mail!.text).toMatch(/^Hello,$/m);
      expect(mail!.html).not.toContain(name);
    }
  });

  it('cancels nothing without the secret: not by the id, the hash, another order’s link, or nothing', async () => {
    const [email, theirs] = [address(), address()];
    const id = await order(server, { email });
    await order(server, { email: theirs });
    const secret = secretIn((await sentTo(email))[0]);
    const another = secretIn(post.to(theirs)[0]);
    const [{ secret_hash: hash }] = (await server.backend!.sql<Row>(
      'select secret_hash from private.order_links where order_id = $1',
      [id],
    )) as [Row];
    expect(hash).not.toContain(secret);
    for (const wrong of [null, '', id, hash, another, secret.slice(1), `${secret} `, '%', '0'.repeat(32)]) {
      expect(await cancel(wrong, id)).toEqual({ status: 'unknown' });
      expect((await ofLink(wrong)).map((row) => row['id'])).not.toContain(id);
    }
    expect(await cancel(secret, null)).toEqual({ status: 'unknown' });
    expect(await atDesk(id)).toMatchObject({ cancelled_at: null });
    // None of that has used up the link.
    expect(await cancel(secret, id)).toEqual({ status: 'cancelled' });
  });
});

describe('a message', () => {
  it('is thanked for once a day, without its words', async () => {
    const email = address();
    const write = () =>
      callFunction(server, 'contact-form', {
        id: crypto.randomUUID(),
        name: 'Ada',
        email,
        message: 'Cheap pills at http://spam.example',
        owner: newSecret(),
      });
    expect((await write()).status).toBe(200);
    const [mail, ...more] = await sentTo(email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe('We have your message to Accord');
    expect(mail!.text).toContain('Hello Ada,');
    expect(mail!.text + mail!.html).not.toMatch(/spam|pills/);
    await write();
    expect(await sentTo(email)).toEqual([]);
    desk.turn(2 * DAY);
    expect(await sentTo(email)).toEqual([]);
  });
});
