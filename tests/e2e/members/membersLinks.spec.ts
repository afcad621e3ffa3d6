import { expect, expectAccessible, test } from '../support/fixture.ts';
import type { Page } from '@playwright/test';
import { accountButton, choosePassword, linkOf, openResults } from '../support/members.ts';

// Refused tokens and a connection that breaks are part of it; the browser and the auth client log each of them.
// One pattern: of two Playwright would take the second for the options of a fixture.
test.use({
  expectedConsole: [
    /Failed to load resource: the server responded with a status of 4\d\d|net::ERR_CONNECTION_RESET|TypeError: Failed to fetch/,
  ],
});

const sessionOf = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('sb-') || key === 'user'));

test('a confirmation link of somebody else asks whose account it is, and brings nothing along', async ({
  page,
  request,
}) => {
  await openResults(page);
  await page.getByRole('button', { name: 'Save to my profile' }).click();
  await expect(page.getByRole('dialog', { name: 'Create Account' })).toBeVisible();

  const no = await linkOf(request);
  await page.goto(no.link);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByText(`This link belongs to ${no.email}`)).toBeVisible();
  await expect(accountButton(page)).toHaveCount(0);
  expect(await sessionOf(page)).toEqual([]);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'That is not me' }).click();
  await expect(page.getByRole('heading', { name: 'Nothing has changed here' })).toBeVisible();
  expect(await sessionOf(page)).toEqual([]);

  const yes = await linkOf(request);
  await page.goto(yes.link);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await page.getByRole('button', { name: `Log in as ${yes.email}` }).click();
  await choosePassword(page);
  await expect(accountButton(page)).toBeVisible();
  await page.goto('/profile?tab=fragrances');
  await expect(page.getByRole('heading', { name: 'No fragrances yet' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('saved_fragrance_profiles'))).not.toBeNull();

  // Used once it is over.
  await page.goto(yes.link);
  await page.getByRole('button', { name: 'Confirm my email' }).click();
  await expect(page.getByRole('alert')).toContainText('This link is invalid or has expired.');
});
