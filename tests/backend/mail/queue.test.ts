import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../support/sharedServer.ts';
import type { Row } from '../support/refusals.ts';
import { address, DAY_MS, HOUR_MS, MINUTE_MS, order, startOutbound, type Outbound } from './outbound.ts';

/** The queue: each mail is sent once, by and by, through failures and by any number of senders. */

const server = await sharedServer();
let outbound: Outbound;
beforeAll(async () => {
  outbound = await startOutbound(server, '');
});
afterAll(() => outbound?.close());

const sql = (query: string, values: unknown[] = []) => server.backend!.sql<Row>(query, values);
const run = () => outbound.run();
const to = (email: string) => outbound.mails.filter((mail) => mail.to === email);
const failure = (code: string, words: string) => Object.assign(new Error(words), { code });

describe('a mail that cannot be sent', () => {
  it('is tried again after 1 min, 5 min, 30 min, 2 h and 12 h, then dropped without personal data', async () => {
    const email = address();
    outbound.refuse(failure('EENVELOPE', `No such person: <${email}>`));
    await order(server, { email });
    expect(await run()).toEqual({ sent: 0, later: 1, givenUp: 0, errors: ['EENVELOPE'] });
    const [row] = await sql('select last_error from private.mails where next_try_at is not null');
    expect(row!['last_error']).toBe('EENVELOPE: No such person: <(address)>');
    for (const pause of [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS]) {
      outbound.turn(pause - 1000);
      expect(await run()).toMatchObject({ later: 0 });
      outbound.turn(1000);
      expect(await run()).toMatchObject({ later: 1, givenUp: 0 });
    }
    outbound.turn(12 * HOUR_MS);
    expect(await run()).toMatchObject({ later: 0, givenUp: 1 });
    outbound.refuse(null);
    outbound.turn(DAY_MS);
    expect(await run()).toMatchObject({ sent: 0 });
    expect(to(email)).toEqual([]);
    expect(await sql('select recipient, data from private.mails where given_up_at is not null')).toEqual([
      { recipient: null, data: {} },
    ]);
  });

  it('is sent once when the mail server answers again', async () => {
    const email = address();
    outbound.refuse(failure('ECONNREFUSED', 'away'));
    await order(server, { email });
    expect(await run()).toMatchObject({ later: 1 });
    outbound.refuse(null);
    outbound.turn(MINUTE_MS);
    expect(await run()).toMatchObject({ sent: 1 });
    outbound.turn(DAY_MS);
    await run();
    expect(to(email)).toHaveLength(1);
  });

  it('is taken by another sender only after the first one stopped answering', async () => {
    const email = address();
    await order(server, { email });
    const claim = async () =>
      (await sql('select public.claim_mail($1) as mail', [outbound.at()]))[0]!['mail'] as Row | null;
    const lost = (await claim())!;
    expect(lost).toMatchObject({ kind: 'order', recipient: email });
    expect(await claim()).toBeNull();
    expect(await run()).toMatchObject({ sent: 0 });
    outbound.turn(5 * MINUTE_MS);
    expect(await run()).toMatchObject({ sent: 1 });
    // The result of the first claim comes too late.
    for (const error of [null, 'late'])
      expect(
        await sql('select public.mail_done($1, $2, $3, $4) as done', [lost['id'], lost['claim'], error, outbound.at()]),
      ).toEqual([{ done: null }]);
    outbound.turn(DAY_MS);
    await run();
    expect(to(email)).toHaveLength(1);
  });

  it('is dropped after six senders stopped answering', async () => {
    await order(server, { email: address() });
    for (let i = 0; i < 6; i++) {
      expect((await sql('select public.claim_mail($1) as mail', [outbound.at()]))[0]!['mail']).not.toBeNull();
      outbound.turn(5 * MINUTE_MS);
    }
    expect(await run()).toMatchObject({ sent: 0 });
    expect(await sql('select 1 from private.mails where next_try_at is not null')).toEqual([]);
  });
});

describe('mails to buyers', () => {
  it('are limited per hour, and do not delay the mail to the operator', async () => {
    // A two hundredth of the limit is one.
    await sql('select private.configure(limit_factor => 0.005)');
    outbound.turn(2 * HOUR_MS);
    const [first, second] = [address(), address()];
    // Queue them directly, like a flood of orders: this test is not about the limits on orders.
    for (const email of [first, second]) await sql("select private.queue_mail('order', $1, 'own')", [email]);
    await sql(
      `insert into public.preorders (email, name, fragrance_id, fragrance_name, owner_hash)
       select email, 'Ada', 'custom-a', 'Mine', repeat('a', 64) from unnest($1::text[]) as email`,
      [[first, second]],
    );
    await run();
    expect(to(first).length + to(second).length).toBe(1);
    await sql("select private.configure(operator_mail => 'operator@example.com')");
    await sql("select private.queue_mail('operator')");
    await sql('update public.preorders set created_at = clock_timestamp() where email = any($1)', [[first, second]]);
    await run();
    expect(to('operator@example.com')).toHaveLength(1);
    expect(to(first).length + to(second).length).toBe(1);
    outbound.turn(HOUR_MS + MINUTE_MS);
    await run();
    expect([to(first).length, to(second).length]).toEqual([1, 1]);
    await sql("select private.configure(limit_factor => 1000, operator_mail => '')");
  });
});

describe('a sent mail', () => {
  it('has no recipient, and is deleted after 30 days', async () => {
    await order(server, { email: address(), name: 'Adelheid' });
    await run();
    const rows = await sql('select * from private.mails');
    expect(rows.length).toBeGreaterThan(2);
    expect(JSON.stringify(rows)).not.toMatch(/@example|Adelheid/);
    outbound.turn(31 * DAY_MS);
    await run();
    expect(await sql('select 1 from private.mails')).toEqual([]);
  });
});

it('an order queues no mail when mail is off', async () => {
  await sql('select private.configure(mail => false)');
  await order(server, { email: address() });
  expect(await sql('select 1 from private.mails')).toEqual([]);
  await sql('select private.configure(mail => true)');
});
