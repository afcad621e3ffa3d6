import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixture.ts';
import { FRAGRANCE, signIn } from '../support/members.ts';
import { DESKTOP_PX, PHONE_PX, publisher, save } from '../support/hosts/publicSide.ts';
import { openResults } from '../support/shareFlow.ts';
import { sungFragrance } from '../support/steps/results.ts';

/**
 * Faults of the layout: buttons that jump, words over each other. routes.spec and screens.spec check rules for every
 * screen.
 */

const NARROW_PX = { width: 320, height: 640 };

/** Width of the page beyond the screen, px. */
const overhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('nothing moves on the page of a bottle when its notes are played', { tag: '@slow' }, async ({ page }) => {
  for (const size of [PHONE_PX, DESKTOP_PX]) {
    await page.setViewportSize(size);
    await page.goto('/store/preorder/namibian-breeze');
    const buttons = page.getByRole('button', { name: /PLAY SOUND|PLAYING|PRE ORDER/ });
    await expect(buttons).toHaveCount(2);
    await buttons.last().scrollIntoViewIfNeeded();
    const places = () =>
      buttons.evaluateAll((all) => all.map((button) => JSON.stringify(button.getBoundingClientRect())));
    const before = await places();
    await page.getByRole('button', { name: 'PLAY SOUND', exact: true }).click();
    await expect(page.getByRole('button', { name: 'PLAYING...', exact: true })).toBeVisible();
    // A pressed button springs back: compare the final places.
    await expect.poll(places).toEqual(before);
  }
});

test('the words of the invitation are next to the flower of the example', { tag: '@slow' }, async ({ page }) => {
  for (const size of [NARROW_PX, PHONE_PX, { width: 900, height: 800 }, { width: 1280, height: 800 }, DESKTOP_PX]) {
    await page.setViewportSize(size);
    await page.goto('/');
    const promise = page.getByText('Speak, sing, hum, play or open a file.').locator('..');
    const words = (await promise.boundingBox())!;
    const flower = (await page.getByRole('button', { name: /^Hear an example/ }).boundingBox())!;
    expect(words.x + words.width, `at ${size.width} px`).toBeLessThanOrEqual(flower.x);
  }
});

test(
  'the words of a card in the playlist are whole, and the ring around a tab does not touch them',
  { tag: '@slow' },
  async ({ page, request }) => {
    const member = await publisher(request);
    await save(request, member, [{ name: 'Walked' }]);
    await page.setViewportSize(PHONE_PX);
    await page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);
    await signIn(page, member);
    await page.goto('/store?tab=playlist');
    const own = page.getByRole('tab', { name: 'Your Fragrances' });
    await own.click();
    const state = page.getByText('In playlist').first();
    await expect(state).toBeVisible();
    expect(await state.locator('..').evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
    const air = await own.evaluate((tab) => Number.parseFloat(getComputedStyle(tab).paddingLeft));
    // The ring is 3 px wide and lies 3 px inside.
    expect(air).toBeGreaterThanOrEqual(6 + 2);
    // In the profile the last of an odd number is no larger, and the button of the flower stays in the page's column.
    await page.goto('/profile?tab=fragrances');
    const tiles = page
      .getByRole('tabpanel')
      .getByRole('listitem')
      .filter({ has: page.getByRole('switch') });
    await expect(tiles).toHaveCount(1);
    expect((await tiles.first().boundingBox())!.width).toBeLessThan(PHONE_PX.width / 2);
    await page.goto('/profile/simple');
    const button = (await page.getByRole('button', { name: 'Hear your flower' }).boundingBox())!;
    const section = (await page.getByRole('button', { name: 'Personal Info' }).boundingBox())!;
    expect(button.x + button.width).toBeLessThanOrEqual(section.x + section.width);
  },
);

test(
  'a phone in landscape shows the whole piano, six rows of pads, and Record under the right thumb',
  { tag: '@slow' },
  async ({ page }) => {
    for (const size of [
      { width: 844, height: 390 },
      { width: 667, height: 375 },
    ]) {
      await page.setViewportSize(size);
      const wholeIn = async (button: Locator) => {
        await expect(button).toBeVisible();
        const box = (await button.boundingBox())!;
        expect(box.y + box.height, `${size.width} px`).toBeLessThanOrEqual(size.height);
        expect(await overhang(page)).toBe(0);
        return box;
      };
      await page.goto('/secret-keyboard');
      await wholeIn(page.getByRole('button', { name: /^C5/ }));
      await page.goto('/beat-maker');
      await wholeIn(page.getByRole('button', { name: /step 1$/ }).nth(5));
      await page.goto('/');
      const record = await wholeIn(page.getByRole('button', { name: 'Record', exact: true }));
      expect(record.x).toBeGreaterThan(size.width / 2);
    }
  },
);

test('the action of the beat maker is below eight rows of pads on a low desktop, and covers no chosen note', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/beat-maker');
  await page.getByRole('button', { name: 'Start with an example' }).click();
  const create = page.getByRole('button', { name: /^Create Fragrance with/ });
  const bar = (await create.boundingBox())!;
  expect(bar.y + bar.height).toBeLessThanOrEqual(720);
  const pads = (await page.getByRole('grid').boundingBox())!;
  expect(pads.y + pads.height).toBeLessThanOrEqual(bar.y);
  const notes = (await page.getByRole('list', { name: /^Selected notes/ }).boundingBox())!;
  expect(notes.x + notes.width).toBeLessThanOrEqual(bar.x);
});

test.describe(() => {
  // The page may fetch its next parts when the connection ends.
  test.use({ expectedConsole: [/ERR_INTERNET_DISCONNECTED/] });

  test('the header with a fragrance has one row at 320 px, and offline at 390', async ({ page, context }) => {
    await openResults(page, sungFragrance());
    const middleOf = async (found: Locator) => {
      const box = (await found.boundingBox())!;
      return Math.round(box.y + box.height / 2);
    };
    const header = page.getByRole('banner');
    const logo = header.getByRole('link', { name: 'Accord, home' });
    const login = header.getByRole('link', { name: 'Login' });
    await page.setViewportSize({ width: 320, height: 640 });
    await expect.poll(async () => (await middleOf(logo)) - (await middleOf(login))).toBe(0);
    await page.setViewportSize(PHONE_PX);
    await context.setOffline(true);
    await expect(header.getByText('Offline', { exact: true })).toBeVisible();
    expect((await middleOf(logo)) - (await middleOf(login))).toBe(0);
  });
});
