import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { fragrance, openResults, openShareSheet, pngSize, shareSheet } from '../../e2e/support/shareFlow.ts';
import { readFileSync } from 'node:fs';

/** The living card and the pictures: made on the device, looked at before they are shared. */

const tab = (page: Page, name: string) => shareSheet(page).getByRole('tab', { name });
const save = (page: Page) => shareSheet(page).getByRole('button', { name: 'Save film' });

/** A take of the keyboard: A4, C#5 and E3, a second apart; its sound is rendered on this device. */
async function openTake(page: Page, name = 'Saffron Dusk'): Promise<void> {
  await openResults(page, fragrance(undefined, { source: 'keys', name }));
  await openShareSheet(page);
}

test('without encoders a canvas is recorded while it plays; without that a still picture is saved', async ({
  page,
  context,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'VideoEncoder');
  });
  await openTake(page);
  await tab(page, 'Film').click();
  const [download] = await Promise.all([page.waitForEvent('download'), save(page).click()]);
  expect(download.suggestedFilename()).toMatch(/\.(mp4|webm)$/);
  const url = (await shareSheet(page).locator('video').getAttribute('src'))!;
  const tracks = await page.evaluate(async (url) => {
    const bytes = await (await fetch(url)).arrayBuffer();
    const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
    const video = document.createElement('video');
    video.src = url;
    await new Promise((resolve) => video.addEventListener('loadeddata', resolve));
    return {
      seconds: sound.duration,
      size: [video.videoWidth, video.videoHeight],
      loud: sound.getChannelData(0).some((sample) => sample > 0.02),
    };
  }, url);
  expect(tracks.size).toEqual([720, 1280]);
  expect(tracks.seconds).toBeGreaterThan(5);
  expect(tracks.loud).toBe(true);

  const bare = await context.newPage();
  await bare.addInitScript(() => {
    Reflect.deleteProperty(window, 'VideoEncoder');
    Reflect.deleteProperty(window, 'MediaRecorder');
  });
  await openTake(bare);
  await tab(bare, 'Film').click();
  const [still] = await Promise.all([
    bare.waitForEvent('download'),
    shareSheet(bare).getByRole('button', { name: 'Save picture' }).click(),
  ]);
  expect(still.suggestedFilename()).toBe('accord-saffron-dusk.png');
  expect(pngSize(readFileSync(await still.path()))).toEqual({ width: 1080, height: 1920 });
});

test('pictures are saved and handed to the system', async ({ page }) => {
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(window, { shared });
    navigator.canShare = (data) => data?.files !== undefined;
    navigator.share = async (data) =>
      void shared.push(...(data?.files ?? []).map(({ name, type }) => `${name} ${type}`));
  });
  await openTake(page, 'ليلة');
  await expect(shareSheet(page).getByRole('tab', { name: 'Link' })).toHaveAttribute('aria-selected', 'true');
  await expectAccessible(page);
  for (const [name, size, file] of [
    ['Link', { width: 1200, height: 630 }, 'accord.png'],
    ['Picture', { width: 1080, height: 1080 }, 'accord-square.png'],
  ] as const) {
    if (name === 'Picture') {
      await tab(page, 'Link').focus();
      await page.keyboard.press('ArrowRight');
    }
    await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
    await expect(shareSheet(page).getByRole('img', { name: /^Drawing of/ })).toBeVisible();
    const button = shareSheet(page).getByRole('button', { name: 'Save picture' });
    // Before the picture is made there is nothing to save.
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
    expect(download.suggestedFilename()).toBe(file);
    expect(pngSize(readFileSync(await download.path()))).toEqual(size);
    await shareSheet(page).getByRole('button', { name: 'Share picture' }).press('Enter');
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared.at(-1)))
      .toBe(`${file} image/png`);
  }
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeFocused();
});
