import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { chooseMore } from '../support/results.ts';
import { FRAGRANCE } from '../support/members.ts';
import { DESKTOP, freshEmail, PHONE, storedRows } from '../support/publicSide.ts';

const kept = (name: string) =>
  [
    (profile: object) => localStorage.setItem('fragranceProfile', JSON.stringify(profile)),
    { ...FRAGRANCE, name },
  ] as const;

for (const [device, viewport] of [
  ['phone', PHONE],
  ['desktop', DESKTOP],
] as const) {
  test(`a bottle of one's own on a ${device}: name, colour, finish, picture, and the order of it`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport);
    await page.addInitScript(...kept('Rose at Dawn'));
    await page.goto('/results');
    await chooseMore(page, /^Customize your bottle/);
    const bottle = page.getByRole('img', { name: /bottle, labelled/ });
    const label = bottle.locator('text');
    await expect(bottle).toHaveAccessibleName('Silver Mirror bottle, labelled Rose at Dawn in black');
    await expect(page.getByLabel('Fragrance name')).toHaveValue('Rose at Dawn');
    await expect(label.first()).toHaveAttribute('fill', '#000000');
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await page.getByLabel('Fragrance name').fill('Night Swim');
    await expect(bottle).toHaveAccessibleName(/labelled Night Swim in black/);
    const slider = page.getByRole('slider', { name: 'Font color' });
    for (const [value, color] of [
      ['0', '#ffffff'],
      ['2', '#ffffff'],
      ['3', 'hsl(10.8, 80%, 50%)'],
      ['50', 'hsl(180, 80%, 50%)'],
      ['97', 'hsl(349.2, 80%, 50%)'],
      ['98', '#000000'],
      ['67', 'hsl(241.2, 80%, 50%)'],
    ]) {
      await slider.fill(value!);
      await expect(label.first()).toHaveAttribute('fill', color!);
    }
    await slider.press('ArrowRight');
    await expect(slider).toHaveValue('68');
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
}

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
    await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
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
