import type { Page } from '@playwright/test';
import { expectNoEmptySpace } from '../support/measures/emptySpace.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { FRAGRANCE, signIn } from '../support/members.ts';
import { expectStrictHeaders, violationsOf } from '../support/policy.ts';
import { PHONE, publisher, save } from '../support/hosts/publicSide.ts';
import { sharePath } from '../support/shareFlow.ts';

/** What a visitor opens who has made a fragrance. */
const VISITOR = [
  '/',
  '/results',
  '/about',
  '/contact',
  '/imprint',
  '/privacy',
  '/terms',
  '/beat-maker',
  '/scentwaves',
  '/secret-keyboard',
  '/customize',
  '/store',
  '/store?tab=playlist',
  '/store/preorder/namibian-breeze',
  '/store/preorder/none',
  '/playlist/Walked',
  '/playlist/Nobody',
  '/share/AAAAAAAA',
  '/login',
  '/register',
  '/sign-up-success',
  '/reset-password',
  '/change-password',
  '/profile/update-password',
  '/no-such-page',
] as const;
/** What looks otherwise without a fragrance. */
const NEWCOMER = ['/create', '/processing', '/customize'] as const;
/** What looks otherwise to a member. */
const MEMBER = [
  '/',
  '/results',
  '/contact',
  '/store?tab=playlist',
  '/playlist/Walked',
  '/profile',
  '/profile?tab=soundcode',
  '/profile?tab=fragrances',
  '/profile/simple',
  '/profile/update-password',
] as const;

/** Each route opens under the policy, axe finds nothing on a phone, and it ends where its content ends, at every width. */
async function walk(page: Page, routes: readonly string[]): Promise<void> {
  const violations = await violationsOf(page);
  for (const route of routes) {
    await test.step(route, async () => {
      await page.setViewportSize(PHONE);
      expectStrictHeaders(await page.goto(route));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      if (/^\/(store(\?|$)|profile(\?|$))/.test(route)) await expect(page.getByRole('tab').first()).toBeVisible();
      await expectAccessible(page);
      await expectNoEmptySpace(page);
    });
  }
  expect(violations).toEqual([]);
}

const keepFragrance = (page: Page): Promise<unknown> =>
  page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);

// A share and a link of a mail that do not exist are asked for on purpose, and the browser logs what is refused.
test.use({ expectedConsole: [/Failed to load resource/] });

/** Several walks take less time than one. */
const PARTS = [0, 1, 2];
for (const part of PARTS)
  test(`every route of a visitor opens, is accessible, strict and without empty space (${part + 1} of ${PARTS.length})`, async ({
    page,
    request,
  }) => {
    await keepFragrance(page);
    await save(request, await publisher(request), [{ name: 'Walked' }]);
    const routes: string[] = VISITOR.filter((_, i) => i % PARTS.length === part);
    if (part === 0) routes.push(await sharePath(request, 'Walked'));
    await walk(page, routes);
  });

test('every route that a newcomer sees otherwise does, too', async ({ page }) => walk(page, NEWCOMER));

test('every route that a member sees otherwise does, too', async ({ page, request }) => {
  await keepFragrance(page);
  const member = await publisher(request);
  await save(request, member, [{ name: 'Walked' }]);
  await signIn(page, member);
  await walk(page, MEMBER);
});

test('so does the profile of a member without fragrances', async ({ page, request }) => {
  await signIn(page, await publisher(request));
  await walk(page, ['/profile?tab=fragrances']);
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
