import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from '../support/sharedServer.ts';
import { newMember, newSecret, orderOf, rpc } from '../support/testServer.ts';
import { address, DAY_MS, HOUR_MS, order, startOutbound, type Outbound } from './outbound.ts';

/** An order is mailed to its address, and another person cannot misuse that mail. */

const server = await sharedServer();
let outbound: Outbound;
beforeAll(async () => {
  outbound = await startOutbound(server, '');
});
afterAll(() => outbound?.close());

/** Lets the last mails be so much older. */
const age = (ms: number) =>
  server.backend!.sql(
    "update private.mails set sent_at = sent_at - $1 * interval '1 millisecond' where sent_at is not null",
    [ms],
  );

describe('an order', () => {
  it('is mailed to its address', async () => {
    const email = address();
    await order(server, { email, name: 'Ada Lovelace' });
    const [mail, ...more] = await outbound.sentTo(email);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ to: email, subject: 'Your order at Accord' });
    expect(mail!.text).toContain('Hello Ada Lovelace,');
    expect(mail!.text).toContain('NAMIBIAN BREEZE');
    expect(mail!.text).toContain('If it was not you, write to us.');
    expect(mail!.html).not.toContain('<a ');
    // The queue stores no address and no name.
    expect(JSON.stringify(await server.backend!.sql('select * from private.mails'))).not.toMatch(/@|Ada/);
  });

  it('is merged and not mailed when another person places it under a member’s address', async () => {
    const { email, headers } = await newMember(server, 'Eve');
    await rpc(server, headers, 'place_preorder', orderOf({ email }, newSecret()));
    expect(await outbound.sentTo(email)).toHaveLength(1);
    await age(2 * DAY_MS);
    await order(server, { email });
    expect(await outbound.sentTo(email)).toEqual([]);
  });

  it('is not mailed when it is deleted before', async () => {
    const email = address();
    const id = await order(server, { email });
    await server.backend!.sql('delete from public.preorders where id = $1', [id]);
    expect(await outbound.sentTo(email)).toEqual([]);
  });
});

describe('an order by another person', () => {
  it('is mailed to the address once a day for a fragrance, even if it is repeated', async () => {
    const email = address();
    await order(server, { email, name: 'Mallory' });
    expect(await outbound.sentTo(email)).toHaveLength(1);
    for (const again of [email.toUpperCase(), email]) await order(server, { email: again, name: 'Ada' });
    expect(await outbound.sentTo(email)).toEqual([]);
    await order(server, { email, fragrance_id: 'noise-pollution', fragrance_name: 'NOISE POLLUTION' });
    expect((await outbound.sentTo(email)).map(({ text }) => /NOISE POLLUTION/.test(text))).toEqual([true]);
    await age(DAY_MS + HOUR_MS);
    await order(server, { email });
    expect(await outbound.sentTo(email)).toHaveLength(1);
  });

  it('causes no further mail for invented fragrances', async () => {
    const email = address();
    for (let i = 0; i < 5; i++)
      await order(server, { email, fragrance_id: `spam-${i}`, fragrance_name: 'Cheap pills http://spam.example/buy' });
    const [mail, ...more] = await outbound.sentTo(email);
    expect(more).toEqual([]);
    for (const body of [mail!.text, mail!.html, mail!.subject]) expect(body).not.toMatch(/spam|pills/i);
    expect(mail!.text).toContain('5 orders of a bottle of your own');
  });

  it('puts no text or link into a mail by its name', async () => {
    for (const name of ['<b>Win</b> now', 'visit spam.example', 'https://spam.example', 'You won 5000 euro']) {
      const email = address();
      await order(server, { email, name });
      const [mail] = await outbound.sentTo(email);
      expect(mail!.text).toMatch(/^Hello,$/m);
      expect(mail!.html).not.toContain(name);
    }
  });
});
