import type { BrowserContext, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { arrived, pressLink, visit } from '../../e2e/support/steps/waits.ts';

test.use({ serviceWorkers: 'allow' });

const isIsolated = (page: Page): Promise<boolean> => page.evaluate(() => crossOriginIsolated);

const heading = (page: Page) => page.getByRole('heading', { level: 1 }).first();

/** The new tab that a press opens. */
async function tabOf(context: BrowserContext, open: () => Promise<void>): Promise<Page> {
  const [tab] = await Promise.all([context.waitForEvent('page'), open()]);
  return tab;
}

test('after one visit every screen opens without a connection', { tag: '@slow' }, async ({ page, context }) => {
  await visit(page);
  await context.setOffline(true);
  await test.step('those of the header, with its dialog', async () => {
    for (const [name, path] of [
      ['Beats', '/beat-maker'],
      ['About', '/about'],
      ['Contact', '/contact'],
      ['Create', '/create'],
    ] as const) {
      await pressLink(page, name);
      await arrived(page, path);
    }
    await page.getByRole('link', { name: 'Accord, home' }).click();
    await arrived(page, '/');
    await page.getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('the store, with its dialog', async () => {
    await pressLink(page, 'Store');
    await arrived(page, '/store');
    await page
      .getByRole('link', { name: /see the bottle/ })
      .first()
      .click();
    await arrived(page, /\/store\/preorder\//);
    await page.getByRole('button', { name: 'PRE ORDER' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });
  await test.step('a new tab', async () => {
    const login = await tabOf(context, () =>
      page.getByRole('link', { name: 'Login' }).click({ modifiers: ['ControlOrMeta'] }),
    );
    await arrived(login, '/login');
    await login.close();
  });
  await test.step('those without a link, from the address bar', async () => {
    for (const path of [
      '/results',
      '/Login',
      '/register',
      '/reset-password',
      '/change-password',
      '/sign-up-success',
      '/profile/update-password',
      '/profile',
      '/profile/simple',
      '/share/AAAAAAAA',
      '/store?tab=playlist',
      '/playlist/Walked',
      '/scentwaves',
      '/customize',
      '/secret-keyboard',
      '/processing',
      '/no-such-page',
    ]) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(heading(page)).toBeVisible();
        await expect(page.getByText('Application Error')).toHaveCount(0);
        expect(await isIsolated(page)).toBe(true);
      });
    }
  });
});

test(
  'without a connection a phone says so in a quiet word, accessibly',
  { tag: '@slow' },
  async ({ page, context }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, '/about');
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('Offline', { exact: true })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
  },
);
