import type { Locator, Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { clearOutput, recordOutput, peakOfLast, tapSpeakers } from '../speakers.ts';

export const piano = (page: Page): Locator => page.getByRole('group', { name: /^Piano/ });

export const key = (page: Page, note: string): Locator =>
  piano(page).getByRole('button', { name: new RegExp(`^${note}, `) });

export const card = (page: Page): Locator => page.getByRole('region', { name: 'Selected note' });

/** A note of the keyboard fades for one second. */
export const NOTE_S = 1.15;

export async function open(page: Page): Promise<void> {
  await tapSpeakers(page);
  await page.goto('/secret-keyboard');
  await expect(page.getByRole('heading', { name: 'Sound Perfume Keyboard' })).toBeVisible();
}

/** Opens the sound with a note that is not listened to. */
export async function wake(page: Page): Promise<void> {
  await key(page, 'B4').click({ position: { x: 20, y: 200 } });
  await expect(card(page)).toContainText('B4');
  // Press again until the tap gets the sound: it starts a moment after it.
  await expect
    .poll(async () => {
      await key(page, 'B4').click({ position: { x: 20, y: 200 } });
      await recordOutput(page, 0.1);
      return peakOfLast(page, 0.5);
    })
    .toBeGreaterThan(0.01);
  await recordOutput(page, NOTE_S);
  await clearOutput(page);
}
