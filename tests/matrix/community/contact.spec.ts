import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { freshEmail, storedRows } from '../../e2e/support/hosts/publicSide.ts';

async function write(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill(' Clara ');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('  The scent of my doorbell is perfect.  ');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

test('what is missing is said on blur and on submit', async ({ page }) => {
  await page.goto('/contact');
  await page.getByLabel('Name').focus();
  await page.getByLabel('Name').blur();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill('C');
  await expect(page.getByText('Name is required')).toBeHidden();
  await page.getByLabel('Email').fill('clara@');
  await page.getByLabel('Message').fill('too short');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Message must be at least 10 characters long')).toBeVisible();
  await page.getByLabel('Message').fill('');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Message is required')).toBeVisible();
  await expectAccessible(page);
});

test.describe('a function that does not answer as it should', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });
  test('its reason is told, what was typed is still there, and goes out once the way is free', async ({
    page,
    request,
  }) => {
    const email = freshEmail();
    await page.route('**/functions/v1/contact-form', (route) =>
      route.fulfill({ status: 500, json: { success: false, error: 'The mailbox is full.' } }),
    );
    await page.goto('/contact');
    await write(page, email);
    await expect(page.getByRole('alert').filter({ hasText: 'Server error: The mailbox is full.' })).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue(/doorbell/);
    await page.unroute('**/functions/v1/contact-form');
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(page.getByText('Message sent! We’ll be in touch soon').first()).toBeVisible();
    expect(await storedRows(request, 'contact_messages', `select=id&email=eq.${email}`)).toHaveLength(1);
  });

  test('no connection: the message is kept, goes out by itself once, and the page says both', async ({
    page,
    request,
  }) => {
    const email = freshEmail();
    await page.route('**/functions/v1/contact-form', (route) => route.abort());
    await page.goto('/contact');
    await write(page, email);
    await expect(page.getByText('Unable to connect to server. Please check your internet connection.')).toBeVisible();
    await expect(page.getByText('Your message is waiting for the connection')).toBeVisible();
    await page.unroute('**/functions/v1/contact-form');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByText('Message sent! We’ll be in touch soon').first()).toBeVisible();
    await expect(page.getByText('Your message is waiting for the connection')).toHaveCount(0);
    expect(await storedRows(request, 'contact_messages', `select=id&email=eq.${email}`)).toHaveLength(1);
  });
});
