import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GENERATED_FOLDER } from '#tests/fixtures/make.ts';
import { createButton, drop, recordButton, recordedFor, stopButton } from '../support/createFlow.ts';
import { holdApp, untilSeen } from '../support/firstPicture.ts';
import { expect, test } from '../support/fixture.ts';
import { appIsThere } from '../support/steps/waits.ts';

/**
 * Actions while the page shows its first picture and the app is still loading: nothing of them is lost, or done twice.
 */

/** Opens the app without its scripts; the returned function lets them load. */
async function openEarly(page: Page): Promise<() => void> {
  const come = await holdApp(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('#root[data-first]')).toBeVisible();
  await expect(recordButton(page)).toBeVisible();
  return come;
}

/** Presses Record on the first picture, and holds it until the app has come. */
async function holdRecord(page: Page): Promise<void> {
  const come = await openEarly(page);
  // Its place is measured once it is the last one.
  await untilSeen(page);
  const { x, y, width, height } = (await recordButton(page).boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  expect(await page.evaluate(() => window.early?.held?.control.textContent)).toContain('Record');
  come();
  await appIsThere(page);
}

test(
  'a press during which the app takes over counts once, though the button moves away under it',
  { tag: '@slow' },
  async ({ page }) => {
    await holdRecord(page);
    await expect(stopButton(page)).toHaveCount(0);
    await recordButton(page).evaluate((shown) => (shown.style.translate = '0 300px'));
    await page.mouse.up();
    await recordedFor(page, 1);
  },
);

test('a file dropped early opens once the app is there', { tag: '@slow' }, async ({ page }) => {
  const come = await openEarly(page);
  await drop(page, 'melody.wav', 'audio/wav', readFileSync(join(GENERATED_FOLDER, 'melody.wav')));
  come();
  await expect(createButton(page)).toBeVisible();
});

test.describe('before any script has run', () => {
  for (const [path, title] of [
    ['/', 'Create Your Fragrance'],
    ['/store', 'Store'],
    ['/beat-maker', 'Beat Maker'],
  ] as const)
    test(`${path} shows its title, and the app takes it over in place`, { tag: '@slow' }, async ({ page }) => {
      const run = await holdApp(page);
      await page.goto(path, { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { level: 1, name: title });
      await expect(heading).toBeVisible();
      await untilSeen(page);
      const first = await heading.elementHandle();
      const before = await heading.boundingBox();
      // A press now takes effect once the app is there.
      await page.getByRole('link', { name: 'Login' }).click();
      run();
      await expect(page.getByRole('dialog', { name: 'Welcome Back' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(heading).toBeVisible();
      expect(await first?.evaluate((element) => element.isConnected)).toBe(true);
      expect(await heading.boundingBox()).toEqual(before);
    });

  test('a returning visitor sees the same title, and then their choices', { tag: '@slow' }, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('accord:music', 'true'));
    await page.goto('/');
    await expect(page.getByRole('switch', { name: /Music/ })).toBeChecked();
  });
});
