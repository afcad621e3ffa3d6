import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/support/fixture.ts';
import { freshEmail } from '../../e2e/support/hosts/publicSide.ts';

/** Orders a bottle of that finish; what comes after Submit is the caller's. */
async function order(page: Page, bottle: string, email: string): Promise<void> {
  await page.getByRole('radio', { name: bottle }).check();
  await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name').fill('Hedy');
  await dialog.getByRole('button', { name: 'Submit' }).click();
}

test('an answer that comes late closes no dialog that was opened since', { tag: '@slow' }, async ({ page }) => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/rpc/place_preorder', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/customize');
  await order(page, 'Matte Black', freshEmail());
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
  await dialog.getByLabel('Name').fill('Somebody else');
  answer();
  await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Submit' })).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('Somebody else');
});

test(
  'without a fragrance the bottle shows the house’s own, and the way to sing one',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/customize');
    await expect(page.getByText('This is our own fragrance.')).toBeVisible();
    await page.getByRole('link', { name: 'Create yours' }).click();
    await expect(page).toHaveURL(/\/create$/);
  },
);
