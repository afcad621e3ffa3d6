import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { chooseMore } from '../support/results.ts';
import { freshEmail } from '../support/hosts/publicSide.ts';
import { fragrance, idOf, openResults, rowsOf, share } from '../support/shareFlow.ts';

/** What is sent without a connection, or loses its answer, arrives exactly once. */

test.use({ expectedConsole: [/Failed to load resource/] });

const BACKEND = /\/(rest|functions)\/v1\//;

async function submit(page: Page, email: string): Promise<void> {
  await chooseMore(page, /^Submit/);
  const dialog = page.getByRole('dialog', { name: /Accord/ });
  await dialog.getByLabel('Your Name').fill('Ada');
  await dialog.getByLabel('Your Email').fill(email);
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

async function order(page: Page, email: string): Promise<void> {
  await page.goto('/store/preorder/noise-pollution');
  await page.getByRole('button', { name: 'PRE ORDER' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
}

async function write(page: Page, email: string): Promise<void> {
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('A word from the underground.');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

/** How many rows there are of each, as soon as nothing waits any more. */
async function stored(request: Parameters<typeof rowsOf>[0], shareId: string, email: string) {
  const count = async (table: string, query: string): Promise<number> => (await rowsOf(request, table, query)).length;
  return {
    shares: await count('fragrance_shares', `share_id=eq.${shareId}&select=share_id`),
    submissions: await count('fragrance_submissions', `email=eq.${email}&select=email`),
    preorders: await count('preorders', `email=eq.${email}&select=email`),
    messages: await count('contact_messages', `email=eq.${email}&select=email`),
  };
}
const ONCE = { shares: 1, submissions: 1, preorders: 1, messages: 1 };

/** Nothing waits in the outbox any more. */
async function nothingWaits(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  const waiting = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('AudioDB');
          opening.addEventListener('error', () => reject(new Error('AudioDB cannot be opened.')));
          opening.addEventListener('success', () => {
            const counting = opening.result.transaction('outbox').objectStore('outbox').count();
            counting.addEventListener('success', () => {
              opening.result.close();
              resolve(counting.result);
            });
          });
        }),
    );
  await expect.poll(waiting).toBe(0);
}

test('a share, a submission, an order and a message that were made without a connection go out by themselves, once each', async ({
  page,
  request,
}) => {
  const email = freshEmail();
  await openResults(page, fragrance(undefined, { source: 'keys' }));
  await page.route(BACKEND, (route) => route.abort());
  const link = await share(page);
  await expect(
    page.getByText('This link opens once you are back online: your share goes out by itself.'),
  ).toBeVisible();
  await expectAccessible(page);
  await submit(page, email);
  await expect(page.getByText('Your submission is kept on this device.')).toBeVisible();
  await expect(page.getByText('A submission of yours waits for the connection and goes out by itself.')).toBeVisible();
  await order(page, email);
  await page.goto('/store');
  await expect(page.getByText('A preorder of yours waits for the connection and goes out by itself.')).toBeVisible();
  await write(page, email);
  await expect(page.getByText('Unable to connect to server. Please check your internet connection.')).toBeVisible();
  await expect(page.getByText('Your message waits for the connection')).toBeVisible();
  await expectAccessible(page);
  expect(await stored(request, idOf(link), email)).toEqual({ shares: 0, submissions: 0, preorders: 0, messages: 0 });

  // A reload loses nothing, and the link is the same.
  await page.goto('/results');
  await expect(
    page.getByText('This link opens once you are back online: your share goes out by itself.'),
  ).toBeVisible();
  expect(await share(page)).toBe(link);

  await page.unroute(BACKEND);
  await nothingWaits(page);
  expect(await stored(request, idOf(link), email)).toEqual(ONCE);
  await expect(page.getByText(/once you are back online|waits for the connection/)).toHaveCount(0);
  expect(await share(page)).toBe(link);
  await page.goto(link);
  await expect(page.getByText('My Accord Fragrance Profile')).toBeVisible();
  expect(await stored(request, idOf(link), email)).toEqual(ONCE);
});
