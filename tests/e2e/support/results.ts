import type { Page } from '@playwright/test';

/** Chooses an entry of the menu "More" on the results page. */
export async function chooseMore(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}
