import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GENERATED } from '../../fixtures/make.ts';
import {
  createButton,
  createFragrance,
  drop,
  local,
  record,
  recordButton,
  stopButton,
} from '../../e2e/support/createFlow.ts';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';

/** A recording on its way: through a reload, a slow line, no line at all. */

const fixture = (name: string): Buffer => readFileSync(join(GENERATED, name));
const UPLOAD = '**/functions/v1/upload-audio';

/** What AudioDB holds. */
function audioKeys(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const open = indexedDB.open('AudioDB');
        open.addEventListener('error', () => reject(new Error('AudioDB cannot be opened')));
        open.addEventListener('success', () => {
          const keys = open.result.transaction('audio').objectStore('audio').getAllKeys();
          keys.addEventListener('success', () => {
            open.result.close();
            resolve(keys.result.map(String));
          });
        });
      }),
  );
}

test('a reload while it is processed leads back to the recording, and Reset takes it off the device', async ({
  page,
}) => {
  // Nor is the upload over by then: it waits for the next page, as long as anybody wants it.
  let uploads = 0;
  await page.route(UPLOAD, () => {
    uploads++;
    return new Promise<void>(() => undefined);
  });
  await page.goto('/');
  // The analysis never answers, so the reload comes in the middle of it.
  await page.evaluate(() => Object.assign(Worker.prototype, { postMessage: () => undefined }));
  await drop(page, 'melody.mp3', 'audio/mpeg', fixture('melody.mp3'));
  await expect(createButton(page)).toBeVisible();
  await createButton(page).click();
  await expect(page).toHaveURL(/\/processing$/);
  await expect.poll(() => uploads).toBe(1);
  await page.reload();
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByText('We kept your sound melody.mp3 of 0:06.')).toBeVisible();
  await page.getByRole('button', { name: 'Use it' }).click();
  await expect(page.getByText('melody.mp3, 6 seconds.')).toBeVisible();
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect(recordButton(page)).toBeVisible();
  await expect.poll(() => audioKeys(page)).toEqual([]);
  await page.reload();
  await expect(recordButton(page)).toBeVisible();
  await expect(page.getByText(/We kept your/)).toBeHidden();
});

test.describe('without a connection', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('the recording waits, and goes out by itself and once when the connection is back, without a reload', async ({
    page,
    context,
    request,
  }) => {
    let uploads = 0;
    let away = true;
    await context.route(UPLOAD, async (route) => {
      if (away) {
        await route.abort('internetdisconnected');
        return;
      }
      uploads++;
      await route.continue();
    });
    await record(page, 2);
    const other = await context.newPage();
    await other.goto('/about');
    await page.bringToFront();
    await createFragrance(page);
    await expect(
      page.getByText('Your recording is safe on this device and will be uploaded as soon as our server answers.'),
    ).toBeVisible();
    const { recordingId } = (await local<{ recordingId: string }>(page, 'fragranceProfile'))!;
    away = false;
    // Both tabs hear that the connection is back.
    for (const tab of [other, page]) await tab.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect
      .poll(async () => (await local<{ audioData?: string }>(page, 'fragranceProfile'))?.audioData)
      .toMatch(/\/storage\/v1\/object\/public\/audio\//);
    expect(await local(page, 'fragranceProfile')).toMatchObject({ recordingId });
    expect(uploads).toBe(1);
    const { audioData } = (await local<{ audioData: string }>(page, 'fragranceProfile'))!;
    expect((await request.get(audioData)).ok()).toBe(true);
  });
});

test('a question for the microphone can be taken back', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
  });
  await page.goto('/');
  await recordButton(page).click();
  await expect(page.getByRole('button', { name: 'Waiting...' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(recordButton(page)).toBeFocused();
  await expect(stopButton(page)).toBeHidden();
});

test('a file that comes upon a voice asks first, and a wrong one changes nothing', async ({ page }) => {
  await record(page, 2);
  const dropFile = (name: string, type: string, bytes: Buffer) =>
    page.evaluate(
      async ([name, type, base64]) => {
        const data = await (await fetch(`data:application/octet-stream;base64,${base64}`)).arrayBuffer();
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([data], name, { type }));
        for (const event of ['dragenter', 'dragover', 'drop'])
          window.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
      },
      [name, type, bytes.toString('base64')] as const,
    );
  await dropFile('text.mp3', 'audio/mpeg', Buffer.from('no sound at all'));
  await expect(page.getByText('Invalid audio file. Please try a different file.')).toBeVisible();
  await expect(page.getByText(/^\d seconds? of you\.$/)).toBeVisible();
  await dropFile('melody.mp3', 'audio/mpeg', fixture('melody.mp3'));
  await expect(page.getByText(/Replace your recording of 0:0\d with melody\.mp3\?/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('melody.mp3, 6 seconds.')).toBeVisible();
  await expect(createButton(page)).toBeFocused();
});
