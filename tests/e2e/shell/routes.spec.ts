import type { Page } from '@playwright/test';
import { expectNoEmptySpace } from '../support/measures/emptySpace.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { FRAGRANCE, signIn } from '../support/members.ts';
import { PHONE, publisher, save } from '../support/hosts/publicSide.ts';
import { sharePath } from '../support/shareFlow.ts';
import { goTo } from '../support/steps/waits.ts';

/*
 * The routes of the app, and their variants. Neighbours in a list are different screens, so that their headings differ.
 * tests/backend/front.test.ts checks what the server sends for an address.
 */

/** What a visitor opens who has made a fragrance: after the page of a share. */
const FRAGRANCE_OF_A_VISITOR = [
  '/results',
  '/',
  '/share/AAAAAAAA',
  '/beat-maker',
  '/scentwaves',
  '/secret-keyboard',
  '/customize',
  '/no-such-page',
] as const;
/** What is there without a fragrance as well. */
const STORE_AND_ACCOUNT = [
  '/store',
  '/about',
  '/store?tab=playlist',
  '/store/preorder/namibian-breeze',
  '/playlist/Walked',
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
/** What looks otherwise without a fragrance. */
const NEWCOMER = ['/create', '/customize', '/processing'] as const;
/** What looks otherwise to a member. */
const MEMBER = [
  '/',
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

/** Opens the first route by its address and goes on from there: on a phone axe finds nothing, and each ends where its content ends, at every width. */
async function walk(page: Page, [first, ...others]: readonly string[]): Promise<void> {
  const look = (route: string, come: () => Promise<unknown>): Promise<void> =>
    test.step(route, async () => {
      await page.setViewportSize(PHONE);
      await come();
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      if (/^\/(store(\?|$)|profile(\?|$))/.test(route)) await expect(page.getByRole('tab').first()).toBeVisible();
      await expectAccessible(page);
      await expectNoEmptySpace(page);
    });
  await look(first!, () => page.goto(first!));
  for (const route of others) await look(route, () => goTo(page, route));
}

const keepFragrance = (page: Page): Promise<unknown> =>
  page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);

// A share and a link of a mail that do not exist are asked for on purpose, and the browser logs what is refused.
test.use({ expectedConsole: [/Failed to load resource/] });

test("every screen around a visitor's fragrance is accessible and without empty space", async ({ page, request }) => {
  await keepFragrance(page);
  await walk(page, [await sharePath(request, 'Walked'), ...FRAGRANCE_OF_A_VISITOR]);
});

test('every screen of the store and the accounts is accessible and without empty space', async ({ page, request }) => {
  await save(request, await publisher(request), [{ name: 'Walked' }]);
  await walk(page, STORE_AND_ACCOUNT);
});

test('every screen that a newcomer sees otherwise is accessible and without empty space', ({ page }) =>
  walk(page, NEWCOMER));

test('every screen that a member sees otherwise is accessible and without empty space', async ({ page, request }) => {
  await keepFragrance(page);
  const member = await publisher(request);
  await signIn(page, member);
  // Before there is a fragrance in the profile.
  await walk(page, ['/profile?tab=fragrances']);
  await save(request, member, [{ name: 'Walked' }]);
  await walk(page, MEMBER);
});

test('the home page has its file name as a second address', async ({ page }) => {
  await page.goto('/');
  const title = await page.title();
  await page.goto('/index.html?from=here');
  await expect(page.getByRole('button', { name: /Record/ }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/\?from=here$/);
  await expect(page).toHaveTitle(title);
});

test('an app that cannot be loaded says so, instead of the first picture of its page', async ({ page }) => {
  // Those of the entry come: they are what says it.
  await page.route(/\/assets\/(?!index-|load-)[^/]*\.js$/, (route) => route.abort());
  for (const path of ['/', '/about']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application Error');
    await expect(page.getByText('Failed to load the application. Please try refreshing the page.')).toBeVisible();
  }
});
