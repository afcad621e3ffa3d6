import type { Page } from '@playwright/test';
import { expect } from './fixture.ts';

/** Chooses an entry of the menu "More" on the results page, files behind "Save as...". */
export async function chooseMore(page: Page, entry: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  const wanted = page.getByRole('menuitem', { name: entry });
  const files = page.getByRole('menuitem', { name: 'Save as...' });
  await expect(files).toBeVisible();
  if ((await wanted.count()) === 0) await files.click();
  await wanted.click();
}
