import type { Page } from '@playwright/test';
import { startTranslator } from '#tests/browser/support/translator.ts';
import { drop, recordButton } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';
import { FRAGRANCE, unregisteredVisitor } from '../support/members.ts';
import { readFileSync } from 'node:fs';
import { MICROPHONE_WAV } from '#tests/fakeMedia.ts';

/** Pages that something else has changed: a translator, a network that loses the first script, a full storage. */

async function openTranslated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(startTranslator);
}

test('a translated page can record', { tag: '@slow' }, async ({ page }) => {
  await openTranslated(page, '/');
  await page.getByRole('button', { name: '«Record»' }).click();
  await expect(page.getByText('«Keep going: five seconds are enough.»')).toBeVisible();
});

test('a translated page can open a file', { tag: '@slow' }, async ({ page }) => {
  await openTranslated(page, '/');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles(MICROPHONE_WAV);
  await expect(page.getByText(/«\d+ seconds\.»/)).toBeVisible();
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL(/\/processing|\/results/);
});

test('the keyboard records a take on a translated page', { tag: '@slow' }, async ({ page }) => {
  await openTranslated(page, '/secret-keyboard');
  const take = page.getByRole('region', { name: 'Your take' });
  await take.getByRole('button', { name: '«Record»' }).click();
  await expect(take.getByRole('button', { name: '«Stop»' })).toBeVisible();
});

test('a translated form makes an account', { tag: '@slow' }, async ({ page }) => {
  const { name, email, password } = unregisteredVisitor();
  await openTranslated(page, '/register');
  await page.locator('input[name="liquidName"]').fill(name);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(password);
  for (const field of await page.locator('form select').all()) await field.selectOption({ index: 1 });
  for (const box of await page.locator('form [type="checkbox"]').all()) await box.check();
  await page.locator('form [type="submit"]').click();
  await expect(page).not.toHaveURL(/\/register/);
  await expect(page.getByText('Application Error')).toHaveCount(0);
});

/** Number of presses on each screen, at most; the walk is for breaking, not for finding. */
const MAX_PRESSES = 12;

const WALKED_PATHS =
  '/ /results /customize /beat-maker /secret-keyboard /scentwaves /store /about /contact /login /register /reset-password'.split(
    ' ',
  );

for (const path of WALKED_PATHS)
  test(`no press breaks ${path} when it is translated`, { tag: '@slow' }, async ({ page }) => {
    await page.addInitScript((profile) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)), FRAGRANCE);
    await openTranslated(page, path);
    const buttons = page.locator('main button:visible:not([disabled])');
    await expect(buttons.first()).toBeVisible();
    let pressed = 0;
    for (let i = 0; i < MAX_PRESSES; i++) {
      const button = (await buttons.elementHandles())[i];
      if (button === undefined) break;
      // A button that an earlier press takes away in this moment cannot be pressed, and need not be.
      await button.click({ force: true, noWaitAfter: true, timeout: 1000 }).then(
        () => pressed++,
        () => undefined,
      );
      await expect(page.getByText(/Application Error/)).toHaveCount(0);
      await page.keyboard.press('Escape');
    }
    expect(pressed).toBeGreaterThan(0);
  });

test.describe('without the first script', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('the page reports that it could not be loaded, and Reload opens it', { tag: '@slow' }, async ({ page }) => {
    await page.route(/\/assets\/index-[\w-]+\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.goto('/', { waitUntil: 'commit' });
    await expect(page.getByText('Failed to load the application. Please try refreshing the page.')).toBeVisible();
    await page.unroute(/\/assets\/index-[\w-]+\.js$/);
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(recordButton(page)).toBeVisible();
  });
});

test('a full storage shows one message, and the fragrance is shown from memory', { tag: '@slow' }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/');
  await drop(page, 'melody.wav', 'audio/wav', readFileSync(MICROPHONE_WAV));
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page.getByText(/^Storage full\./)).toHaveCount(1);
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByRole('heading', { name: /MUSIC ESSENCE/ })).toBeVisible();
});
