import type { Page } from '@playwright/test';
import { hzOf } from '#analysis/values/pitch.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { fragrance, openResults, openShareSheet, shareSheet } from '../support/shareFlow.ts';

/** The living card and the pictures: made on the device, looked at before they are shared. */

const save = (page: Page) => shareSheet(page).getByRole('button', { name: 'Save film' });
const progress = (page: Page) => shareSheet(page).getByRole('progressbar', { name: 'Making the film' });

/** A take of the keyboard: A4 and C#5, a second apart; its sound is rendered on this device. */
async function openTake(page: Page): Promise<void> {
  await openResults(page, fragrance(undefined, { source: 'keys', name: 'Saffron Dusk' }, ['A4', 'C#5']));
  await openShareSheet(page);
}

/** Properties of a video file, as this browser plays it. */
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
      const readPixels = (): Uint8ClampedArray => {
        context.drawImage(video, 0, 0, 90, 160);
        return context.getImageData(0, 0, 90, 160).data;
      };
      let frame = readPixels();
      const changed: number[] = [];
      for (const second of [0.05, 0.9, 1.9, video.duration - 0.1]) {
        const seeked = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }));
        video.currentTime = second;
        await seeked;
        // A machine that is busy paints the picture a moment after it reports that it is there.
        let next = readPixels();
        for (let tries = 0; tries < 200 && difference(next, frame) <= 0.01; tries++) {
          await new Promise((resolve) => setTimeout(resolve, 16));
          next = readPixels();
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
        heard: [0.1, 1.1].map((from) => hz.map((frequency) => strength(frequency, from))),
        before: hz.map((frequency) => strength(frequency, 0.85)),
      };
    },
    { url, hz },
  );
}

test('the film shows and plays each note at its time in the recording', async ({ page }) => {
  await openTake(page);
  await expect(shareSheet(page).getByRole('img')).toBeVisible();
  const sent: string[] = [];
  const { origin } = new URL(page.url());
  page.on('request', (request) => {
    if (request.method() !== 'GET' || !/^(blob:|data:)/.test(request.url().replace(origin, 'data:')))
      sent.push(`${request.method()} ${request.url()}`);
  });
  const height = async () => Math.round((await shareSheet(page).boundingBox())!.height);
  const before = await height();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    // The sheet keeps its height while the progress is shown.
    (async () => {
      await save(page).click();
      await expect(shareSheet(page).getByRole('button', { name: 'Making film...' })).toBeVisible();
      await expect(progress(page)).toBeVisible();
      expect(await height()).toBe(before);
    })(),
  ]);
  await expect(shareSheet(page).getByRole('button', { name: 'Saved' })).toBeVisible();
  await expect(save(page)).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^accord-saffron-dusk\.(mp4|webm)$/);
  expect(sent).toEqual([]);
  const video = shareSheet(page).locator('video');
  await expect(video).toBeVisible();
  await expect(progress(page)).toHaveCount(0);
  // A browser without an encoder for AAC writes Opus, and the sheet shows this.
  const aac = await page.evaluate(async () => {
    const config = { codec: 'mp4a.40.2', sampleRate: 48_000, numberOfChannels: 1, bitrate: 128_000 };
    return (await AudioEncoder.isConfigSupported(config)).supported === true;
  });
  await expect(shareSheet(page).getByText('This browser writes Opus sound')).toHaveCount(aac ? 0 : 1);
  await expectAccessible(page);

  const notes = [hzOf('A4'), hzOf('C#5')];
  const film = await examined(page, (await video.getAttribute('src'))!, notes);
  expect(film.size).toEqual([720, 1280]);
  // 1.6 s of notes, 0.3 s of their dying away, and 3 s of the ending.
  expect(Math.abs(film.duration - 4.9)).toBeLessThan(0.15);
  film.heard.forEach((strengths, i) => {
    expect(strengths[i]!).toBeGreaterThan(0.02);
    for (const [other, strength] of strengths.entries())
      if (other !== i) expect(strengths[i]!).toBeGreaterThan(8 * strength);
  });
  // Before its time the second is not there.
  expect(film.before[1]!).toBeLessThan(film.heard[1]![1]! / 8);
  for (const changed of film.changed) expect(changed).toBeGreaterThan(0.01);
});
