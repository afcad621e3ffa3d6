import type { Locator, Page } from '@playwright/test';
import { MELODY_NOTES } from '../../fixtures/melody.ts';
import { local, sorted } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';
import { soundSite, type SoundSite } from '../support/hosts/soundSite.ts';

let site: SoundSite;
test.beforeAll(async () => {
  site = await soundSite();
});
test.afterAll(() => site.close());

async function open(page: Page): Promise<void> {
  await page.goto('/scentwaves');
  await expect(page.getByRole('heading', { name: 'Scentwaves', level: 1 })).toBeVisible();
}

async function analyze(page: Page, address: string): Promise<void> {
  await page.getByLabel('Audio source URL').fill(address);
  await page.getByRole('button', { name: 'Analyze' }).click();
}

const chips = (page: Page): Locator => page.locator('section ul button[aria-pressed]');
const shown = (page: Page): Promise<string[]> =>
  chips(page).evaluateAll((all) => all.map((chip) => chip.querySelector('b')!.textContent ?? ''));
const chosen = (page: Page): Promise<string[]> =>
  chips(page).evaluateAll((all) =>
    all
      .filter((chip) => chip.getAttribute('aria-pressed') === 'true')
      .map((chip) => chip.querySelector('b')!.textContent ?? ''),
  );

test('a real sound is fetched, heard by the engine and grouped by family', async ({ page }) => {
  await open(page);
  await analyze(page, `${site.origin}/melody.wav`);
  await expect(page.getByText('Analysis complete')).toBeVisible();
  expect(sorted(await shown(page))).toEqual(sorted(MELODY_NOTES));
  expect(sorted(await chosen(page))).toEqual(sorted(MELODY_NOTES));
  await expect(page.getByRole('heading', { name: 'Spices & Deep Florals' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL(/\/results$/);
  expect(await local(page, 'fragranceProfile')).toMatchObject({
    source: 'link',
    trace: { duration: expect.closeTo(6, 1) },
  });
});
