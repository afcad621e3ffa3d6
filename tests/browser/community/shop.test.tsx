import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import Customize from '../../../src/features/fragrance/screen/customize/Customize.tsx';
import Preorder from '../../../src/features/community/screen/preorder/Preorder.tsx';
import { PreorderTab } from '../../../src/features/community/screen/store/PreorderTab.tsx';
import { localPreorders, loadShop, PREORDER_KEY } from '../../../src/features/community/state/index.ts';
import { SHOP_KEY } from '../../../src/features/community/state/shop.ts';
import { outbox } from '../../../src/features/outbox/backend/index.ts';
import { startOutbox } from '../../../src/features/outbox/state/index.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, mount, press, text, unmount } from '../support/mount.tsx';

/** What the screens say of the owner's shop: price, stock, countries. */

const product = (more: object = {}) => ({
  id: 'rain',
  name: 'RAIN',
  description: 'Rain on a tin roof.',
  essence: ['C4', 'E4', 'G4'],
  edition: '',
  quantity: '',
  size: '30 ml',
  bottle_color: 'black',
  price: 85.5,
  currency: 'EUR',
  picture: null,
  external_id: null,
  countries: null,
  remaining: 3,
  ...more,
});
const OWN = product({ id: 'custom', name: 'A bottle of your own', essence: null, price: 120, remaining: 1 });
const SHOP = /POST \/rest\/v1\/rpc\/shop/;
const PLACE = /POST \/rest\/v1\/rpc\/place_preorder/;

let service: FakeService;
beforeAll(() => startOutbox());
beforeEach(() => {
  service = fakeService();
});
afterEach(async () => {
  await unmount();
  for (const { id } of await outbox.entries()) await outbox.remove(id);
  service.end();
  localStorage.clear();
});
const sells = async (...rows: object[]) => {
  service.on(SHOP, () => json(rows));
  await loadShop();
};
const orders = () => service.calls.filter(({ path }) => path.endsWith('/place_preorder')).map(({ body }) => body);
async function fill(name: string, value: string): Promise<void> {
  await expect.poll(() => allByRole('textbox', name).length).toBe(1);
  await userEvent.fill(byRole('textbox', name), value);
}

test('the store begins with the bottle of one’s own, and says price and stock', async () => {
  await sells(OWN, product());
  await mount(<PreorderTab />);
  const headings = allByRole('heading', /./).map(({ textContent }) => textContent);
  expect(headings).toEqual(['Yours, in a bottle', 'RAIN']);
  for (const words of ['€120 · 1 left', '€85.50', '3 left']) expect(text()).toContain(words);
  expect(text()).not.toContain('Edition');
  expect(allByRole('button', /^(Order|ORDER NOW) RAIN$/)).toHaveLength(2);
});

test('what is sold out says so, and cannot be ordered', async () => {
  await sells({ ...OWN, remaining: 0 }, product({ remaining: 0 }));
  await mount(<PreorderTab />);
  expect(allByRole('button', /order/i)).toEqual([]);
  expect(text()).toContain('Sold out');
  await unmount();
  await mount(<Customize />);
  expect(text()).toContain('€120 · Sold out');
  expect(allByRole('button', 'PURCHASE NOW')).toEqual([]);
});

test('a store without a connection shows what this device has seen last', async () => {
  await sells(product());
  expect(JSON.parse(localStorage.getItem(SHOP_KEY)!)).toMatchObject([{ id: 'rain', price: 85.5 }]);
  service.on(SHOP, noConnection);
  await loadShop();
  await mount(<PreorderTab />);
  expect(text()).toContain('€85.50');
});

test('an order asks for the country where it goes to some alone, and says who gets the address', async () => {
  await sells(product({ countries: ['DE', 'AT'] }));
  service.on(PLACE, () => json({ status: 'stored' }));
  const { hook } = memoryLocation({ path: '/store/preorder/rain' });
  await mount(
    <Router hook={hook}>
      <Route path="/store/preorder/:id" component={Preorder} />
    </Router>,
  );
  expect(text()).toContain('Austria, Germany');
  await press(byRole('button', 'PRE ORDER'));
  await fill('Email', 'ada@example.com');
  await fill('Name', 'Ada');
  expect(text()).toContain('Only whoever runs this store gets your name and address');
  await press(byRole('button', 'Submit'));
  await expect.poll(text).toContain('Country is required');
  const select = byRole('combobox', 'Country') as HTMLSelectElement;
  expect([...select.options].map(({ value }) => value)).toEqual(['', 'Austria', 'Germany']);
  await userEvent.selectOptions(select, 'Germany');
  await press(byRole('button', 'Submit'));
  await expect.poll(orders).toHaveLength(1);
  expect(orders()[0]).toMatchObject({ preorder: { fragrance_id: 'rain', country: 'DE' } });
});

test('an order that waited and was refused is told in the store, and can be made anew', async () => {
  await sells(product());
  service.on(PLACE, () => json({ code: '23514', message: 'This is sold out.', hint: 'sold_out' }, 400));
  const order = { email: 'ada@example.com', name: 'Ada', fragranceId: 'rain', fragranceName: 'RAIN' };
  localStorage.setItem(PREORDER_KEY, JSON.stringify([{ ...order, date: '2026-03-04T10:00:00Z' }]));
  await outbox.add('preorder', order);
  await outbox.flush(true);
  await mount(<PreorderTab />);
  await expect.poll(text).toContain('Your preorder of RAIN could not be taken');
  expect(text()).toContain('This is sold out.');
  await press(byRole('button', 'Dismiss, RAIN'));
  await expect.poll(text).not.toContain('could not be taken');
  expect(localPreorders()).toEqual([]);
});
