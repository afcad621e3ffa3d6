import { expect, expectAccessible, test } from '../support/fixture.ts';
import { openResults } from '../support/shareFlow.ts';
import { ESSENCE, sung } from '../support/steps/results.ts';

/** The results page itself: how long it is, what stands on it, and that it holds still. */

const PHONE = { width: 390, height: 844 };
test('on a phone the page of a sung recording is at most 2,200 px long, and everything is on it', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openResults(page, sung());
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
  const titles = ['MUSIC ESSENCE', 'Why these notes?', 'SMELL IT TONIGHT', 'TOP NOTES', 'MIDDLE NOTES', 'BASE NOTES'];
  for (const title of titles) await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2200);
  await expectAccessible(page);

  // What is folded opens with the keyboard, and can be heard.
  await page.getByRole('button', { name: /^ACCENTS/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The second overtone of your A4 rings at E6')).toBeVisible();
  await page.getByRole('button', { name: 'Play only the accents' }).click();
  await expect(page.getByRole('button', { name: 'Playing...', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^PROPORTIONS/ }).click();
  await expect(page.getByLabel('Parts of 100').getByRole('button')).toHaveCount(ESSENCE.length);
  await page.getByRole('button', { name: /^CHARACTER/ }).click();
  await expect(page.getByText(/^Your sound is /)).toBeVisible();
  await expectAccessible(page);
});
