import type { Page } from '@playwright/test';
import { MELODY_NOTES } from '../../fixtures/melody.ts';
import {
  createButton,
  local,
  recordButton,
  recordedFor,
  shownEssence,
  sorted,
  stopButton,
} from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';

const preview = (page: Page) => page.getByLabel('Camera preview');
const turnOn = (page: Page) => page.getByRole('button', { name: 'Turn on camera' });

/** Opens video mode with the camera on. */
async function openVideo(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Video AI Coming Soon!' }).click();
  await expect(page.getByText('Video AI Coming Soon!')).toBeVisible();
  // Where the browser says that it is allowed, the camera comes on by itself.
  await expect(preview(page).or(turnOn(page))).toBeVisible();
  if (await turnOn(page).isVisible()) await turnOn(page).click();
  await expect(preview(page)).toBeVisible();
}

/** Counts what is asked of the browser, and which recorder it gets. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = {
      constraints: [] as MediaStreamConstraints[],
      types: [] as (string | undefined)[],
      slices: [] as (number | undefined)[],
      live: [] as MediaStreamTrack[],
      bytes: 0,
    };
    Object.assign(window, { seen });
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      seen.constraints.push(constraints!);
      const stream = await ask(constraints);
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

interface Seen {
  constraints: { video: { facingMode: string; width: unknown; height: unknown }; audio: unknown }[];
  types: string[];
  slices: (number | undefined)[];
  /** What the recorder that began last has written. */
  bytes: number;
}
const seen = (page: Page) => page.evaluate(() => (window as unknown as { seen: Seen }).seen);
const openTracks = (page: Page) =>
  page.evaluate(
    () =>
      (window as unknown as { seen: { live: MediaStreamTrack[] } }).seen.live.filter(
        (track) => track.readyState === 'live',
      ).length,
  );

test('a video is recorded, played back, and its sound becomes the same fragrance as the sound alone', async ({
  page,
}) => {
  await watch(page);
  await openVideo(page);
  await expectAccessible(page);
  const turn = page.getByRole('button', { name: /Switch to the (back|front) camera/ });
  await turn.click();
  await expect(preview(page)).toBeVisible();
  await expect(turn).toBeEnabled();
  const { constraints } = await seen(page);
  expect(constraints.at(-1)!.video).toEqual({
    facingMode: expect.stringMatching(/^(user|environment)$/) as unknown,
    width: { ideal: 1280 },
    height: { ideal: 720 },
  });
  expect(constraints.at(-1)!.video.facingMode).not.toBe(constraints.at(-2)!.video.facingMode);
  expect(constraints.at(-1)!.audio).toEqual({ echoCancellation: true, noiseSuppression: true, autoGainControl: true });

  await recordButton(page).click();
  await expect(turn).toBeDisabled();
  await recordedFor(page, 6);
  await expectAccessible(page);
  await stopButton(page).click();
  await expect(createButton(page)).toBeVisible();
  const { types, slices } = await seen(page);
  expect(types).toEqual(['video/webm;codecs=vp9,opus']);
  expect(slices).toEqual([100]);
  // The camera goes off with the recording.
  expect(await openTracks(page)).toBe(0);

  await page.getByRole('button', { name: 'Play Recording' }).click();
  await expect(page.getByRole('button', { name: 'Playing...' })).toBeVisible();
  const played = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(played).toBeGreaterThan(0.3);
  await page.getByRole('button', { name: 'Playing...' }).click();
  await expectAccessible(page);

  await createButton(page).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  await expect(page).toHaveURL(/\/processing$/);
  await expect(page).toHaveURL(/\/results$/);
  const essence = await shownEssence(page);
  // Voice processing of the microphone may cost a passing note; the melody is there all the same.
  expect(
    sorted(essence.filter((note) => (MELODY_NOTES as readonly string[]).includes(note))).length,
  ).toBeGreaterThanOrEqual(4);
  expect((await local<{ source: string; audioData: string }>(page, 'fragranceProfile'))!.source).toBe('spectral');
  expect(await openTracks(page)).toBe(0);
});
