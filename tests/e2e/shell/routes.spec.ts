import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { coveredControls } from '../support/measures/covered.ts';
import { emptySpace } from '../support/measures/emptySpace.ts';
import { FIRST_VIEWS, outOfSight } from '../support/measures/firstView.ts';
import { FRAGRANCE, signIn, unregisteredVisitor } from '../support/members.ts';
import { DESKTOP_PX, PHONE_PX, publisher, save } from '../support/hosts/publicSide.ts';
import { openResults, share, sharePath } from '../support/shareFlow.ts';
import { sungFragrance } from '../support/steps/results.ts';
import { goTo } from '../support/steps/waits.ts';

/*
 * The routes of the app, and their variants. Each is opened once, and all rules for every screen are checked there.
 * Neighbours in a list are different screens, so that their headings differ. tests/backend/httpRequests.test.ts checks
 * the server's answer for an address.
 */

/** Screens that a visitor with a fragrance opens after the results. */
const FRAGRANCE_OF_A_VISITOR = [
  '/',
  '/share/AAAAAAAA',
  '/beat-maker',
  '/scentwaves',
  '/secret-keyboard',
  '/customize',
  '/no-such-page',
  '/confirm-email',
] as const;
const STORE_AND_ACCOUNT = [
  '/store',
  '/about',
  '/store?tab=playlist',
  '/store/preorder/namibian-breeze',
  '/store/preorder/none',
  '/playlist/Nobody',
  '/imprint',
  '/contact',
  '/privacy',
  '/login',
  '/terms',
  '/register',
  '/sign-up-success',
  '/reset-password',
  '/change-password',
  '/profile/update-password',
] as const;
/** Screens that are checked before a walk. */
const FRAGRANCE_PAGES = ['home', '/results', 'share page', 'playlist entry'] as const;
/** Screens that differ without a fragrance. */
const NEWCOMER_PATHS = ['/customize', '/create', '/processing'] as const;
/** Screens that differ for a member. */
const MEMBER_PATHS = [
  '/results',
  '/contact',
  '/store?tab=playlist',
  '/profile',
  '/playlist/Walked',
  '/profile?tab=soundcode',
  '/profile/update-password',
  '/profile?tab=fragrances',
  '/profile/simple',
] as const;

interface Shape {
  size: { width: number; height: number };
  /** The kind of screen whose first view is checked. */
  first?: 'phone' | 'desktop';
  /** The page ends where its content ends. */
  space?: true;
  /** A press on a control reaches it: no bar covers it. */
  reach?: true;
}

const SCREEN_SHAPES: readonly Shape[] = [
  { size: PHONE_PX, first: 'phone', space: true, reach: true },
  { size: { width: 320, height: 640 }, reach: true },
  { size: { width: 844, height: 390 }, reach: true },
  { size: { width: 768, height: 1024 }, space: true },
  { size: DESKTOP_PX, first: 'desktop', space: true },
];

/** Opens a screen on a phone, where axe finds nothing, and checks it in every shape. */
const look = (page: Page, screen: string, come: () => Promise<unknown>): Promise<void> =>
  test.step(screen, async () => {
    await page.setViewportSize(PHONE_PX);
    await come();
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    if (/^\/(store(\?|$)|profile(\?|$))/.test(screen)) await expect(page.getByRole('tab').first()).toBeVisible();
    await expect(page.getByText(/^Loading .*\.\.\.$/)).toHaveCount(0);
    await expectAccessible(page);
    for (const { size, first, space, reach } of SCREEN_SHAPES) {
      await page.setViewportSize(size);
      const at = { message: `at ${size.width} x ${size.height}` };
      if (first) await expect.poll(() => outOfSight(page, screen, first), at).toEqual([]);
      if (space) await expect.poll(() => page.evaluate(emptySpace), at).toEqual([]);
      if (reach) await expect.poll(() => page.evaluate(coveredControls), at).toEqual([]);
    }
  });

/** Goes from a screen that is open to one after the other. */
async function walk(page: Page, screens: readonly string[]): Promise<void> {
  for (const screen of screens) await look(page, screen, () => goTo(page, screen));
}

const storeFragrance = (page: Page, fragrance: object): Promise<unknown> =>
  page.addInitScript((kept) => localStorage.setItem('fragranceProfile', JSON.stringify(kept)), fragrance);

test('each entry of the list of first views is a checked screen', () => {
  const seen: readonly string[] = [
    ...FRAGRANCE_OF_A_VISITOR,
    ...STORE_AND_ACCOUNT,
    ...NEWCOMER_PATHS,
    ...MEMBER_PATHS,
    ...FRAGRANCE_PAGES,
  ];
  expect(Object.keys(FIRST_VIEWS).filter((screen) => !seen.includes(screen))).toEqual([]);
});

test.describe('every screen is accessible, without empty space, with its content in sight and its controls in reach', () => {
  test("around a visitor's fragrance", async ({ page }) => {
    await look(page, '/results', () => openResults(page, sungFragrance()));
    await look(page, '/results', () => share(page));
    await walk(page, FRAGRANCE_OF_A_VISITOR);
  });

  test('in the store and the accounts', async ({ page, request }) => {
    const path = await sharePath(request, 'Walked');
    const [id] = await save(request, await publisher(request), [{ name: 'Walked' }]);
    await storeFragrance(page, sungFragrance());
    await look(page, 'share page', () => page.goto(path));
    await look(page, 'playlist entry', () => goTo(page, `/playlist/Walked?id=${id}`));
    await walk(page, STORE_AND_ACCOUNT);
  });

  test('for a newcomer', async ({ page }) => {
    await look(page, 'home', () => page.goto('/'));
    await walk(page, NEWCOMER_PATHS);
  });

  test('for a member', async ({ page, request }) => {
    await storeFragrance(page, FRAGRANCE);
    // One of the addresses that may upload.
    const member = await publisher(request, { ...unregisteredVisitor(), email: 'ada@example.com' });
    await signIn(page, member);
    // Before there is a fragrance in the profile.
    await look(page, '/profile?tab=fragrances', () => page.goto('/profile?tab=fragrances'));
    await save(request, member, [{ name: 'Walked' }]);
    await look(page, '/', async () => {
      await goTo(page, '/');
      await expect(page.getByRole('button', { name: 'Upload File' })).toBeVisible();
    });
    await walk(page, MEMBER_PATHS);
  });
});

test('the home page has /index.html as a second address', async ({ page }) => {
  await page.goto('/');
  const title = await page.title();
  await page.goto('/index.html?from=here');
  await expect(page.getByRole('button', { name: /Record/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/\?from=here$/);
  await expect(page).toHaveTitle(title);
});

test.describe(() => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('an app that cannot be loaded shows so, instead of the first picture of its page', async ({ page }) => {
    // Scripts of the entry load: they show the error.
    await page.route(/\/assets\/(?!index-|load-)[^/]*\.js$/, (route) => route.abort());
    for (const path of ['/', '/about']) {
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application Error');
      await expect(page.getByText('Failed to load the application. Please try refreshing the page.')).toBeVisible();
    }
  });
});
