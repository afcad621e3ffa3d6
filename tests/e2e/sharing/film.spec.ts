import type { Page } from '@playwright/test';
import { hzOf } from '../../../src/domain/pitch/pitch.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { closeShareSheet, fragrance, openResults, openShareSheet, pngSize, shareSheet } from '../support/shareFlow.ts';
import { readFileSync } from 'node:fs';

/** The living card and the pictures: made on the device, looked at before they are shared. */

const tab = (page: Page, name: string) => shareSheet(page).getByRole('tab', { name });
const save = (page: Page) => shareSheet(page).getByRole('button', { name: 'Save as video' });
const progress = (page: Page) => shareSheet(page).getByRole('progressbar', { name: 'Making the video' });

/** A take of the keyboard: A4, C#5 and E3, a second apart; its sound is rendered on this device. */
async function openTake(page: Page, name = 'Saffron Dusk'): Promise<void> {
  await openResults(page, fragrance(undefined, { source: 'keys', name }));
  await openShareSheet(page);
}

/** What a video file is, as this browser plays it. */
function examined(page: Page, url: string, hz: readonly number[]) {
  return page.evaluate(
    async ({ url, hz }) => {
      const bytes = await (await fetch(url)).arrayBuffer();
      const sound = await new OfflineAudioContext(1, 1, 48_000).decodeAudioData(bytes);
      const samples = sound.getChannelData(0);
      /** Strength of a frequency in a tenth of a second (Goertzel). */
      const strength = (frequency: number, from: number): number => {
        let [re, im] = [0, 0];
        for (let i = 0; i < 4800; i++) {
          const angle = (2 * Math.PI * frequency * i) / 48_000;
          const sample = samples[Math.round(from * 48_000) + i] ?? 0;
          re += sample * Math.cos(angle);
          im += sample * Math.sin(angle);
        }
        return (2 * Math.hypot(re, im)) / 4800;
      };
      const video = document.createElement('video');
      video.muted = true;
      video.src = url;
      await new Promise((resolve, reject) => {
        video.addEventListener('loadeddata', resolve);
        video.addEventListener('error', reject);
      });
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 90, height: 160 });
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      /** Share of the picture that is another one. */
      const difference = (frame: Uint8ClampedArray, other: Uint8ClampedArray): number => {
        let count = 0;
        for (let at = 0; at < frame.length; at += 4)
          if (Math.abs(frame[at]! - other[at]!) + Math.abs(frame[at + 1]! - other[at + 1]!) > 24) count++;
        return count / (frame.length / 4);
      };
      const painted = (): Uint8ClampedArray => {
        context.drawImage(video, 0, 0, 90, 160);
        return context.getImageData(0, 0, 90, 160).data;
      };
      let frame = painted();
      const changed: number[] = [];
      for (const second of [0.05, 0.9, 1.9, 2.9, video.duration - 0.1]) {
        const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
        video.currentTime = second;
        await seeked;
        // A machine that is busy paints the picture a moment after it says that it is there.
        let next = painted();
        for (let tries = 0; tries < 200 && difference(next, frame) <= 0.01; tries++) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
          next = painted();
        }
        changed.push(difference(next, frame));
        frame = next;
      }
      return {
        duration: video.duration,
        size: [video.videoWidth, video.videoHeight],
        // The very first picture may be like the one before it.
        changed: changed.slice(1),
        // Each note in the middle of where it is played, and a moment before it.
        heard: [0.1, 1.1, 2.1].map((from) => hz.map((frequency) => strength(frequency, from))),
        before: [0.85, 1.85].map((from) => hz.map((frequency) => strength(frequency, from))),
      };
    },
    { url, hz },
  );
}

test('the film: as long as the sound and its ending, upright, each note where it is heard, nothing sent', async ({
  page,
}) => {
  await openTake(page);
  await tab(page, 'Video').click();
  await expect(shareSheet(page).getByRole('img')).toBeVisible();
  await expectAccessible(page);
  const sent: string[] = [];
  const { origin } = new URL(page.url());
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !/^(blob:|data:)/.test(request.url().replace(origin, 'data:')))
      sent.push(`${request.method()} ${request.url()}`);
  });
  const [download] = await Promise.all([page.waitForEvent('download'), save(page).click()]);
  expect(download.suggestedFilename()).toMatch(/^accord-saffron-dusk\.(mp4|webm)$/);
  expect(sent).toEqual([]);
  const video = shareSheet(page).locator('video');
  await expect(video).toBeVisible();
  await expect(progress(page)).toHaveCount(0);
  await expectAccessible(page);

  const notes = [hzOf('A4'), hzOf('C#5'), hzOf('E3')];
  const film = await examined(page, (await video.getAttribute('src'))!, notes);
  expect(film.size).toEqual([720, 1280]);
  // 2.7 s of notes, 0.3 s of their dying away, and 3 s of the ending.
  expect(Math.abs(film.duration - 6)).toBeLessThan(0.15);
  film.heard.forEach((strengths, i) => {
    expect(strengths[i]!).toBeGreaterThan(0.02);
    for (const [other, strength] of strengths.entries())
      if (other !== i) expect(strengths[i]!).toBeGreaterThan(8 * strength);
  });
  // Before its time a note is not there.
  film.before.forEach((strengths, i) => expect(strengths[i + 1]!).toBeLessThan(film.heard[i + 1]![i + 1]! / 8));
  for (const changed of film.changed) expect(changed).toBeGreaterThan(0.01);
});

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
  await tab(page, 'Video').click();
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
  await tab(page, 'Video').click();
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
  await tab(page, 'Video').click();
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
  await tab(bare, 'Video').click();
  const [still] = await Promise.all([
    bare.waitForEvent('download'),
    shareSheet(bare).getByRole('button', { name: 'Save as picture' }).click(),
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
    ['Square', { width: 1080, height: 1080 }, 'accord-square.png'],
  ] as const) {
    if (name === 'Square') {
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
