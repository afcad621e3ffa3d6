import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GENERATED_FOLDER } from '#tests/fixtures/make.ts';
import { createButton, drop } from '../createFlow.ts';
import { expect } from '../fixture.ts';

/** The seven seconds between the recording and its fragrance. */

export const ACCENTS = ['G5'];

export async function begin(page: Page): Promise<void> {
  await page.goto('/');
  await drop(page, 'melody.wav', 'audio/wav', readFileSync(join(GENERATED_FOLDER, 'melody.wav')));
  await expect(createButton(page)).toBeVisible();
  await createButton(page).click();
  await expect(page).toHaveURL(/\/processing$/);
  await expect(page.getByText('liquefying...')).toBeVisible();
}
