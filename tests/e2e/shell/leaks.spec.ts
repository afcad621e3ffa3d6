import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixture.ts';
import { publisher, save } from '../support/hosts/publicSide.ts';
import { expectNothingKept, HEAVIEST_SCREENS, openOften, AT_ONCE_MS, type Opening } from '../support/measures/leaks.ts';
import { signIn } from '../support/members.ts';
import { fragrance, openResults, share, storeMelody } from '../support/shareFlow.ts';

/** Every screen, opened and left so many times on one page. */
const OPENING_COUNT = 50;

/** Leaves one of each kind behind. */
function leak(): void {
  const url = URL.createObjectURL(new Blob([''], { type: 'text/javascript' }));
  const kept = ((window as { kept?: unknown[] }).kept ??= []);
  const listener = () => kept.length;
  window.addEventListener('resize', listener);
  kept.push(new Worker(url), new AudioContext(), document.createElement('p'), setInterval(listener, 60_000));
}

test('the check finds leaks of each kind', { tag: '@slow' }, async ({ page }) => {
  const left = await openOften(page, { path: '/contact', act: (page) => page.evaluate(leak) }, 6);
  const kinds = (await left()).map((line) => line.split(':')[0]);
  expect(kinds).toEqual(['audio contexts', 'object URLs', 'intervals', 'workers', 'nodes', 'listeners']);
});

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
  ...HEAVIEST_SCREENS,
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
  test(`${screen.path} leaves no listeners, timers or nodes behind`, { tag: '@slow' }, async ({ page, request }) => {
    await openResults(page, fragrance(await storeMelody(request)));
    await expectNothingKept(page, screen, OPENING_COUNT);
  });

test('a shared fragrance leaves nothing behind', { tag: '@slow' }, async ({ page, request }) => {
  await openResults(page, fragrance(await storeMelody(request)));
  const { pathname } = new URL(await share(page));
  await expectNothingKept(page, { path: pathname }, OPENING_COUNT);
});

test('a fragrance of the playlist leaves nothing behind', { tag: '@slow' }, async ({ page, request }) => {
  const name = `Opened often ${crypto.randomUUID()}`;
  await save(request, await publisher(request), [{ name }]);
  await expectNothingKept(page, { path: `/playlist/${encodeURIComponent(name)}` }, OPENING_COUNT);
});

for (const screen of OF_A_MEMBER)
  test(`${screen.path} leaves nothing behind for a member`, { tag: '@slow' }, async ({ page, request }) => {
    const member = await publisher(request);
    await save(request, member, [{ name: 'Walked' }]);
    await signIn(page, member);
    await expectNothingKept(page, screen, OPENING_COUNT);
  });
