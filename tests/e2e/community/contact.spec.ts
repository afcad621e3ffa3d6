import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { freshEmail, PHONE, storedRows } from '../support/publicSide.ts';

async function write(page: Page, email: string): Promise<void> {
  await page.getByLabel('Name').fill(' Clara ');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('  The scent of my doorbell is perfect.  ');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

test('a message reaches the database, and the form says so', async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  const email = freshEmail();
  await page.goto('/contact');
  await expectAccessible(page);
  await write(page, email);
  await expect(page.getByText('Message sent! We’ll be in touch soon').first()).toBeVisible();
  await expectAccessible(page);
  expect(await storedRows(request, 'contact_messages', `select=name,email,message&email=eq.${email}`)).toEqual([
    { name: 'Clara', email, message: 'The scent of my doorbell is perfect.' },
  ]);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
});

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
  const html = { contentType: 'text/html', body: '<!doctype html><title>Bad gateway</title>' };
  const json = (body: object) => ({ contentType: 'application/json', body: JSON.stringify(body) });

  for (const [what, answer, words] of [
    ['HTML', { status: 200, ...html }, 'Server returned invalid response. Please try again.'],
    ['an empty answer', { status: 200, body: '' }, 'Server returned invalid response. Please try again.'],
    ['500 and HTML', { status: 500, ...html }, 'Server error: 500'],
    [
      '500 and a reason',
      { status: 500, ...json({ success: false, error: 'The mailbox is full.' }) },
      'Server error: The mailbox is full.',
    ],
    ['a refusal', { status: 200, ...json({ success: false, error: 'Not today.' }) }, 'Not today.'],
    [
      'a refusal without a reason',
      { status: 200, ...json({ success: false }) },
      'Failed to send message. Please try again.',
    ],
  ] as const) {
    test(what, async ({ page, request }) => {
      const email = freshEmail();
      await page.route('**/functions/v1/contact-form', (route) => route.fulfill(answer));
      await page.goto('/contact');
      await write(page, email);
      await expect(page.getByRole('alert').filter({ hasText: words })).toBeVisible();
      await expect(page.getByLabel('Message')).toHaveValue(/doorbell/);
      // The words are still there, and go out once the way is free.
      await page.unroute('**/functions/v1/contact-form');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('Message sent! We’ll be in touch soon').first()).toBeVisible();
      expect(await storedRows(request, 'contact_messages', `select=id&email=eq.${email}`)).toHaveLength(1);
    });
  }

  test('no connection: the message is kept, goes out by itself once, and the page says both', async ({
    page,
    request,
  }) => {
    const email = freshEmail();
    await page.route('**/functions/v1/contact-form', (route) => route.abort());
    await page.goto('/contact');
    await write(page, email);
    await expect(page.getByText('Unable to connect to server. Please check your internet connection.')).toBeVisible();
    await expect(page.getByText('Your message waits for the connection')).toBeVisible();
    await page.unroute('**/functions/v1/contact-form');
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect(page.getByText('Message sent! We’ll be in touch soon').first()).toBeVisible();
    await expect(page.getByText('Your message waits for the connection')).toHaveCount(0);
    expect(await storedRows(request, 'contact_messages', `select=id&email=eq.${email}`)).toHaveLength(1);
  });

  test('nothing at all, for 30 s', async ({ page }) => {
    await page.route('**/functions/v1/contact-form', () => undefined);
    await page.goto('/contact');
    await write(page, freshEmail());
    await expect(page.getByRole('button', { name: 'Sending...' })).toBeVisible();
    await expect(page.getByRole('alert').filter({ hasText: 'Request timed out. Please try again.' })).toBeVisible({
      timeout: 35_000,
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
});

test('about says what happens, and a path that leads nowhere leads home', async ({ page }) => {
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'What happens to a recording' })).toBeVisible();
  await expect(page.getByText(/deleted after 30 days/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/no/such/page');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});
