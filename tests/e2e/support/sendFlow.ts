import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';
import { chooseMore } from './results.ts';
import { rowsOf } from './shareFlow.ts';

/** What a visitor sends, and how often it then stands in the database. */

export const BACKEND = /\/(rest|functions)\/v1\//;

export async function submit(page: Page, email: string): Promise<void> {
  await chooseMore(page, /^Submit/);
  const dialog = page.getByRole('dialog', { name: /Accord/ });
  await dialog.getByLabel('Your Name').fill('Ada');
  await dialog.getByLabel('Your Email').fill(email);
  await dialog.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

export async function order(page: Page, email: string): Promise<void> {
  await page.goto('/store/preorder/noise-pollution');
  await page.getByRole('button', { name: 'PRE ORDER' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill('Ada');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
}

export async function write(page: Page, email: string): Promise<void> {
  await page.goto('/contact');
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Message').fill('A word from the underground.');
  await page.getByRole('button', { name: 'Send Message' }).click();
}

/** How many rows there are of each, as soon as nothing waits any more. */
export async function stored(request: Parameters<typeof rowsOf>[0], shareId: string, email: string) {
  const count = async (table: string, query: string): Promise<number> => (await rowsOf(request, table, query)).length;
  return {
    shares: await count('fragrance_shares', `share_id=eq.${shareId}&select=share_id`),
    submissions: await count('fragrance_submissions', `email=eq.${email}&select=email`),
    preorders: await count('preorders', `email=eq.${email}&select=email`),
    messages: await count('contact_messages', `email=eq.${email}&select=email`),
  };
}
export const ONCE = { shares: 1, submissions: 1, preorders: 1, messages: 1 };

/** Nothing waits in the outbox any more. */
export async function nothingWaits(page: Page): Promise<void> {
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
