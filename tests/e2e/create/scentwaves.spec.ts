import type { Page } from '@playwright/test';
import { FALLBACK_NOTES } from '#features/create/domain/scentwaves.ts';
import { readLocal, shownEssence, sortNotes } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { open, shownNotes } from '../support/steps/scentwaves.ts';
import { soundSite, type SoundSite } from '../support/hosts/soundSite.ts';

let site: SoundSite;
test.beforeAll(async () => {
  site = await soundSite();
});
test.afterAll(() => site.close());

async function analyze(page: Page, address: string): Promise<void> {
  await page.getByLabel('Audio source URL').fill(address);
  await page.getByRole('button', { name: 'Analyze' }).click();
}

test('a sound without pitch becomes the notes of its texture', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await analyze(page, `${site.origin}/noise.wav`);
  await expect(
    page.getByText('We found no clear pitch, so these notes come from the texture of your sound'),
  ).toBeVisible();
  const notes = await shownNotes(page);
  expect(notes.length).toBeGreaterThanOrEqual(4);
  await expect(page.getByText(/^Demo/)).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL(/\/results$/);
  await expect(
    page.getByText('We found no clear pitch, so your scent comes from the texture of your sound.'),
  ).toBeVisible();
  await expect(page.getByText(/^Demo/)).toHaveCount(0);
  expect(sortNotes(await shownEssence(page))).toEqual(sortNotes(notes));
  expect(await readLocal(page, 'fragranceProfile')).toMatchObject({ source: 'resonance' });
});

test.describe('links without a sound', () => {
  test.use({ expectedConsole: [/Failed to load resource|blocked by CORS policy/] });

  test('show the reason, with the fallback notes', { tag: '@slow' }, async ({ page }) => {
    await open(page);
    for (const [path, reason] of [
      ['/missing.wav', 'Failed to fetch audio: 404 Not Found. The address did not answer with a sound.'],
      ['/page', 'The address shows a web page. Look for the link to the sound file itself.'],
      ['/page.mp3', 'The address does not hold a sound that this browser can play.'],
      ['/huge.wav', 'The file is too large: we fetch at most 100 MB.'],
      ['/closed.wav', /does not let other pages read it/],
    ] as const) {
      await analyze(page, site.origin + path);
      await expect(page.getByText(reason)).toBeVisible();
    }
    await expect(page.getByText('Analysis failed').first()).toBeVisible();
    await expect(page.getByText('Could not analyze the provided audio URL').first()).toBeVisible();
    expect(sortNotes(await shownNotes(page))).toEqual(sortNotes(FALLBACK_NOTES));
    await expect(page.getByText(/^Fallback notes/)).toBeVisible();
  });
});

test('an endless stream can be cancelled, and the next link works', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await analyze(page, `${site.origin}/radio`);
  await expect(page.getByText('Fetching the sound')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Analyze' })).toBeVisible();
  await expect(page.getByText('Analysis failed')).toHaveCount(0);
  await analyze(page, `${site.origin}/melody.wav`);
  await expect(page.getByText('Analysis complete')).toBeVisible();
});

test(
  'a text that is no address is refused, and without notes there is no fragrance',
  { tag: '@slow' },
  async ({ page }) => {
    await open(page);
    for (const text of ['', '   ', 'hello', 'javascript:alert(1)']) {
      await analyze(page, text);
      await expect(page.getByText('That is not a web address.', { exact: false })).toBeVisible();
      await expect(page.getByLabel('Audio source URL')).toBeFocused();
    }
    // It shows that it cannot be used yet, and why when it is pressed.
    await page.getByRole('button', { name: 'Create Fragrance' }).press('Enter');
    await expect(page.getByText('No notes detected')).toBeVisible();
    await expect(page.getByText('Please analyze an audio file first')).toBeVisible();
    expect(page.url()).toMatch(/\/scentwaves$/);
    await page.getByRole('link', { name: 'Back' }).click();
    await expect(page).toHaveURL(/\/$/);
  },
);
