import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Route, Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import About from '#screens/about/About.tsx';
import { deleteCurrentFragrance, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import Customize from '#screens/customize/Customize.tsx';
import Results from '#screens/results/Results.tsx';
import { defaultProfile } from '#features/session/domain/member.ts';
import Profile from '#screens/profile/Profile.tsx';
import { MELODY_FRAGRANCE } from '../testData.ts';
import Preorder from '#screens/preorder/Preorder.tsx';
import { PreorderTab } from '#screens/store/PreorderTab.tsx';
import { localPreorders, PREORDER_KEY } from '#features/community/state/preorder.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { startOutbox } from '#features/outbox/state/outbox.ts';
import { fakeService, json, type FakeService } from '../support/fakeService.ts';
import { allByRole, byRole, mount, press, text, unmount } from '../support/mount.tsx';
import { signIn } from '../support/signIn.ts';

/** The bottles of the store, and orders of them. */

const PREORDER_REQUEST = /POST \/rest\/v1\/rpc\/place_preorder/;

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
const orders = () => service.calls.filter(({ path }) => path.endsWith('/place_preorder')).map(({ body }) => body);
async function fill(name: string, value: string): Promise<void> {
  await expect.poll(() => allByRole('textbox', name).length).toBe(1);
  await userEvent.fill(byRole('textbox', name), value);
}

test.each([
  ['About', About],
  ['the results', Results],
  ['the profile', Profile],
])('with an external shop, %s leads to both tabs of the store, and without one to neither', async (_name, Screen) => {
  const signOut = signIn(defaultProfile({ id: 'ada', email: 'ada@example.com' }));
  setCurrentFragrance(MELODY_FRAGRANCE);
  const { hook, searchHook } = memoryLocation({ path: '/profile?tab=essentials' });
  const shown = () =>
    mount(
      <Router hook={hook} searchHook={searchHook}>
        <Screen />
      </Router>,
    );
  const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  await shown();
  await expect.poll(() => document.querySelector('[data-later]')).toBeNull();
  expect(links()).not.toContain('/store?tab=playlist');
  await unmount();
  vi.stubEnv('VITE_SHOP_URL', 'https://shop.example.com');
  await shown();
  await expect.poll(links).toEqual(expect.arrayContaining(['/store', '/store?tab=playlist']));
  vi.unstubAllEnvs();
  deleteCurrentFragrance();
  signOut();
});

test('an order requires a name and an address, shows who gets them, and is stored with nothing else', async () => {
  service.on(PREORDER_REQUEST, () => json({ status: 'stored' }));
  const { hook } = memoryLocation({ path: '/store/preorder/noise-pollution' });
  await mount(
    <Router hook={hook}>
      <Route path="/store/preorder/:id" component={Preorder} />
    </Router>,
  );
  await press(byRole('button', 'PRE ORDER'));
  await fill('Email', 'ada@example.com');
  await fill('Name', 'Ada');
  const dialog = byRole('dialog', 'Preorder NOISE POLLUTION');
  expect(dialog.querySelector('form svg')).not.toBeNull();
  expect(dialog.textContent).toContain('50mm/1.7 fl oz');
  expect(allByRole('textbox', /./)).toHaveLength(2);
  expect(text()).toContain('Only the shop sees your name and email');
  await press(byRole('button', 'Submit'));
  await expect.poll(orders).toHaveLength(1);
  expect(orders()[0]).toEqual({
    preorder: {
      id: expect.any(String),
      email: 'ada@example.com',
      name: 'Ada',
      fragrance_id: 'noise-pollution',
      fragrance_name: 'NOISE POLLUTION',
      design: null,
    },
    owner_secret: expect.any(String),
  });
});

test.each([
  ['the store', PreorderTab, /^Order NAMIBIAN/],
  ['the page of a bottle', Preorder, 'PRE ORDER'],
  ['the design of a bottle', Customize, 'PURCHASE NOW'],
])('the order on %s begins with the email and the name of a member', async (_name, Screen, button) => {
  const ada = defaultProfile({ id: 'ada', email: 'ada@example.com' });
  const signOut = signIn({ ...ada, liquidName: 'Ada' });
  const { hook } = memoryLocation({ path: '/store/preorder/noise-pollution' });
  await mount(
    <Router hook={hook}>
      <Route path="/store/preorder/:id" component={Screen} />
    </Router>,
  );
  await press(byRole('button', button));
  await expect.poll(() => allByRole('textbox', 'Email').length).toBe(1);
  const [email, name] = ['Email', 'Name'].map((label) => (byRole('textbox', label) as HTMLInputElement).value);
  expect({ email, name }).toEqual({ email: 'ada@example.com', name: 'Ada' });
  signOut();
});

test('the store shows its three bottles with an edition before the bottle of one’s own', async () => {
  await mount(<PreorderTab />);
  const headings = allByRole('heading', /./).map(({ textContent }) => textContent);
  expect(headings).toEqual(['NAMIBIAN BREEZE', 'NOISE POLLUTION', 'SHIBUYA CROSSING', 'Yours, in a bottle']);
  expect(text()).toContain('Edition: 01/1000');
  for (const label of ['Order', 'ORDER NOW']) expect(allByRole('button', new RegExp(`^${label} `))).toHaveLength(3);
});

test('a refused order from the outbox is shown in the store until it is dismissed', async () => {
  service.on(PREORDER_REQUEST, () => json({ code: '23514', message: 'Too many orders.', hint: 'too_many' }, 400));
  const order = {
    email: 'ada@example.com',
    name: 'Ada',
    fragranceId: 'noise-pollution',
    fragranceName: 'NOISE POLLUTION',
  };
  localStorage.setItem(PREORDER_KEY, JSON.stringify([{ ...order, date: '2026-03-04T10:00:00Z' }]));
  await outbox.add('preorder', order);
  await outbox.flush(true);
  await mount(<PreorderTab />);
  await expect.poll(text).toContain('Your preorder of NOISE POLLUTION could not be taken');
  expect(text()).toContain('Too many orders.');
  await press(byRole('button', 'Dismiss, NOISE POLLUTION'));
  await expect.poll(text).not.toContain('could not be taken');
  expect(localPreorders()).toEqual([]);
});

test('Back from the bottle leads to the results, and without a fragrance to the create screen', async () => {
  setCurrentFragrance(MELODY_FRAGRANCE);
  await mount(<Customize />);
  expect(byRole('link', /Back$/).getAttribute('href')).toBe('/results');
  deleteCurrentFragrance();
  localStorage.clear();
  await mount(<Customize />);
  expect(byRole('link', /Back$/).getAttribute('href')).toBe('/create');
});
