import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { FRAGRANCE, logIn } from '../support/members.ts';
import { expectStrictHeaders, violationsOf } from '../support/policy.ts';
import { DESKTOP, PHONE, publisher, save } from '../support/publicSide.ts';
import { patience } from '../../patience.ts';

/** Every route that anybody may open. */
const ROUTES = [
  '/',
  '/create',
  '/processing',
  '/results',
  '/about',
  '/contact',
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
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible({ timeout: 15_000 });
      if (route.startsWith('/store') && !route.includes('preorder'))
        await expect(page.getByRole('tab').first()).toBeVisible();
      for (const size of [PHONE, DESKTOP]) {
        await page.setViewportSize(size);
        await expectAccessible(page);
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

// Long walks that know nothing of each other.
test.describe.configure({ mode: 'parallel' });

for (const signedIn of [false, true]) {
  test(`every route ${signedIn ? 'that a member sees otherwise' : 'of a visitor'}: it opens, fits phone and desktop, axe and the security policy find nothing`, async ({
    page,
    request,
  }) => {
    test.setTimeout(patience(300_000));
    await page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);
    const member = await publisher(request);
    await save(request, member, [{ name: 'Walked' }]);
    if (signedIn) await logIn(page, member);
    await walk(page, signedIn ? SIGNED_IN : [...ROUTES, ...ANONYMOUS]);
  });
}
