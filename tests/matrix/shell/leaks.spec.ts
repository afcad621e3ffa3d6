import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/support/fixture.ts';
import { AT_ONCE_MS, expectNothingKept, HEAVIEST, type Opening } from '../../e2e/support/measures/leaks.ts';
import { publisher, save } from '../../e2e/support/hosts/publicSide.ts';
import { signIn } from '../../e2e/support/members.ts';
import { fragrance, openResults, share, storeMelody } from '../../e2e/support/shareFlow.ts';

/** Every screen, opened and left so many times on one page. */
const OPENINGS = 50;

/** A recording goes on where it was left, so it may end between a press and a look. */
const play = async (page: Page): Promise<void> => {
  const playing = page.getByRole('button', { name: 'Playing...', exact: true });
  await expect(async () => {
    if (!(await playing.isVisible()))
      await page.getByRole('button', { name: 'Play Recording', exact: true }).click({ timeout: AT_ONCE_MS });
    await expect(playing).toBeVisible({ timeout: AT_ONCE_MS });
  }).toPass();
};

const OF_A_VISITOR: readonly Opening[] = [
  { path: '/' },
  ...HEAVIEST,
  { path: '/results', act: play },
  { path: '/scentwaves' },
  { path: '/customize' },
  { path: '/store' },
  { path: '/store?tab=playlist' },
  { path: '/store/preorder/namibian-breeze' },
  { path: '/about' },
  { path: '/contact' },
  { path: '/login' },
  { path: '/register' },
  { path: '/sign-up-success' },
  { path: '/reset-password' },
  { path: '/change-password' },
  { path: '/profile/update-password' },
  { path: '/no-such-page' },
];

const OF_A_MEMBER: readonly Opening[] = [
  { path: '/profile' },
  { path: '/profile?tab=fragrances' },
  { path: '/profile/simple' },
];

for (const screen of OF_A_VISITOR)
  test(`${screen.path} leaves nothing behind`, { tag: '@slow' }, async ({ page, request }) => {
    await openResults(page, fragrance(await storeMelody(request)));
    await expectNothingKept(page, screen, OPENINGS);
  });

test('a shared fragrance leaves nothing behind', { tag: '@slow' }, async ({ page, request }) => {
  await openResults(page, fragrance(await storeMelody(request)));
  const { pathname } = new URL(await share(page));
  await expectNothingKept(page, { path: pathname }, OPENINGS);
});

test('a fragrance of the playlist leaves nothing behind', { tag: '@slow' }, async ({ page, request }) => {
  const name = `Opened often ${crypto.randomUUID()}`;
  await save(request, await publisher(request), [{ name }]);
  await expectNothingKept(page, { path: `/playlist/${encodeURIComponent(name)}` }, OPENINGS);
});

for (const screen of OF_A_MEMBER)
  test(`${screen.path} leaves nothing behind for a member`, { tag: '@slow' }, async ({ page, request }) => {
    const member = await publisher(request);
    await save(request, member, [{ name: 'Walked' }]);
    await signIn(page, member);
    await expectNothingKept(page, screen, OPENINGS);
  });
