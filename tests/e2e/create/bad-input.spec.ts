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
  recordButton,
  recordedFor,
  shownEssence,
  sorted,
  stopButton,
} from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';

const fixture = (name: string): Buffer => readFileSync(join(GENERATED, name));

test.describe('files that are none', () => {
  for (const [name, file] of [
    ['a file of 0 bytes', 'empty.mp3'],
    ['text renamed .mp3', 'text.mp3'],
  ] as const) {
    test(name, async ({ page }) => {
      await page.goto('/');
      await drop(page, file, 'audio/mpeg', fixture(file));
      await expect(page.getByText('Invalid audio file. Please try a different file.')).toBeVisible();
      await expect(recordButton(page)).toBeVisible();
    });
  }

  test('a dropped picture', async ({ page }) => {
    await page.goto('/');
    await drop(page, 'photo.png', 'image/png', Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    await expect(page.getByText('Invalid audio file. Please try a different file.')).toBeVisible();
    await expect(recordButton(page)).toBeVisible();
  });

  test('three hours', async ({ page }) => {
    await page.goto('/');
    await drop(page, 'long.mp3', 'audio/mpeg', fixture('three-hours.mp3'));
    await expect(page.getByText('This sound is too long. Please try one of up to 30 minutes.')).toBeVisible({
      timeout: 20_000,
    });
    await expect(recordButton(page)).toBeVisible();
  });

  test('a file without sound stays on the create screen, kept', async ({ page }) => {
    await page.goto('/');
    await drop(page, 'silence.wav', 'audio/wav', fixture('silence.wav'));
    await expect(page.getByRole('heading', { name: 'Nothing to hear yet' })).toBeVisible();
    await expect(
      page.getByText("We couldn't hear anything. Try again a little closer to the microphone."),
    ).toBeVisible();
    await expect(page).toHaveURL(/\/$/);
    await expect(createButton(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Record again' })).toBeVisible();
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
});

test.describe('microphones that cannot be had', () => {
  for (const [error, title] of [
    ['NotAllowedError', 'Microphone Access Blocked'],
    ['NotFoundError', 'No Microphone Found'],
    ['NotReadableError', 'Microphone Unavailable'],
    ['OverconstrainedError', 'Microphone Configuration Issue'],
    ['SecurityError', 'Security Error'],
    ['AbortError', 'Microphone Access Failed'],
    ['TypeError', 'Microphone Access Failed'],
  ] as const) {
    test(`${error}: ${title}`, async ({ page }) => {
      await page.addInitScript((name) => {
        const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        let refused = false;
        navigator.mediaDevices.getUserMedia = (constraints) => {
          if (refused) return real(constraints);
          refused = true;
          return Promise.reject(name === 'TypeError' ? new TypeError('refused') : new DOMException('refused', name));
        };
      }, error);
      await page.goto('/');
      await recordButton(page).click();
      await expect(page.getByText(title, { exact: true })).toBeVisible();
      await expect(page.getByRole('listitem').first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(stopButton(page)).toBeVisible();
    });
  }

  test('unplugged in the middle: what was recorded is kept', async ({ page }) => {
    await page.addInitScript(() => {
      const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (constraints) => {
        const stream = await real(constraints);
        // A track that loses its device stops, and says so; stop() alone is silent.
        Object.assign(window, {
          unplug: () => {
            for (const track of stream.getTracks()) {
              track.stop();
              track.dispatchEvent(new Event('ended'));
            }
          },
        });
        return stream;
      };
    });
    await page.goto('/');
    await recordButton(page).click();
    await expect(stopButton(page)).toBeVisible();
    await recordedFor(page, 4);
    await page.evaluate(() => (window as unknown as { unplug(): void }).unplug());
    await expect(page.getByText('The microphone was disconnected.')).toBeVisible();
    await createFragrance(page);
    expect((await shownEssence(page)).length).toBeGreaterThanOrEqual(3);
  });
});

test.describe('a backend that is away', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  for (const [name, answer] of [
    ['answers 500', { status: 500, contentType: 'application/json', body: '{"success":false,"error":"broken"}' }],
    ['cannot be reached', null],
  ] as const) {
    test(`${name}: the fragrance is made, and the recording goes out later`, async ({ page, context }) => {
      let away = true;
      await page.route('**/functions/v1/upload-audio', (route) =>
        !away ? route.fallback() : answer === null ? route.abort('connectionrefused') : route.fulfill(answer),
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
        .poll(async () => (await local<{ audioData?: string }>(page, 'fragranceProfile'))?.audioData ?? '', {
          timeout: 30_000,
        })
        .toMatch(/^http/);
      const { audioData } = (await local<{ audioData: string }>(page, 'fragranceProfile'))!;
      expect((await (await context.request.get(audioData)).body()).equals(kept)).toBe(true);
    });
  }
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
  await expect(page.getByText(/^Storage full\. Your device limit is [\d.]+MB\.$/)).toBeVisible({ timeout: 15_000 });
  await expect(page).toHaveURL(/\/(create|results)?$/, { timeout: 15_000 });
  expect((await keptRecording(page)).length).toBeGreaterThan(1000);
});

test('the storage flag sends processing and results back to the create screen', async ({ page }) => {
  for (const flag of ['file_too_large', 'quota_exceeded']) {
    for (const path of ['/processing', '/results']) {
      await page.goto('/');
      await page.evaluate((flag) => localStorage.setItem('storage_error', flag), flag);
      await page.goto(path);
      await expect(page).toHaveURL(/\/create$/);
      await page.evaluate(() => localStorage.removeItem('storage_error'));
    }
  }
});

test('results without a fragrance say so and lead to the create screen', async ({ page }) => {
  await page.goto('/results');
  await expect(page).toHaveURL(/\/create$/);
  await expect(page.getByText('No fragrance profile found')).toBeVisible();
  await expect(page.getByText('Please record audio first to generate a fragrance profile.')).toBeVisible();
});

test('an unknown path is not found', async ({ page }) => {
  await page.goto('/no/such/place');
  await expect(page.getByRole('heading', { name: '404' })).toBeVisible();
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(recordButton(page)).toBeVisible();
});
