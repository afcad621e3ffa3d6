import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { DESKTOP_PX, freshEmail, PHONE_PX, storedRows } from '../support/hosts/publicSide.ts';

async function write(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill(' Clara ');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('  The scent of my doorbell is perfect.  ');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

test('a message is sent once its fields are complete, and is stored in the database', async ({ page, request }) => {
  await page.setViewportSize(PHONE_PX);
  const email = freshEmail();
  await page.goto('/contact');
  await page.getByLabel('Name').fill('C');
  await page.getByLabel('Name').fill('');
  await page.getByLabel('Name').blur();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Email').fill('clara@');
  await page.getByLabel('Message').fill('too short');
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await expect(page.getByText('Message must be at least 10 characters long')).toBeVisible();
  await expectAccessible(page);
  await write(page, email);
  await expect(page.getByText('Name is required')).toBeHidden();
  await expect(page.getByText('Message sent! We’ll be in touch soon').first()).toBeVisible();
  expect(await storedRows(request, 'contact_messages', `select=name,email,message&email=eq.${email}`)).toEqual([
    { name: 'Clara', email, message: 'The scent of my doorbell is perfect.' },
  ]);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

test.describe('without a connection', () => {
  // The browser reports each request that it could not send.
  test.use({ expectedConsole: [/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/] });

  test('a message of the first second of a first visit is stored when the connection ends', async ({
    page,
    request,
  }) => {
    const email = freshEmail();
    await page.goto('/contact');
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeVisible();
    // The form works from here on; nothing else was loaded before the connection ended.
    await page.getByLabel('Name').focus();
    await page.context().setOffline(true);
    await write(page, email);
    await expect(page.getByText('Your message is kept on this device and will be sent automatically.')).toBeVisible();
    await expect(page.getByLabel('Message')).toHaveValue('  The scent of my doorbell is perfect.  ');
    await page.context().setOffline(false);
    await expect(page.getByText('Message sent! We’ll be in touch soon').first()).toBeVisible();
    expect(await storedRows(request, 'contact_messages', `select=name&email=eq.${email}`)).toHaveLength(1);
  });
});

test('the About page states how long a recording is stored', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'What happens to a recording' })).toBeVisible();
  await expect(page.getByText(/deleted after 30 days/)).toBeVisible();
  // Columns become lines that open, and columns again, as the screen is turned.
  const lines = page.locator('summary', { hasText: 'What happens to a recording' });
  await page.setViewportSize(PHONE_PX);
  await expect(lines).toHaveCount(1);
  await page.setViewportSize(DESKTOP_PX);
  await expect(lines).toHaveCount(0);
});
