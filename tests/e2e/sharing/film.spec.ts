import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixture.ts';
import { fragrance, openResults, openShareSheet, pngSize, shareSheet } from '../support/shareFlow.ts';
import { readFileSync } from 'node:fs';

/** The living card and the pictures: made on the device, looked at before they are shared. */

const save = (page: Page) => shareSheet(page).getByRole('button', { name: 'Save film' });

/** A take of the keyboard: A4, C#5 and E3, a second apart; its sound is rendered on this device. */
async function openTake(page: Page, name = 'Saffron Dusk'): Promise<void> {
  await openResults(page, fragrance(undefined, { source: 'keys', name }));
  await openShareSheet(page);
}

test(
  'without encoders a canvas is recorded while it plays; without that a still picture is saved and shared',
  { tag: '@slow' },
  async ({ page, context }) => {
    await page.addInitScript(() => {
      Reflect.deleteProperty(window, 'VideoEncoder');
    });
    await openTake(page);
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
      navigator.canShare = (data) => data?.files !== undefined;
      navigator.share = async (data) => void Object.assign(window, { shared: data?.files?.[0]?.name });
    });
    await openTake(bare);
    const [still] = await Promise.all([
      bare.waitForEvent('download'),
      shareSheet(bare).getByRole('button', { name: 'Save picture' }).click(),
    ]);
    expect(still.suggestedFilename()).toBe('accord-saffron-dusk.png');
    expect(pngSize(readFileSync(await still.path()))).toEqual({ width: 1080, height: 1920 });
    await shareSheet(bare).getByRole('button', { name: 'Share picture' }).click();
    await expect
      .poll(() => bare.evaluate(() => (window as { shared?: string }).shared))
      .toBe('accord-saffron-dusk.png');
    await bare.keyboard.press('Escape');
    await expect(bare.getByRole('button', { name: 'Share', exact: true })).toBeFocused();
  },
);
