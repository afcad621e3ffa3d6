import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { tapSpeakers } from '../speakers.ts';

export const pad = (page: Page, note: string, step: number): Locator =>
  page.getByRole('button', { name: new RegExp(`^${note}, .*, step ${step}$`) });

export const slider = (page: Page, name: string): Locator => page.getByRole('slider', { name });

export async function open(page: Page, search = ''): Promise<void> {
  await tapSpeakers(page);
  await page.goto(`/beat-maker${search}`);
  await expect(page.getByRole('heading', { name: 'Beat Maker', level: 1 })).toBeVisible();
}

export async function centre(locator: Locator): Promise<{ x: number; y: number }> {
  const box = (await locator.boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
