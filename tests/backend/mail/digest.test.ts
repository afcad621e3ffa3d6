import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningServer } from '../../../supabase/local/serverContract.ts';
import { newPeople, type People } from '../desk/desk.ts';
import { callFunction, fragranceRow, newSecret, rest, rpc, visitor } from '../support/testServer.ts';
import { DAY, HOUR, order, secretIn, SITE, startWithPost, type Desk, type Post } from './post.ts';

/** The owners hear once a day what is new at the desk. */

const SHOP = 'shop@example.com';
let desk: Desk;
let server: RunningServer;
let post: Post;
let people: People;

beforeAll(async () => {
  desk = await startWithPost({ ownerMail: SHOP });
  ({ server, post } = desk);
  people = await newPeople(server);
});
afterAll(() => desk?.close());

/** The subjects of the digests that are sent now to an address. */
async function digestsTo(address: string): Promise<string[]> {
  const before = post.to(address).length;
  await server.mailer!.run();
  return post
    .to(address)
    .slice(before)
    .map((mail) => mail.subject)
    .filter((subject) => subject.startsWith('New at Accord'));
}

describe('the digest', () => {
  it('counts what is new, goes to every owner, and comes once a day', async () => {
    // Nothing is new: no mail.
    desk.turn(2 * HOUR);
    expect(await digestsTo(SHOP)).toEqual([]);

    const emails = ['a', 'b', 'c'].map((name) => `${name}-${crypto.randomUUID()}@example.com`);
    const ids: string[] = [];
    for (const email of emails) ids.push(await order(server, { email }));
    const id = crypto.randomUUID();
    await rest(server, people.ada.headers, 'POST', 'fragrance_profiles', {
      ...fragranceRow('Loud'),
      id,
      user_id: people.ada.id,
      is_public: true,
    });
    const reported = await rpc(server, visitor(server), 'report_fragrance', {
      id,
      reason: 'spam',
      owner_secret: newSecret(),
    });
    expect(reported.body).toEqual({ status: 'reported' });

    // Looked at every hour.
    desk.turn(HOUR);
    const words = 'New at Accord: 3 orders, 1 report';
    expect(await digestsTo(SHOP)).toEqual([words]);
    const own = post.to(people.owner.email).at(-1)!;
    expect(own.subject).toBe(words);
    expect(own.text).toContain(`Open the desk: ${SITE}/desk`);
    // Of the persons it holds nothing.
    expect(own.text + own.html).not.toContain(emails[0]);
    expect(post.to(people.ada.email).map((mail) => mail.subject)).not.toContain(words);

    // The same day: silence, whatever comes.
    await order(server, { email: `d-${crypto.randomUUID()}@example.com` });
    const cancelled = await rpc(server, visitor(server), 'cancel_order', {
      secret: secretIn(post.to(emails[0]!)[0]),
      order_id: ids[0],
    });
    expect(cancelled.body).toEqual({ status: 'cancelled' });
    await callFunction(server, 'contact-form', {
      name: 'Ada',
      email: emails[0],
      message: 'Where is my bottle?',
      owner: newSecret(),
    });
    desk.turn(DAY - HOUR);
    expect(await digestsTo(SHOP)).toEqual([]);
    desk.turn(HOUR);
    expect(await digestsTo(SHOP)).toEqual(['New at Accord: 1 order, 1 cancelled order, 1 message']);
    desk.turn(2 * DAY);
    expect(await digestsTo(SHOP)).toEqual([]);
  });

  it('leaves out what an owner has seen already, and who is no owner any more', async () => {
    const seen = await order(server, { email: `e-${crypto.randomUUID()}@example.com` });
    await order(server, { email: `f-${crypto.randomUUID()}@example.com` });
    await rpc(server, people.owner.headers, 'desk_set_state', { kind: 'order', ids: [seen], state: 'seen' });
    await rpc(server, { apikey: server.keys!.secret }, 'remove_owner', { email: people.owner.email });
    const before = post.to(people.owner.email).length;
    desk.turn(DAY);
    expect(await digestsTo(SHOP)).toEqual(['New at Accord: 1 order']);
    expect(post.to(people.owner.email)).toHaveLength(before);
  });
});
