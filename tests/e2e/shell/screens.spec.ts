import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from '../support/fixture.ts';
import { look, LONG_NAME, type Stop } from '../support/everyShape.ts';
import { linkIn, mailTo } from '../support/mailbox.ts';
import { register, signIn, unregisteredVisitor } from '../support/members.ts';
import { publisher, save } from '../support/hosts/publicSide.ts';
import { fragrance, sharePath } from '../support/shareFlow.ts';

/** Every screen in every shape that a person may give it. */

/** A member whose name is as hard on a page. */
const longNamed = () => ({ ...unregisteredVisitor(), name: 'נועם בן-דוד Wolfeschlegelsteinhausenberger' });

/** Publishes fragrances by a member with a long name, one of them with a long name. */
async function publish(request: APIRequestContext): Promise<void> {
  await save(request, await publisher(request, longNamed()), [{ name: 'Walked' }, { name: LONG_NAME }]);
}

const opensDialog = async (page: Page, button: string): Promise<void> => {
  await page.getByRole('button', { name: button, exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
};

/** The link of a confirmation mail that another browser has requested, to a long address. */
async function confirmationLink(request: APIRequestContext): Promise<string> {
  const email = `wolfeschlegelsteinhausenberger-${crypto.randomUUID()}@example.com`;
  await register(request, { ...unregisteredVisitor(), email });
  return linkIn(await mailTo(request, email, /confirm/i));
}

async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('heading', { name: 'Whose account is this?' })).toBeVisible();
}

const kept = (key: string, value: object) => (page: Page) =>
  page.addInitScript(([key, value]) => localStorage.setItem(key, value), [key, JSON.stringify(value)] as const);

/** The system opens a fragrance with the app, in place of one that is not saved. */
async function openFile(page: Page): Promise<void> {
  const arriving = { ...fragrance(undefined, { name: LONG_NAME }), id: '1767323045001' };
  await page.evaluate((json) => {
    const file = new File([json], 'theirs.json', { type: 'application/json' });
    (window as unknown as { launch: (launch: object) => void }).launch({ files: [{ getFile: async () => file }] });
  }, JSON.stringify(arriving));
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** A launch by the system is queued until the app is there, as in a real launch queue. */
const launched = (page: Page) =>
  page.addInitScript(() => {
    const consumer = Promise.withResolvers<(launch: object) => void>();
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer: consumer.resolve } });
    Object.assign(window, { launch: async (launch: object) => (await consumer.promise)(launch) });
  });

/** Parts that replace others: questions, failures and ways back. */
const IN_PLACE_OF_OTHERS: readonly Stop[] = [
  { name: 'a fragrance that arrives', path: '/results', before: launched, act: openFile },
  {
    name: 'a fragrance to bring back',
    path: '/results',
    before: kept('accord:former-fragrance', { ...fragrance(undefined, { name: LONG_NAME }), id: '1767323045001' }),
  },
  { name: 'whose account', path: confirmationLink, act: confirm },
  {
    name: 'choose your password',
    path: confirmationLink,
    act: async (page) => {
      await confirm(page);
      await page.getByRole('button', { name: 'Yes, this is my account' }).click();
      await page.getByRole('button', { name: 'Set password' }).click();
      await expect(page.getByText('Password is required')).toBeVisible();
    },
  },
  {
    name: 'a screen that is not loaded',
    path: '/about',
    before: (page) => page.route(/assets\/About-.*\.js/, (route) => route.abort()),
    act: async (page) => {
      await page.getByRole('button', { name: 'Try again' }).click();
      // It has failed again: Suspense has hidden it meanwhile, which a browser test in strict mode does not show.
      await expect(page.getByRole('heading', { name: 'This screen did not arrive' })).toBeFocused();
    },
  },
  {
    name: 'a share that is not loaded',
    path: '/share/AAAAAAAA',
    before: (page) => page.route('**/rpc/get_share', (route) => route.abort()),
    act: (page) => expect(page.getByRole('button', { name: 'Try again' })).toBeVisible(),
  },
];

const OF_A_VISITOR: readonly Stop[] = [
  { name: '/' },
  { name: 'menu', path: '/', act: (page) => page.getByRole('button', { name: 'Open menu' }).click() },
  { name: '/results' },
  { name: 'share sheet', path: '/results', act: (page) => opensDialog(page, 'Share') },
  { name: 'share', path: (request) => sharePath(request, LONG_NAME) },
  { name: '/share/AAAAAAAA' },
  { name: '/beat-maker' },
  {
    name: 'painted beat',
    path: '/beat-maker',
    act: (page) => page.getByRole('button', { name: 'Start with an example' }).click(),
  },
  { name: 'notes of the beat', path: '/beat-maker', act: (page) => opensDialog(page, 'Select notes') },
  { name: '/scentwaves' },
  { name: '/secret-keyboard' },
  { name: '/customize' },
  { name: '/store' },
  {
    name: '/store?tab=playlist',
    path: async (request) => {
      await publish(request);
      return '/store?tab=playlist';
    },
  },
  { name: '/store/preorder/namibian-breeze' },
  {
    name: 'playlist entry',
    path: async (request) => {
      await publish(request);
      return `/playlist/${encodeURIComponent(LONG_NAME)}`;
    },
  },
  { name: '/about' },
  { name: '/contact' },
  { name: '/login' },
  { name: '/register' },
  { name: '/sign-up-success' },
  { name: '/reset-password' },
  { name: '/change-password' },
  { name: '/profile/update-password' },
  { name: '/no-such-page' },
];

const OF_A_MEMBER: readonly Stop[] = [
  { name: 'home of a member', path: '/' },
  { name: '/profile' },
  { name: '/profile?tab=soundcode' },
  { name: '/profile?tab=fragrances' },
  { name: '/profile/simple' },
  { name: 'playlist for a member', path: '/store?tab=playlist' },
];

// The test opens a link that does not exist on purpose, and the browser logs the refusal.
test.use({ expectedConsole: [/Failed to load resource/] });

for (const stop of [...OF_A_VISITOR, ...IN_PLACE_OF_OTHERS])
  test(`${stop.name} fits every shape`, { tag: '@slow' }, async ({ page }) => {
    await kept('fragranceProfile', fragrance(undefined, { name: LONG_NAME }))(page);
    await look(page, stop);
  });

for (const stop of OF_A_MEMBER)
  test(`${stop.name} fits every shape`, { tag: '@slow' }, async ({ page, request }) => {
    const member = await publisher(request, longNamed());
    await save(request, member, [{ name: 'Walked' }, { name: LONG_NAME }]);
    await signIn(page, member);
    await look(page, stop);
  });
