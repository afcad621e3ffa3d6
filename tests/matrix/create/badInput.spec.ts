import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from '../../fixtures/make.ts';
import { MELODY_NOTES } from '../../fixtures/melody.ts';
import {
  createButton,
  createFragrance,
  drop,
  keptRecording,
  local,
  record,
  shownEssence,
  skip,
  sorted,
} from '../../e2e/support/createFlow.ts';
import { expect, test } from '../../e2e/support/fixture.ts';

const fixture = (name: string): Buffer => readFileSync(join(GENERATED, name));

/** Sounds and devices that are not as they should be, all the way. */

test('a file without sound stays on the create screen, kept', async ({ page }) => {
  await page.goto('/');
  await drop(page, 'silence.wav', 'audio/wav', fixture('silence.wav'));
  await expect(page.getByRole('heading', { name: 'We heard nothing' })).toBeVisible();
  await expect(page.getByText("We couldn't hear anything in this file.")).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
  await expect(createButton(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeVisible();
  expect((await keptRecording(page)).equals(fixture('silence.wav'))).toBe(true);
});

test('claps have no pitch: the texture speaks, and the screen says so', async ({ page }) => {
  await page.goto('/');
  await drop(page, 'claps.wav', 'audio/wav', fixture('claps.wav'));
  await createFragrance(page);
  await expect(
    page.getByText('We found no clear pitch, so your scent comes from the texture of your sound.'),
  ).toBeVisible();
  const essence = await shownEssence(page);
  expect(essence.length).toBeGreaterThanOrEqual(4);
  expect(essence.length).toBeLessThanOrEqual(6);
  // The same sound always gives the same fragrance.
  await page.goto('/');
  await drop(page, 'claps.wav', 'audio/wav', fixture('claps.wav'));
  await createFragrance(page);
  expect(await shownEssence(page)).toEqual(essence);
});

test.describe('a backend that is away', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('it answers 500: the fragrance is made, and the recording goes out later', async ({ page, context }) => {
    let away = true;
    await page.route('**/functions/v1/upload-audio', (route) =>
      away ? route.fulfill({ status: 500, json: { success: false, error: 'broken' } }) : route.fallback(),
    );
    await record(page, 6);
    const kept = await keptRecording(page);
    await createFragrance(page);
    await expect(page.getByText(/safe on this device/)).toBeVisible();
    expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
    expect(await local<{ audioData?: string }>(page, 'fragranceProfile')).not.toHaveProperty('audioData');

    away = false;
    await context.setOffline(true);
    await context.setOffline(false);
    await expect
      .poll(async () => (await local<{ audioData?: string }>(page, 'fragranceProfile'))?.audioData ?? '')
      .toMatch(/^http/);
    const { audioData } = (await local<{ audioData: string }>(page, 'fragranceProfile'))!;
    expect((await (await context.request.get(audioData)).body()).equals(kept)).toBe(true);
  });
});

test('a full local storage ends in the specified words, and the recording is not lost', async ({ page }) => {
  await record(page, 5);
  await page.evaluate(() => {
    for (let size = 2 ** 20; size >= 1; size = Math.floor(size / 2)) {
      for (let i = 0; ; i++) {
        try {
          localStorage.setItem(`ballast-${size}-${i}`, 'x'.repeat(size));
        } catch {
          break;
        }
      }
    }
  });
  await createButton(page).click();
  await expect(page.getByText(/^Storage full\. Your device limit is [\d.]+MB\.$/)).toBeVisible();
  await skip(page);
  // The fragrance is shown while it is in memory.
  await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
  expect((await keptRecording(page)).length).toBeGreaterThan(1000);
});
