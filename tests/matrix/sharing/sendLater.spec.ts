import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/support/fixture.ts';
import { chooseMore } from '../../e2e/support/results.ts';
import { freshEmail } from '../../e2e/support/hosts/publicSide.ts';
import { fragrance, idOf, openResults, rowsOf, share } from '../../e2e/support/shareFlow.ts';

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

test('an answer that is lost doubles nothing', async ({ page, request }) => {
  const email = freshEmail();
  // Each call does its work, and its first answer is lost on the way back.
  const lost = new Set<string>();
  await page.route(BACKEND, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname) || !/create_share|upload-audio|smart-function|place_preorder|contact-form/.test(pathname))
      return route.continue();
    lost.add(pathname);
    await route.fetch();
    return route.abort();
  });
  await openResults(page, fragrance(undefined, { source: 'keys' }));
  const link = await share(page);
  await submit(page, email);
  await order(page, email);
  await write(page, email);
  await expect.poll(() => lost.size).toBe(5);
  await nothingWaits(page);
  expect(await stored(request, idOf(link), email)).toEqual(ONCE);
  await page.goto('/results');
  expect(await share(page)).toBe(link);
});

test('a captive portal is no answer: nothing is lost to its page', async ({ page, request }) => {
  const email = freshEmail();
  await page.route(BACKEND, (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>Welcome to the hotel</title>',
    }),
  );
  await order(page, email);
  await page.unroute(BACKEND);
  await nothingWaits(page);
  expect(await rowsOf(request, 'preorders', `email=eq.${email}&select=email`)).toHaveLength(1);
});
