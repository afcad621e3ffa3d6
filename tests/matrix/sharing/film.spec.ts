import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import {
  closeShareSheet,
  fragrance,
  openResults,
  openShareSheet,
  pngSize,
  shareSheet,
} from '../../e2e/support/shareFlow.ts';
import { readFileSync } from 'node:fs';

/** The living card and the pictures: made on the device, looked at before they are shared. */

const tab = (page: Page, name: string) => shareSheet(page).getByRole('tab', { name });
const save = (page: Page) => shareSheet(page).getByRole('button', { name: 'Save film' });
const progress = (page: Page) => shareSheet(page).getByRole('progressbar', { name: 'Making the film' });

/** A take of the keyboard: A4, C#5 and E3, a second apart; its sound is rendered on this device. */
async function openTake(page: Page, name = 'Saffron Dusk'): Promise<void> {
  await openResults(page, fragrance(undefined, { source: 'keys', name }));
  await openShareSheet(page);
}

test('cancel ends the work at once: no worker goes on, nothing is saved, and it can be made anew', async ({ page }) => {
  // The last word of the worker is held back, so that there is something to cancel however fast this machine is.
  await page.addInitScript(() => {
    const held = Object.assign(window, { held: true });
    Object.defineProperty(Worker.prototype, 'addEventListener', {
      value(this: Worker, type: string, listener: (event: Event) => void) {
        EventTarget.prototype.addEventListener.call(this, type, (event) => {
          const { data } = event as MessageEvent<{ kind?: string } | null>;
          if (!(held.held && type === 'message' && data?.kind === 'done')) listener(event);
        });
      },
    });
  });
  await openTake(page);
  await tab(page, 'Film').click();
  await expect(shareSheet(page).getByRole('img')).toBeVisible();
  const downloads: string[] = [];
  page.on('download', (download) => downloads.push(download.suggestedFilename()));
  const workers = () => page.workers().filter((worker) => /film/.test(worker.url())).length;
  await save(page).click();
  await expect.poll(() => progress(page).getAttribute('value').then(Number)).toBeGreaterThan(1);
  expect(workers()).toBe(1);
  await expectAccessible(page);
  await shareSheet(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(progress(page)).toHaveCount(0);
  await expect.poll(workers).toBe(0);
  await expect(save(page)).toBeFocused();
  // Closing the sheet ends it as well.
  await save(page).press('Enter');
  await expect.poll(workers).toBe(1);
  await closeShareSheet(page);
  await expect.poll(workers).toBe(0);
  await openShareSheet(page);
  await tab(page, 'Film').click();
  await expect(progress(page)).toHaveCount(0);
  expect(downloads).toEqual([]);
  await page.evaluate(() => Object.assign(window, { held: false }));
  const [download] = await Promise.all([page.waitForEvent('download'), save(page).click()]);
  expect(download.suggestedFilename()).toContain('accord-saffron-dusk');
});

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

test('the square and the picture of the link are looked at, saved, and handed to the system with the keyboard', async ({
  page,
}) => {
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
