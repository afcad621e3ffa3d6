import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fragrance } from '../../../src/domain/fragrance/model.ts';
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
import { logIn, newMember, stranger } from '../support/members.ts';

/** The accents of the melody, whatever it was compressed with. */
const MELODY_ACCENTS: readonly string[] = ['G5'];
const accents = async (page: Page): Promise<string[]> =>
  ((await local<Pick<Fragrance, 'accents'>>(page, 'fragranceProfile'))?.accents ?? []).map(({ note }) => note);

const fixture = (name: string): Buffer => readFileSync(join(GENERATED, name));

test('a sung melody becomes a fragrance of exactly its notes, and the recording is stored byte for byte', async ({
  page,
  request,
}) => {
  await record(page, 6);
  await createButton(page).click();
  await expect(page).toHaveURL(/\/processing$/, { timeout: 20_000 });
  await expect(page.getByText('liquefying...')).toBeVisible();
  await expect(page).toHaveURL(/\/results$/, { timeout: 20_000 });
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
  // The policy that the page is served with lets the engine compile its kernels.
  const engine = page.workers().find((worker) => worker.url().includes('analysis.worker'))!;
  const marks = await engine.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
  expect(marks).toContain('kernels: webassembly');

  const kept = await keptRecording(page);
  const profile = (await local<{ audioData: string; source: string }>(page, 'fragranceProfile'))!;
  expect(profile.source).toBe('spectral');
  const stored = await request.get(profile.audioData);
  expect(stored.ok()).toBe(true);
  expect(kept.length).toBeGreaterThan(10_000);
  expect((await stored.body()).equals(kept)).toBe(true);
  expect(await local(page, 'persist:root')).toEqual({ audioInfo: JSON.stringify({ link: profile.audioData }) });

  // The fragrance is there again after a reload.
  await page.reload();
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
});

test('the whole way is open to the keyboard, and axe finds nothing on it', async ({ page }) => {
  // Notes that fade in while they are sung have no contrast of their own for a moment; without motion they are just there.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await expectAccessible(page);
  await recordButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(stopButton(page)).toBeFocused();
  await expectAccessible(page);
  await recordedFor(page, 5);
  await page.keyboard.press('Enter');
  await expect(createButton(page)).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/processing$/);
  await expectAccessible(page);
  await expect(page).toHaveURL(/\/results$/, { timeout: 15_000 });
  await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
  await expectAccessible(page);
});

for (const [name, type] of [
  ['melody.wav', 'audio/wav'],
  ['melody.mp3', 'audio/mpeg'],
  ['melody.ogg', 'audio/ogg'],
] as const) {
  test(`a dropped ${name} gives exactly the notes of the melody and is stored byte for byte`, async ({
    page,
    request,
  }) => {
    await page.goto('/');
    await drop(page, name, type, fixture(name));
    await createFragrance(page);
    expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
    const { audioData } = (await local<{ audioData: string }>(page, 'fragranceProfile'))!;
    expect(await accents(page)).toEqual(MELODY_ACCENTS);
    expect((await (await request.get(audioData)).body()).equals(fixture(name))).toBe(true);
  });
}

for (const type of ['audio/webm', 'audio/mp4']) {
  test(`a dropped ${type} gives exactly the notes of the melody`, async ({ page }) => {
    await page.goto('/');
    // Only a browser writes these here: it records the melody as it plays.
    const base64 = await page.evaluate(
      async ([type, wav]) => {
        const bytes = await (await fetch(`data:audio/wav;base64,${wav}`)).arrayBuffer();
        const context = new AudioContext();
        const source = context.createBufferSource();
        source.buffer = await context.decodeAudioData(bytes);
        const destination = context.createMediaStreamDestination();
        source.connect(destination);
        const recorder = new MediaRecorder(destination.stream, { mimeType: type });
        const chunks: Blob[] = [];
        recorder.addEventListener('dataavailable', (event) => chunks.push(event.data));
        const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve));
        recorder.start();
        source.start();
        source.addEventListener('ended', () => recorder.stop());
        await ended;
        await context.close();
        const reader = new FileReader();
        const read = new Promise((resolve) => reader.addEventListener('load', resolve));
        reader.readAsDataURL(new Blob(chunks));
        await read;
        return String(reader.result).split(',')[1]!;
      },
      [type, fixture('melody.wav').toString('base64')] as const,
    );
    await drop(page, `melody.${type.slice(6)}`, type, Buffer.from(base64, 'base64'));
    await createFragrance(page);
    expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
    expect(await accents(page)).toEqual(MELODY_ACCENTS);
  });
}

test('a main thread that hangs for 300 ms at a time costs the recording nothing', async ({ page }) => {
  await page.goto('/');
  await recordButton(page).click();
  await expect(stopButton(page)).toBeVisible();
  await page.evaluate(async () => {
    for (let i = 0; i < 10; i++) {
      const until = performance.now() + 300;
      while (performance.now() < until);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
  await recordedFor(page, 7);
  await stopButton(page).click();
  await createFragrance(page);
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
});

test('the create screen keeps its words and their timing', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Create Your Fragrance' })).toBeVisible();
  await expect(page.getByText('Record your voice or upload an audio file')).toBeVisible();
  await expect(
    page.getByText('Press Record to capture your sound. Hold at least 5 seconds for best results.'),
  ).toBeVisible({ timeout: 6000 });
  await expect(page.getByText('Record your voice or upload an audio file')).toBeHidden();
  await expect(page.getByText('Video AI Coming Soon!')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload File' })).toBeHidden();
  expect(
    await page
      .getByRole('figure')
      .locator('canvas')
      .first()
      .evaluate((canvas) => canvas.getBoundingClientRect().height),
  ).toBe(150);
});

test('the upload button is there for those on the list', async ({ page, request }, { retry }) => {
  const email = ['ada@example.com', 'grace@example.com', 'hedy@example.com'][retry]!;
  await logIn(page, await newMember(request, { ...stranger(), email }));
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload File' }).click();
  await (await chooser).setFiles(join(GENERATED, 'melody.wav'));
  await createFragrance(page);
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
});

test('a note sounds when it is tapped, and play-all says what it does', async ({ page }) => {
  await page.goto('/');
  await drop(page, 'melody.wav', 'audio/wav', fixture('melody.wav'));
  await createFragrance(page);
  const chip = page
    .locator('section', { has: page.getByRole('heading', { name: /MUSIC ESSENCE/ }) })
    .locator('[data-note]')
    .first();
  await chip.click();
  await expect(chip).toHaveAttribute('data-lit', 'true');
  await expect(chip).toHaveAttribute('data-lit', 'false', { timeout: 2500 });
  await page.getByRole('button', { name: 'Play all notes' }).click();
  await expect(page.getByRole('button', { name: 'Playing...' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play all notes' })).toBeVisible({ timeout: 8000 });
});
