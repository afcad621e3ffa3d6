import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shopTable } from '../../src/features/community/backend/communityTables.ts';
import { DEFAULT_PRODUCTS } from '../../src/features/community/domain/storeCatalogue.ts';
import type { RunningServer } from '../../supabase/local/serverContract.ts';
import { callAt, newPeople, NO_OWNER, refusal, type People, type Row } from './desk/desk.ts';
import { secretIn, startWithPost, type Desk, type Post } from './mail/post.ts';
import {
  ask,
  newMember,
  newSecret,
  png,
  refused,
  rest,
  rpc,
  serviceHeaders,
  TO_MEMBERS,
  TO_VISITORS,
  visitor,
} from './support/testServer.ts';

/** What is sold: shown to all, changed by owners, and counted by the database. */

let server: RunningServer;
let people: People;
let post: Post;
let desk: Desk;
beforeAll(async () => {
  desk = await startWithPost();
  ({ server, post } = desk);
  people = await newPeople(server);
});
afterAll(() => desk?.close());

const product = (more: Row = {}): Row => ({
  id: 'breeze',
  name: 'BREEZE',
  essence: ['C4', 'E4', 'G4'],
  price: 85.5,
  currency: 'EUR',
  ...more,
});
const setShop = (products: unknown, headers = serviceHeaders(server)) =>
  rpc<Row>(server, headers, 'desk_set_shop', { products });
const shop = async () => (await rpc<Row[]>(server, visitor(server), 'shop')).body;
const address = () => `${crypto.randomUUID()}@example.com`;
let caller = 0;
/** Orders as a new device of a new caller, so that no limit is met. */
const place = (more: Row = {}, owner = newSecret()) => {
  caller++;
  return callAt(server, `10.1.${caller >> 8}.${caller & 255}`, 'place_preorder', {
    preorder: { email: address(), name: 'Ada', fragrance_id: 'breeze', fragrance_name: 'Cheap pills', ...more },
    owner_secret: owner,
  });
};
const STORED = [200, { status: 'stored' }];
const answerOf = async (placed: ReturnType<typeof place>) => {
  const answer = await placed;
  return answer.status === 200 ? [200, answer.body] : refusal(answer);
};
const SOLD_OUT = [400, '23514', 'sold_out'];

describe('a fresh database', () => {
  it('sells the three bottles of the specification and bottles of one’s own, uncounted and without a price', async () => {
    expect((await shop()).map((row) => shopTable.fromRow(row))).toEqual(DEFAULT_PRODUCTS);
  });
});

describe('who may change the shop', () => {
  it('are owners and the service key, nobody else', async () => {
    const blocked = await newMember(server, 'Mallory');
    await rpc(server, people.owner.headers, 'desk_block', { member: blocked.id, reason: 'spam everywhere' });
    const calls: [string, Row][] = [
      ['desk_set_shop', { products: [product({ price: 1 })] }],
      ['desk_shop', {}],
    ];
    for (const [name, args] of calls) {
      expect(refused(await rpc(server, visitor(server), name, args))).toEqual(TO_VISITORS);
      for (const { headers } of [people.ada, people.eve, blocked])
        expect(refusal(await rpc(server, headers, name, args))).toEqual(NO_OWNER);
    }
    expect((await shop()).map(({ id }) => id)).toEqual(DEFAULT_PRODUCTS.map(({ id }) => id));
    const { headers } = people.owner;
    expect((await setShop([product(), { id: 'custom', name: 'Yours' }], headers)).body).toMatchObject({ dropped: [] });
    const told = (await rpc<Row[]>(server, headers, 'desk_shop')).body;
    expect(told).toContainEqual(expect.objectContaining({ id: 'breeze', on_sale: true, ordered: 0, stock: null }));
    const [entry] = (await rpc<Row[]>(server, headers, 'desk_log', {})).body;
    expect(entry).toMatchObject({ act: 'shop', kind: 'product', actor: people.owner.id });
  });

  it('reach the table by no other way', async () => {
    for (const [headers, answer] of [
      [visitor(server), TO_VISITORS],
      [people.ada.headers, TO_MEMBERS],
      [people.owner.headers, TO_MEMBERS],
    ] as const)
      for (const [method, path, body] of [
        ['GET', 'shop_products', undefined],
        ['POST', 'shop_products', { id: 'mine', name: 'Mine', essence: ['C4'] }],
        ['PATCH', 'shop_products?id=eq.breeze', { price: 1 }],
        ['DELETE', 'shop_products?id=eq.breeze', undefined],
      ] as const)
        expect(refused(await rest(server, headers, method, path, body))).toEqual(answer);
    expect(
      await server.backend!.sql(
        `select role from unnest(array['anon', 'authenticated']) as role
         where has_table_privilege(role, 'public.shop_products', 'select, insert, update, delete, truncate')
         union all select relname::text from pg_class where oid = 'public.shop_products'::regclass and not relrowsecurity`,
      ),
    ).toEqual([]);
  });

  it('put pictures into its bucket with the service key alone', async () => {
    const bytes = await png(4, 4);
    const put = async (headers: Record<string, string>) =>
      (
        await ask(`${server.url}/storage/v1/object/shop/${'a'.repeat(32)}.png`, {
          method: 'POST',
          headers: { ...headers, 'Content-Type': 'image/png' },
          body: bytes,
        })
      ).status;
    for (const headers of [visitor(server), people.ada.headers, people.owner.headers])
      expect(await put(headers)).toBeGreaterThanOrEqual(400);
    expect(await put(serviceHeaders(server))).toBe(200);
  });
});

