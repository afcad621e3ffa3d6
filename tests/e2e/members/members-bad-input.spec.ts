import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { newMember, stranger } from '../support/members.ts';

// Refusals are what these tests are about, and the browser logs each of them.
test.use({ expectedConsole: [/Failed to load resource|TypeError: Failed to fetch/] });

/** The backend goes away for the calls that match, in the middle of them. */
async function cut(page: Page, path: RegExp): Promise<() => Promise<void>> {
  await page.route(path, (route) => route.abort('connectionreset'));
  return () => page.unroute(path);
}

test('logging in: wrong password, unknown address, empty fields, no backend', async ({ page, request }) => {
  const member = await newMember(request);
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await page.getByLabel('Email').fill('ada');
  await expect(page.getByText('Email is required')).toBeHidden();
  await page.getByLabel('Password', { exact: true }).fill('wrong horse');
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expectAccessible(page);

  for (const email of [member.email, stranger().email]) {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('alert')).toContainText('Invalid email or password. Please try again.');
    // The notice of the first try may still be leaving.
    await expect(page.getByText('Login failed').first()).toBeVisible();
  }
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');

  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByLabel('Email').fill(member.email);
  const back = await cut(page, /auth\/v1\/token/);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toContainText('Network error. Please check your connection and try again.');
  await back();
});
