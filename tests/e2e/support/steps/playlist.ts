import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';

export const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });

export const names = (page: Page) => page.getByRole('tabpanel').getByRole('heading', { level: 2 }).allTextContents();

export const search = (page: Page) => page.getByRole('searchbox', { name: 'Search by name or note' });

export const unique = (word: string) => `${word} ${Date.now().toString(36)}`;

export async function open(page: Page): Promise<void> {
  await page.goto('/store?tab=playlist');
  await expect(search(page)).toBeVisible();
}
