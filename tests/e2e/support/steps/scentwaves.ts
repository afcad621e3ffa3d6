import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixture.ts';

export async function open(page: Page): Promise<void> {
  await page.goto('/scentwaves');
  await expect(page.getByRole('heading', { name: 'Scentwaves', level: 1 })).toBeVisible();
}

const namesOf = (chips: Locator): Promise<string[]> =>
  chips.evaluateAll((all) => all.map((chip) => chip.querySelector('b')!.textContent ?? ''));

/** The notes that were found. */
export const shownNotes = (page: Page): Promise<string[]> => namesOf(page.locator('section ul button[aria-pressed]'));

/** The chosen ones of them. */
export const chosenNotes = (page: Page): Promise<string[]> =>
  namesOf(page.locator('section ul button[aria-pressed=true]'));
