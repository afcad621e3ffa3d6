import type { Page } from '@playwright/test';
import { local, shownEssence } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { pad, slider } from '../support/steps/beats.ts';

async function open(page: Page): Promise<void> {
  await page.goto('/beat-maker');
  await expect(page.getByRole('heading', { name: 'Beat Maker', level: 1 })).toBeVisible();
}

test('a painted beat lives in its link and becomes a fragrance', async ({ page }) => {
  await open(page);
  await expect(slider(page, 'BPM')).toHaveValue('120');
  await expect(slider(page, 'Rows')).toHaveValue('8');
  await expect(page.locator('[data-note][data-column]')).toHaveCount(64);
  for (const note of ['C3', 'E3', 'G3', 'C4']) await expect(page.getByTitle(`Remove ${note}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Fragrance with 4 Notes' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scentwaves' })).toHaveAttribute('href', '/scentwaves');

  await pad(page, 'E5', 1).click();
  await expect(page.getByRole('button', { name: 'Create Fragrance with 1 Note', exact: true })).toBeVisible();
  for (const step of [1, 3, 5]) await pad(page, 'G4', step).click();
  await pad(page, 'C5', 2).click();
  await pad(page, 'C5', 2).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?beat=2.120.8.50.1c1g1j1o...1zn8a8a8k8');
  await page.reload();
  await page.getByRole('button', { name: 'Create Fragrance with 2 Notes' }).click();
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByText('Created a unique fragrance with 2 notes.')).toBeVisible();
  expect(await shownEssence(page)).toEqual(['G4', 'E5']);
  // Its rhythm went along.
  expect((await local<{ trace: { notes: { onset: number }[] } }>(page, 'fragranceProfile'))!.trace.notes).toHaveLength(
    4,
  );
});

test('notes that are chosen in the dialog become the fragrance', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Select notes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select notes' });
  await dialog.getByRole('button', { name: /^A4 / }).click();
  await dialog.getByRole('tab', { name: 'Selected (5)' }).click();
  await expect(dialog.getByRole('button')).toHaveCount(6);
  await dialog.getByRole('tab', { name: 'By Category' }).click();
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(9);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^C8 / }).click();
  await page.keyboard.press('Escape');
  await page.getByTitle('Remove C3').click();
  await page.getByRole('button', { name: 'Create Fragrance with 5 Notes' }).click();
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByText('Created a unique fragrance with 5 notes.')).toBeVisible();
  expect(await shownEssence(page)).toEqual(['E3', 'G3', 'C4', 'A4', 'C8']);
  const profile = (await local<{ source: string; intensity: number; complexity: number; persistence: number }>(
    page,
    'fragranceProfile',
  ))!;
  expect(profile).toMatchObject({ source: 'beat', complexity: 0.5 });
  expect(profile.intensity).toBeGreaterThanOrEqual(0.5);
  expect(profile.persistence).toBeGreaterThanOrEqual(0.3);
});