describe('the list of products', () => {
  it('replaces what is sold; what is left out is refused, and its orders stay', async () => {
    await setShop([product(), product({ id: 'smoke', name: 'SMOKE' })]);
    expect((await shop()).map(({ id }) => id)).toEqual(['breeze', 'smoke']);
    expect(await answerOf(place({ fragrance_id: 'smoke' }))).toEqual(STORED);
    expect((await setShop([product()])).body['changed']).toBe(1);
    expect((await setShop([product()])).body['changed']).toBe(0);
    expect((await shop()).map(({ id }) => id)).toEqual(['breeze']);
    for (const gone of ['smoke', 'custom', 'never-there'])
      expect(await answerOf(place({ fragrance_id: gone }))).toEqual([400, '23514', 'not_sold']);
    expect(await server.backend!.sql("select product from public.preorders where product = 'smoke'")).toHaveLength(1);
  });

  it('is refused as a whole when one product is wrong', async () => {
    await setShop([product()]);
    for (const wrong of [
      { id: 'No Id' },
      { id: 'custom-one' },
      { id: null },
      { name: '' },
      { name: null },
      { essence: ['H4'] },
      { essence: null },
      { id: 'custom' },
      { price: -1 },
      { price: 5, currency: null },
      { currency: 'euro' },
      { stock: -1 },
      { stock: 'many' },
      { bottle_color: 'red' },
      { picture: 'https://elsewhere.example/x.png' },
      { countries: [] },
      { countries: ['Germany'] },
    ])
      expect((await setShop([product({ price: 1 }), product({ id: 'second', ...wrong })])).status).toBe(400);
    for (const none of [null, [], {}, 'x', [product(), product()]]) expect((await setShop(none)).status).toBe(400);
    expect(await shop()).toMatchObject([{ id: 'breeze', price: 85.5, currency: 'EUR' }]);
  });
});

