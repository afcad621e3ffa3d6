import type { Page } from '@playwright/test';
import { createButton, recordButton, recordedFor, stopButton, drop } from '../../e2e/support/createFlow.ts';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { preview, turnOn, openVideo, watch, seen, openTracks } from '../../e2e/support/steps/video.ts';

/** The recorder of a busy machine may take seconds until its first picture. */
const written = (page: Page) => expect.poll(async () => (await seen(page)).bytes).toBeGreaterThan(0);
test('Reset goes back to the beginning with the camera on and the timer at 0', async ({ page }) => {
  await watch(page);
  await openVideo(page);
  await recordButton(page).click();
  await recordedFor(page, 1);
  await written(page);
  await stopButton(page).click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(preview(page)).toBeVisible();
  await recordButton(page).click();
  await expect(stopButton(page)).toContainText('0:00');
  await stopButton(page).click();
  await page.getByRole('button', { name: 'Back to audio' }).click();
  await expect(
    page
      .getByText('Record your voice or upload an audio file')
      .or(page.getByText('Press Record to capture your sound.')),
  ).toBeVisible();
  expect(await openTracks(page)).toBe(0);
});

test('the ladder goes down to what the browser records', async ({ page }) => {
  await page.addInitScript(() => {
    const isSupported = MediaRecorder.isTypeSupported.bind(MediaRecorder);
    MediaRecorder.isTypeSupported = (type) => !type.includes('vp9') && isSupported(type);
  });
  await watch(page);
  await openVideo(page);
  await recordButton(page).click();
  await expect(stopButton(page)).toBeVisible();
  expect((await seen(page)).types).toEqual(['video/webm;codecs=vp8,opus']);
  await stopButton(page).click();
});

test('a camera that may not be used is told with a way to try again', async ({ page }) => {
  await page.addInitScript(() => {
    const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    let refused = 0;
    navigator.mediaDevices.getUserMedia = (constraints) =>
      refused++ < 1 ? Promise.reject(new DOMException('no', 'NotAllowedError')) : ask(constraints);
    navigator.permissions.query = () => Promise.resolve({ state: 'prompt' } as PermissionStatus);
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Video AI Coming Soon!' }).click();
  await turnOn(page).click();
  await expect(page.getByText('Camera Access Error').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(preview(page)).toBeVisible();
});

test('what is no video, holds no sound, or too little of it, is refused by name', async ({ page }) => {
  await openVideo(page);
  const refused = async (title: string, name: string, type: string, bytes: Buffer) => {
    await drop(page, name, type, bytes);
    const taken = title !== 'Invalid File' && title !== 'No Video Data';
    if (taken) await createButton(page).click();
    await expect(page.locator('[data-sonner-toast]', { hasText: title })).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    if (taken) await page.getByRole('button', { name: 'Reset' }).click();
    // What was refused costs nothing: the camera is on as before.
    await expect(preview(page)).toBeVisible();
  };
  await refused('Invalid File', 'notes.txt', 'text/plain', Buffer.from('hello'));
  await expect(page.getByText('Please select a video file.').first()).toBeVisible();
  await refused('No Video Data', 'empty.webm', 'video/webm', Buffer.alloc(0));
  await refused('Audio Analysis Failed', 'nothing.webm', 'video/webm', Buffer.from('this is no video at all'));

  // A video of the camera alone, without a microphone; and one whose sound is a few milliseconds.
  const silent = await recordInPage(page, { sound: false, ms: 600 });
  await refused('No Audio Detected', 'silent.webm', 'video/webm', silent);
});

/** A short video that this browser records of a canvas, with or without a tone. */
async function recordInPage(page: Page, { sound, ms }: { sound: boolean; ms: number }): Promise<Buffer> {
  const base64 = await page.evaluate(
    async ({ sound, ms }) => {
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d')!;
      const stream = canvas.captureStream(25);
      if (sound) {
        const audio = new AudioContext();
        const out = audio.createMediaStreamDestination();
        const tone = audio.createOscillator();
        tone.connect(out);
        tone.start();
        stream.addTrack(out.stream.getAudioTracks()[0]!);
      }
      const recorder = new MediaRecorder(stream, { mimeType: 'video/webm' });
      const parts: Blob[] = [];
      recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
      const stopped = new Promise((resolve) => recorder.addEventListener('stop', resolve));
      recorder.start();
      for (let at = 0; at < ms; at += 40) {
        context.fillStyle = `hsl(${at} 80% 50%)`;
        context.fillRect(0, 0, 300, 150);
        await new Promise((resolve) => setTimeout(resolve, 40));
      }
      recorder.stop();
      await stopped;
      const reader = new FileReader();
      reader.readAsDataURL(new Blob(parts, { type: 'video/webm' }));
      await new Promise((resolve) => reader.addEventListener('load', resolve));
      return String(reader.result).split(',')[1]!;
    },
    { sound, ms },
  );
  return Buffer.from(base64, 'base64');
}
