import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { FRAGRANCE, signIn } from '../support/members.ts';
import { expectStrictHeaders, violationsOf } from '../support/policy.ts';
import { DESKTOP, PHONE, publisher, save } from '../support/hosts/publicSide.ts';

/** Every route that anybody may open. */
const ROUTES = [
  '/',
  '/create',
  '/processing',
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
  '/playlist/Walked',
  '/share/AAAAAAAA',
  '/register',
  '/sign-up-success',
  '/reset-password',
  '/change-password',
  '/profile/update-password',
  '/no-such-page',
] as const;
/** Those that show something else, or are something else, to whoever is signed in. */
const ANONYMOUS = ['/login', '/Login'] as const;
const SIGNED_IN = [
  '/',
  '/results',
  '/contact',
  '/customize',
  '/store?tab=playlist',
  '/store/preorder/namibian-breeze',
  '/playlist/Walked',
  '/register',
  '/reset-password',
  '/change-password',
  '/profile/update-password',
  '/profile',
  '/profile?tab=soundcode',
  '/profile?tab=fragrances',
  '/profile/simple',
] as const;

async function walk(page: Page, routes: readonly string[]): Promise<void> {
  const violations = await violationsOf(page);
  for (const route of routes) {
    await test.step(route, async () => {
      await page.setViewportSize(PHONE);
      expectStrictHeaders(await page.goto(route));
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      if (route.startsWith('/store') && !route.includes('preorder'))
        await expect(page.getByRole('tab').first()).toBeVisible();
      await expectAccessible(page);
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
          `${route} fits the screen, ${size.width} px wide`,
        ).toBe(true);
      }
    });
  }
  expect(violations).toEqual([]);
}

// A share and a link of a mail that do not exist are asked for on purpose, and the browser logs what is refused.
test.use({ expectedConsole: [/Failed to load resource/] });

/** Several walks take less time than one, and a page less than a visit. */
const WALKS = [
  ...[0, 1, 2, 3].map((part) => ({ signedIn: false, part, of: 4, routes: [...ROUTES, ...ANONYMOUS] as const })),
  ...[0, 1].map((part) => ({ signedIn: true, part, of: 2, routes: SIGNED_IN })),
];

for (const { signedIn, part, of, routes } of WALKS) {
  test(`every route ${signedIn ? 'that a member sees otherwise' : 'of a visitor'} (${part + 1} of ${of}): it opens, fits phone and desktop, axe and the security policy find nothing`, async ({
    page,
    request,
  }) => {
    await page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);
    const member = await publisher(request);
    await save(request, member, [{ name: 'Walked' }]);
    if (signedIn) await signIn(page, member);
    await walk(
      page,
      routes.filter((_, i) => i % of === part),
    );
  });
}

test('an app that cannot be loaded says so, instead of the first picture of its page', async ({ page }) => {
  // Those of the entry come: they are what says it.
  await page.route(/\/assets\/(?!index-|load-)[^/]*\.js$/, (route) => route.abort());
  for (const path of ['/', '/about']) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Application Error');
    await expect(page.getByText('Failed to load the application. Please try refreshing the page.')).toBeVisible();
  }
});
