import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/support/fixture.ts';
import { FRAGRANCE } from '../../e2e/support/members.ts';
import { freshEmail, storedRows } from '../../e2e/support/hosts/publicSide.ts';

const kept = (name: string) =>
  [
    (profile: object) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)),
    { ...FRAGRANCE, name },
  ] as const;

test('a long name ends in an ellipsis, and no more than 50 characters can be typed', async ({ page }) => {
  await page.addInitScript(...kept('n'.repeat(60)));
  await page.goto('/customize');
  const bottle = page.getByRole('img', { name: /bottle, labelled/ });
  await expect(bottle).toHaveAccessibleName(`Silver Mirror bottle, labelled ${'n'.repeat(50)}… in black`);
  const field = page.getByLabel('Fragrance name');
  await field.fill('');
  await expect(bottle).toHaveAccessibleName('Silver Mirror bottle, labelled with no name yet');
  await field.pressSequentially('x'.repeat(55));
  await expect(field).toHaveValue('x'.repeat(50));
  // Emoji are not cut in half, markup stays text, and every line stays on the label.
  for (const name of ['🌸'.repeat(25), '<b>bold</b> & "quoted"', 'Supercalifragilisticexpialidocious of the morning']) {
    await field.fill(name);
    await expect(bottle).toHaveAccessibleName(
      new RegExp(`labelled ${name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)} in black`),
    );
    const widest = await bottle
      .locator('text')
      .evaluateAll((lines) => Math.max(...lines.map((line) => (line as unknown as SVGTextElement).getBBox().width)));
    expect(widest).toBeLessThan(240);
  }
});

/** Orders a bottle of that finish; what comes after Submit is the caller's. */
async function order(page: Page, bottle: string, email: string): Promise<void> {
  await page.getByRole('radio', { name: bottle }).check();
  await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name').fill('Hedy');
  await dialog.getByRole('button', { name: 'Submit' }).click();
}

test('an answer that comes late closes no dialog that was opened since', async ({ page }) => {
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

test('two designs without a fragrance are two orders, and the same one again is known', async ({ page, request }) => {
  const email = freshEmail();
  const dialog = page.getByRole('dialog');
  await page.goto('/customize');
  for (const bottle of ['Matte Black', 'Matte White']) {
    await order(page, bottle, email);
    // It goes when the order has been taken; the words of the one before may still be there.
    await expect(dialog).toHaveCount(0);
    // The notice of the order before may still be leaving.
    await expect(page.getByText('Preorder submitted successfully!').first()).toBeVisible();
  }
  await order(page, 'Matte Black', email);
  await expect(page.getByText('You have already preordered this fragrance.')).toBeVisible();
  const rows = await storedRows<{ fragrance_id: string; design: { bottle: string } }>(
    request,
    'preorders',
    `select=fragrance_id,design&email=eq.${email}&order=created_at`,
  );
  expect(rows.map(({ design }) => design.bottle)).toEqual(['black', 'white']);
  expect(new Set(rows.map((row) => row.fragrance_id)).size).toBe(2);
});

test('without a fragrance the bottle shows the house’s own, and the way to sing one', async ({ page }) => {
  await page.goto('/customize');
  await expect(page.getByText('This is our own accord.')).toBeVisible();
  await page.getByRole('link', { name: 'Sing yours' }).click();
  await expect(page).toHaveURL(/\/create$/);
});
