import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer } from './support/sharedServer.ts';
import { newMember, newSecret, rpc, DEVICE_SECRET, visitor, type Member } from './support/testServer.ts';

/** Orders: any caller places one, a member with that confirmed address gets it merged, and no answer shows others. */

const server = await sharedServer();
let ada: Member;
let eve: Member;
beforeAll(async () => {
  [ada, eve] = [await newMember(server, 'Ada'), await newMember(server, 'Eve')];
});

type Row = Record<string, unknown>;

describe('a preorder', () => {
  const order = (more: Row = {}): Row => ({
    email: `${crypto.randomUUID()}@example.com`,
    name: 'Ada',
    fragrance_id: 'namibian-breeze',
    fragrance_name: 'NAMIBIAN BREEZE',
    ...more,
  });
  const place = (row: unknown, headers = visitor(server), owner: string | null = DEVICE_SECRET) =>
    rpc<Row>(server, headers, 'place_preorder', { preorder: row, owner_secret: owner });

  /** The orders under an address, oldest first; a `merged` one counts as part of another. */
  const orders = (email: unknown) =>
    server.backend!.sql<{ name: string; merged: boolean }>(
      'select name, merged_into is not null as merged from public.preorders where lower(email) = lower($1) order by created_at',
      [email],
    );

  it('is placed by any caller, once for each owner, e-mail and fragrance', async () => {
    const email = `ada-${crypto.randomUUID()}@example.com`;
    const mine = order({ email });
    for (const again of [
      mine,
      { ...mine, email: email.toUpperCase() },
      { ...mine, fragrance_id: 'noise-pollution' },
      { ...mine, id: crypto.randomUUID() },
    ])
      expect(await place(again)).toMatchObject({ status: 200, body: { status: 'stored' } });
    expect(
      (
        await place(
          order({ fragrance_id: 'custom', design: { name: 'Mine', color: 'hsl(120 80% 50%)', bottle: 'silver' } }),
          ada.headers,
        )
      ).body,
    ).toEqual({ status: 'stored' });
    const dated = order({ created_at: '2000-01-01' });
    await place(dated);
    expect(
      await server.backend!.sql(
        'select extract(year from created_at)::int > 2020 as now from public.preorders where email = $1',
        [dated['email']],
      ),
    ).toEqual([{ now: true }]);
    expect(await orders(email)).toHaveLength(2);
  });

  it('cannot be looked up: any input, even repeated, gets the answer of a first order', async () => {
    const known = order();
    await place(known);
    for (const [headers, owner] of [
      [visitor(server), newSecret()],
      [eve.headers, newSecret()],
      [visitor(server), DEVICE_SECRET],
    ] as const) {
      for (const row of [
        { ...known, name: 'Mallory' },
        order(),
        { ...known, id: crypto.randomUUID() },
        { ...known, id: crypto.randomUUID() },
      ])
        expect(await place(row, headers, owner)).toMatchObject({ status: 200, body: { status: 'stored' } });
      // Neither does an invalid order: its message is the same for a registered address and another one.
      const wrong = [
        await place({ ...known, name: 'x' }, headers, owner),
        await place({ ...order(), name: 'x' }, headers, owner),
      ];
      expect(wrong[0]!.body).toEqual(wrong[1]!.body);
      expect(wrong.map(({ status }) => status)).toEqual([400, 400]);
    }
  });

  it("is not hidden by another person's earlier order under the address", async () => {
    const buyers = order({ name: 'Buyer', design: { name: 'Mine' } });
    for (let i = 0; i < 3; i++)
      await place({ ...buyers, name: `Mallory ${i}`, design: null }, visitor(server), newSecret());
    await place({ ...buyers, name: 'Mallory' }, eve.headers, null);
    await place(buyers, visitor(server), newSecret());
    expect((await orders(buyers['email'])).map(({ name }) => name)).toEqual([
      'Mallory 0',
      'Mallory 1',
      'Mallory 2',
      'Mallory',
      'Buyer',
    ]);
  });

  it('belongs to the member with the confirmed address, and no other caller can find that out', async () => {
    const { email } = ada;
    const ordered = (name: string, bottle = 'noise-pollution') => order({ email, name, fragrance_id: bottle });
    const device = newSecret();
    await place(ordered('Mallory'), visitor(server), newSecret());
    await place(ordered('Eve'), eve.headers);
    const before = (await rpc<Row>(server, eve.headers, 'export_my_data')).body['orders'];
    await place(ordered('Ada'), ada.headers);
    await place(ordered('Second browser'), visitor(server), device);
    await place(ordered('Late Mallory'), visitor(server), newSecret());
    expect(await orders(email)).toEqual([
      { name: 'Mallory', merged: true },
      { name: 'Eve', merged: true },
      { name: 'Ada', merged: false },
      { name: 'Second browser', merged: true },
      { name: 'Late Mallory', merged: true },
    ]);
    expect((await rpc<Row>(server, eve.headers, 'export_my_data')).body['orders']).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('merged');
    // An order of a claimed device merges with the member's order of the same fragrance.
    await place(ordered('Of a device', 'third'), visitor(server), device);
    expect((await rpc(server, ada.headers, 'claim_device', { owner_secret: device })).status).toBe(200);
    await place(ordered('Once more', 'third'), ada.headers);
    expect((await orders(email)).filter(({ merged }) => !merged).map(({ name }) => name)).toEqual([
      'Ada',
      'Of a device',
    ]);
  });

  it('of a pending account counts from the moment its mail is confirmed', async () => {
    const email = `${crypto.randomUUID()}@example.com`;
    await place(order({ email, name: 'Mallory' }), visitor(server), newSecret());
    const id = crypto.randomUUID();
    await server.backend!.sql("insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, '{}')", [
      id,
      email,
    ]);
    await server.backend!.sql(
      "insert into public.preorders (email, name, fragrance_id, fragrance_name, owner_id) values ($1, 'Owner', 'namibian-breeze', 'X', $2)",
      [email, id],
    );
    expect((await orders(email)).map(({ merged }) => merged)).toEqual([false, false]);
    await server.backend!.sql('update auth.users set email_confirmed_at = now() where id = $1', [id]);
    expect(await orders(email)).toEqual([
      { name: 'Mallory', merged: true },
      { name: 'Owner', merged: false },
    ]);
  });

  it('of a member whose account is deleted is stored as an order of the device', async () => {
    const gone = await newMember(server, 'Gone');
    await server.backend!.sql('select public.delete_account($1)', [gone.id]);
    const late = order({ name: 'Gone' });
    expect((await place(late, gone.headers, newSecret())).status).toBe(200);
    expect(await orders(late['email'])).toEqual([{ name: 'Gone', merged: false }]);
  });

  it('is refused with a message if it breaks a rule', async () => {
    const wrong: [Row, RegExp][] = [
      [{ email: 'no address' }, /email/],
      [{ email: `${'x'.repeat(250)}@example.com` }, /email/],
      [{ email: 'a\u0001@example.com' }, /email/],
      [{ email: { a: 1 } }, /"email" has to be of another type/],
      [{ email: null }, /email/],
      [{ name: 'A' }, /name of 2 to 100/],
      [{ name: ' Ada ' }, /name/],
      [{ name: 'n'.repeat(101) }, /name/],
      [{ name: 'A\u0007da' }, /name/],
      [{ name: '\u3164\u3164' }, /name/],
      [{ name: 'Ada\u202egro' }, /name/],
      [{ name: ['Ada'] }, /"name" has to be of another type/],
      [{ fragrance_id: 'No Such Id!' }, /fragrance/],
      [{ fragrance_name: '' }, /fragrance/],
      [{ design: [] }, /design/],
      [{ design: { x: 'y'.repeat(3000) } }, /design/],
      [{ design: { name: 'Mi\u202ene' } }, /design/],
      [{ id: 'one' }, /not what the function takes/],
    ];
    for (const [change, words] of wrong) {
      const answer = await place(order(change));
      expect({
        change: JSON.stringify(change).slice(0, 60),
        status: answer.status,
        code: answer.body['code'],
      }).toMatchObject({ status: 400, code: '23514' });
      expect(String(answer.body['message'])).toMatch(words);
    }
    for (const nothing of [null, [], 'order', 7, [[[[]]]], { email: 'x'.repeat(20_000) }])
      expect((await place(nothing)).status).toBe(400);
  });
});
