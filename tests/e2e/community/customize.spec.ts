import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { expect, test } from '../support/fixture.ts';
import { freshEmail, PHONE_PX, storedRows } from '../support/hosts/publicSide.ts';
import { FRAGRANCE } from '../support/members.ts';
import { chooseMore } from '../support/results.ts';

const kept = (name: string) =>
  [
    (profile: object) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)),
    { ...FRAGRANCE, name },
  ] as const;

test('a bottle is designed and ordered', async ({ page, request }) => {
  await page.setViewportSize(PHONE_PX);
  await page.addInitScript(...kept('Rose at Dawn'));
  await page.goto('/results');
  await chooseMore(page, /^Customize your bottle/);
  const bottle = page.getByRole('img', { name: /bottle, labelled/ });
  const label = bottle.locator('text');
  await expect(bottle).toHaveAccessibleName('Silver Mirror bottle, labelled Rose at Dawn in black');
  await expect(page.getByLabel('Fragrance name')).toHaveValue('Rose at Dawn');
  await expect(label.first()).toHaveAttribute('fill', '#000000');

  await page.getByLabel('Fragrance name').fill('Night Swim');
  await expect(bottle).toHaveAccessibleName(/labelled Night Swim in black/);
  const slider = page.getByRole('slider', { name: 'Ink' });
  await slider.fill('67');
  await expect(label.first()).toHaveAttribute('fill', 'hsl(241.2, 80%, 50%)');
  await slider.press('ArrowRight');
  await expect(slider).toHaveValue('68');
  // An ink has the name of its colour.
  const ink = page.getByRole('button', { name: /, for Rose$/ });
  await ink.click();
  await expect(ink).toHaveAttribute('aria-pressed', 'true');
  const [color] = (await ink.textContent())!.split(',');
  await expect(bottle).toHaveAccessibleName(`Silver Mirror bottle, labelled Night Swim in ${color!.toLowerCase()}`);
  await slider.fill('0');
  await expect(page.getByText('This color is hard to read on the label.')).toBeVisible();
  await slider.fill('67');
  await page.getByRole('radio', { name: 'Matte Black' }).check();
  await expect(bottle).toHaveAccessibleName('Matte Black bottle, labelled Night Swim in blue');

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download PNG' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('accord-night-swim.png');
  const png = readFileSync(await file.path());
  expect([png.toString('latin1', 1, 4), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', 1200, 1760]);
  expect(png.length).toBeGreaterThan(50_000);

  const email = freshEmail();
  await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preorder Night Swim' });
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name').fill('Hedy');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
  expect(
    await storedRows(request, 'preorders', `select=name,fragrance_id,fragrance_name,design&email=eq.${email}`),
  ).toEqual([
    {
      name: 'Hedy',
      fragrance_id: `custom-${FRAGRANCE.id}`,
      fragrance_name: 'Night Swim',
      design: { name: 'Night Swim', color: 'hsl(241.2, 80%, 50%)', bottle: 'black' },
    },
  ]);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL(/\/results$/);
});

/** Orders a bottle of that finish, up to the press of Submit. */
async function order(page: Page, bottle: string, email: string): Promise<void> {
  await page.getByRole('radio', { name: bottle }).check();
  await page.getByRole('button', { name: 'PURCHASE NOW' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name').fill('Hedy');
  await dialog.getByRole('button', { name: 'Submit' }).click();
}

test('a late answer closes no dialog that was opened since', { tag: '@slow' }, async ({ page }) => {
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
  'without a fragrance the bottle shows the default one, and a link to sing one',
  { tag: '@slow' },
  async ({ page }) => {
    await page.goto('/customize');
    await expect(page.getByText('This is our own fragrance.')).toBeVisible();
    await page.getByRole('link', { name: 'Create yours' }).click();
    await expect(page).toHaveURL(/\/create$/);
  },
);