describe('an order', () => {
  beforeEach(() => setShop([product({ stock: 3 }), { id: 'custom', name: 'Yours', stock: 1 }]));
  /** A product that nothing is ordered of yet. */
  const fresh = async (more: Row) => {
    const id = `p-${crypto.randomUUID().slice(0, 8)}`;
    await setShop([product({ id, ...more })]);
    return id;
  };

  it('keeps name and price of the shop, whatever was sent, also when they change later', async () => {
    const fragrance_id = await fresh({});
    const email = address();
    expect(await answerOf(place({ fragrance_id, email, price: 1, currency: 'USD', product: 'x' }))).toEqual(STORED);
    await setShop([product({ id: fragrance_id, price: 99 })]);
    const row = { name: 'Ada', fragrance_name: 'BREEZE', price: 85.5, currency: 'EUR', country: null };
    const atDesk = await rpc<Row[]>(server, people.owner.headers, 'desk_orders', { search: email });
    expect(atDesk.body).toEqual([expect.objectContaining(row)]);
    await server.mailer!.run();
    const [mail] = post.to(email);
    expect(mail!.text).toContain('BREEZE');
    expect(mail!.text).toContain('€85.50');
    const linked = await rpc<Row[]>(server, visitor(server), 'orders_of_link', { secret: secretIn(mail) });
    expect(linked.body).toEqual([expect.objectContaining({ fragrance_name: 'BREEZE', price: 85.5, state: 'open' })]);
  });

  it('goes only to countries that are delivered to', async () => {
    const fragrance_id = await fresh({ countries: ['DE', 'AT'] });
    for (const country of [undefined, null, 'US', 'DEU', ''])
      expect(await answerOf(place({ fragrance_id, country }))).toEqual([400, '23514', 'country']);
    const email = address();
    expect(await answerOf(place({ fragrance_id, email, country: 'at' }))).toEqual(STORED);
    const { body } = await rpc<Row[]>(server, people.owner.headers, 'desk_orders', { search: email });
    expect(body).toMatchObject([{ country: 'AT' }]);
  });

  it('takes a bottle from the stock, and none beyond it, however many order at once', async () => {
    const fragrance_id = await fresh({ stock: 3 });
    expect(await shop()).toMatchObject([{ remaining: 3 }]);
    const answers = await Promise.all(Array.from({ length: 12 }, () => answerOf(place({ fragrance_id }))));
    const is = (wanted: unknown) => answers.filter((answer) => JSON.stringify(answer) === JSON.stringify(wanted));
    expect([is(STORED).length, is(SOLD_OUT).length]).toEqual([3, 9]);
    expect(await shop()).toMatchObject([{ remaining: 0 }]);
    expect(
      await server.backend!.sql('select 1 from public.preorders where fragrance_id = $1', [fragrance_id]),
    ).toHaveLength(3);
  });

  it('of a bottle of one’s own counts as one, under whatever id', async () => {
    expect(await answerOf(place({ fragrance_id: 'custom-abc' }))).toEqual(STORED);
    for (const another of ['custom', 'custom-x', 'invented'])
      expect(await answerOf(place({ fragrance_id: another }))).toEqual(SOLD_OUT);
  });

  it('that is there already is answered as before when everything is sold', async () => {
    const fragrance_id = await fresh({ stock: 1 });
    const [email, owner] = [address(), newSecret()];
    for (let again = 0; again < 2; again++)
      expect(await answerOf(place({ fragrance_id, email }, owner))).toEqual(STORED);
    // Elsewhere the answer to the address is that to any other.
    expect(await answerOf(place({ fragrance_id, email }))).toEqual(SOLD_OUT);
    expect(await answerOf(place({ fragrance_id }))).toEqual(SOLD_OUT);
  });

  it('gives its bottle back when it is cancelled by the mailed link, refused at the desk, or merged', async () => {
    const fragrance_id = await fresh({ stock: 1 });
    const remaining = async () => (await shop())[0]!['remaining'];
    const email = address();
    await place({ fragrance_id, email });
    expect(await remaining()).toBe(0);
    await server.mailer!.run();
    const secret = secretIn(post.to(email)[0]);
    const [order] = (await rpc<Row[]>(server, visitor(server), 'orders_of_link', { secret })).body;
    await rpc(server, visitor(server), 'cancel_order', { secret, order_id: order!['id'] });
    expect(await remaining()).toBe(1);

    const id = crypto.randomUUID();
    expect(await answerOf(place({ fragrance_id, id }))).toEqual(STORED);
    expect(await answerOf(place({ fragrance_id }))).toEqual(SOLD_OUT);
    const toState = (state: string) =>
      rpc(server, people.owner.headers, 'desk_set_state', { kind: 'order', ids: [id], state });
    await toState('refused');
    expect(await remaining()).toBe(1);
    await toState('done');
    expect(await remaining()).toBe(0);

    const two = await fresh({ stock: 2 });
    const member = await newMember(server);
    const device = newSecret();
    await place({ fragrance_id: two, email: member.email }, device);
    await rpc(server, member.headers, 'place_preorder', {
      preorder: { email: member.email, name: 'Ada', fragrance_id: two, fragrance_name: 'X' },
      owner_secret: newSecret(),
    });
    expect(await remaining()).toBe(1);
  });

  it('of a blocked member is refused, and takes nothing', async () => {
    const fragrance_id = await fresh({ stock: 1 });
    const blocked = await newMember(server, 'Eva');
    await rpc(server, people.owner.headers, 'desk_block', { member: blocked.id, reason: 'spam everywhere' });
    const placed = await rpc(server, blocked.headers, 'place_preorder', {
      preorder: { email: address(), name: 'Eva', fragrance_id, fragrance_name: 'X' },
      owner_secret: newSecret(),
    });
    expect(refusal(placed)[2]).toBe('blocked');
    expect(await shop()).toMatchObject([{ remaining: 1 }]);
  });
});

it('how much is sold is nobody’s business: what remains is told from twenty down', async () => {
  await setShop([product({ stock: 1000 })]);
  expect(await shop()).toMatchObject([{ remaining: 20 }]);
});
