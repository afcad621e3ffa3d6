import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';

export const preview = (page: Page) => page.getByLabel('Camera preview');

const turnOn = (page: Page) => page.getByRole('button', { name: 'Turn on camera' });

/** Opens video mode with the camera on. */
export async function openVideo(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Video AI Coming Soon!' }).click();
  await expect(page.getByText('Video AI Coming Soon!')).toBeVisible();
  // A browser that reports the permission opens the camera without a press.
  await expect(preview(page).or(turnOn(page))).toBeVisible();
  if (await turnOn(page).isVisible()) await turnOn(page).click();
  await expect(preview(page)).toBeVisible();
}

/** Counts the requests to the browser's devices, and records which recorder it gets. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = {
      constraints: [] as MediaStreamConstraints[],
      types: [] as (string | undefined)[],
      slices: [] as (number | undefined)[],
      live: [] as MediaStreamTrack[],
      bytes: 0,
    };
    Object.assign(window, { seen });
    const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      seen.constraints.push(constraints!);
      const stream = await getUserMedia(constraints);
      seen.live.push(...stream.getTracks());
      return stream;
    };
    const { start } = MediaRecorder.prototype;
    MediaRecorder.prototype.start = function (slice) {
      seen.types.push(this.mimeType);
      seen.slices.push(slice);
      seen.bytes = 0;
      this.addEventListener('dataavailable', ({ data }) => (seen.bytes += data.size));
      start.call(this, slice);
    };
  });
}

export interface Seen {
  constraints: { video: { facingMode: string; width: unknown; height: unknown }; audio: unknown }[];
  types: string[];
  slices: (number | undefined)[];
  /** Bytes that the newest recorder has written. */
  bytes: number;
}

export const seenVideo = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

export const openTracks = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { seen: { live: MediaStreamTrack[] } }).seen.live.filter(
        (track) => track.readyState === 'live',
      ).length,
  );
