import { afterEach, beforeEach, expect, test } from 'vitest';
import CancelOrder from '../../../src/features/community/screen/cancel-order/CancelOrder.tsx';
import { localPreorders, PREORDER_KEY } from '../../../src/features/community/state/index.ts';
import { fakeService, json, noConnection, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, mount, press, text, unmount } from '../support/mount.tsx';

/** The page of the link in an order mail: looking changes nothing, a press cancels. */

const SECRET = '0123456789abcdef0123456789abcdef';
const ID = 'a0000000-0000-4000-8000-000000000001';
const OTHER = 'a0000000-0000-4000-8000-000000000002';
const row = (more: object = {}) => ({
  id: ID,
  email: 'ada@example.com',
  name: 'Ada',
  fragrance_id: 'namibian-breeze',
  fragrance_name: 'NAMIBIAN BREEZE',
  created_at: '2026-03-04T10:00:00+00:00',
  state: 'open',
  ...more,
});
const ORDERS = /POST \/rest\/v1\/rpc\/orders_of_link/;
const CANCEL = /POST \/rest\/v1\/rpc\/cancel_order/;

let service: FakeService;
const before = window.location.href;
beforeEach(() => {
  service = fakeService();
  window.history.replaceState(null, '', `/cancel-order?order=${SECRET}`);
});
afterEach(async () => {
  await unmount();
  service.end();
  localStorage.clear();
  window.history.replaceState(null, '', before);
});
const cancels = () => service.calls.filter(({ path }) => path.endsWith('/cancel_order')).map(({ body }) => body);

test('shows the order, cancels it at a press, says so, and lets this device order it again', async () => {
  const kept = {
    email: 'ada@example.com',
    name: 'Ada',
    fragranceId: 'namibian-breeze',
    fragranceName: 'NAMIBIAN BREEZE',
  };
  localStorage.setItem(PREORDER_KEY, JSON.stringify([{ ...kept, date: '2026-03-04T10:00:00Z' }]));
  expect(localPreorders()).toHaveLength(1);
  service.on(ORDERS, () => json([row({ price: 85.5, currency: 'EUR' })]));
  service.on(CANCEL, () => json({ status: 'cancelled' }));
  await mount(<CancelOrder />);
  await expect.poll(text).toContain('Ordered under ada@example.com.');
  expect(text()).toContain('Ada, March 4, 2026, €85.50');
  expect(cancels()).toEqual([]);
  // Nothing is painted where there is nothing to say yet.
  expect(document.querySelector<HTMLElement>('main output')!.offsetHeight).toBe(0);
  await press(byRole('button', 'Cancel the order'));
  await expect.poll(text).toContain('This order is cancelled.');
  expect(cancels()).toEqual([{ secret: SECRET, order_id: ID }]);
  expect(allByRole('button', /Cancel/)).toEqual([]);
  await expect.poll(() => document.activeElement?.textContent).toContain('This order is cancelled.');
  expect(localPreorders()).toEqual([]);
});

test('cancels one of several, and leaves the others', async () => {
  const other = row({ id: OTHER, fragrance_id: 'custom-x', fragrance_name: 'Night Garden' });
  service.on(ORDERS, () => json([row(), other, row({ id: OTHER.replace(/2$/, '3'), state: 'closed' })]));
  service.on(CANCEL, () => json({ status: 'cancelled' }));
  await mount(<CancelOrder />);
  await expect.poll(text).toContain('Your orders');
  expect(text()).toContain('This order is closed');
  await press(byRole('button', 'Cancel Night Garden'));
  await expect.poll(text).toContain('This order is cancelled.');
  expect(cancels()).toEqual([{ secret: SECRET, order_id: OTHER }]);
  expect(byRole('button', 'Cancel NAMIBIAN BREEZE')).toBeTruthy();
});

test('says that a link is not valid, also one without its secret, for which it asks nobody', async () => {
  service.on(ORDERS, () => json([]));
  await mount(<CancelOrder />);
  await expect.poll(text).toContain('This link is not valid');
  await unmount();
  window.history.replaceState(null, '', '/cancel-order');
  const asked = service.calls.length;
  await mount(<CancelOrder />);
  await expect.poll(text).toContain('This link is not valid');
  expect(service.calls).toHaveLength(asked);
});

test('asks again without a connection, and keeps the button when cancelling failed', async () => {
  service.on(ORDERS, noConnection);
  await mount(<CancelOrder />);
  await expect.poll(text).toContain('We cannot reach our server right now.');
  service.on(ORDERS, () => json([row()]));
  await press(byRole('button', 'Try again'));
  await expect.poll(text).toContain('NAMIBIAN BREEZE');
  service.on(CANCEL, noConnection);
  await press(byRole('button', 'Cancel the order'));
  await expect.poll(text).toContain('We cannot reach our server right now. Please try again.');
  service.on(CANCEL, () => json({ status: 'closed' }));
  await press(byRole('button', 'Cancel the order'));
  await expect.poll(text).toContain('This order is closed');
});
