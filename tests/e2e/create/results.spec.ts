import { readFileSync } from 'node:fs';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { openResults, pngSize } from '../support/shareFlow.ts';
import { sungFragrance } from '../support/steps/results.ts';

/** The results page: its length, its parts, and that its layout does not move. */

const PHONE_PX = { width: 390, height: 844 };
test('the results of a recording fit into 3,000 px of a phone', async ({ page }) => {
  await page.setViewportSize(PHONE_PX);
  await openResults(page, sungFragrance());
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
  const titles = ['MUSIC ESSENCE', 'SMELL IT TONIGHT', 'TOP NOTES', 'MIDDLE NOTES', 'BASE NOTES', 'Why?'];
  for (const title of titles) await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3000);
  // Each card is a picture.
  const card = page.getByRole('list', { name: 'Cards to send on' }).getByRole('button').first();
  await expect(card).toHaveAccessibleName(/^Download the card: The lowest note, D4, is Clove\.$/);
  const [picture] = await Promise.all([page.waitForEvent('download'), card.press('Enter')]);
  expect(picture.suggestedFilename()).toMatch(/^accord-.*-lowest\.png$/);
  expect(pngSize(readFileSync(await picture.path()))).toEqual({ width: 1080, height: 1350 });

  // The measurements are one level down.
  await expect(page.getByRole('heading', { name: 'Why these notes?' })).toBeHidden();
  await page.locator('summary', { hasText: 'Why?' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Why these notes?' })).toBeVisible();

  await expectAccessible(page);
});
