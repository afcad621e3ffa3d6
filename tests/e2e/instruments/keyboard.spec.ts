import type { Page } from '@playwright/test';
import { local, shownEssence } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';
import { installMidi, sendMidi } from '../support/virtualMidi.ts';

const take = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your take' }).getByRole('button', { name, exact: true });

test('what is played by hand and on a MIDI device is a take, which becomes a fragrance', async ({ page }) => {
  await installMidi(page, ['Test Keys']);
  await page.goto('/secret-keyboard');
  await page.getByRole('button', { name: 'Connect MIDI' }).click();
  await expect(page.getByText('MIDI Connected: Test Keys')).toBeVisible();
  await take(page, 'Record').click();
  await page.keyboard.press('KeyA');
  for (const midi of [64, 67]) await sendMidi(page, 'Test Keys', [0x90, midi, 100], [0x80, midi, 0]);
  await expect(page.getByText('3 notes', { exact: true })).toBeVisible();
  await take(page, 'Stop').click();
  await page.reload();
  await expect(page.getByText('3 notes', { exact: true })).toBeVisible();
  await take(page, 'Create Fragrance').click();
  await expect(page).toHaveURL(/\/results$/);
  expect((await shownEssence(page)).toSorted()).toEqual(['C4', 'E4', 'G4']);
  expect(await local(page, 'fragranceProfile')).toMatchObject({ source: 'keys' });
});
