import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { chooseMore } from '../results.ts';
import { rowsOf } from '../shareFlow.ts';

export const dialog = (page: Page) => page.getByRole('dialog', { name: /Accord/ });

export const send = (page: Page) => dialog(page).getByRole('button', { name: 'Submit', exact: true });

export async function open(page: Page): Promise<void> {
  await chooseMore(page, /^Submit/);
  await expect(dialog(page)).toBeVisible();
}

export const submissionsOf = (request: Parameters<typeof rowsOf>[0], email: string) =>
  rowsOf<{ name: string; email: string; audio_url: string }>(
    request,
    'fragrance_submissions',
    `email=eq.${encodeURIComponent(email)}&select=name,email,audio_url`,
  );
