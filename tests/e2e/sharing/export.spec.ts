import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readMidi } from '#features/instruments/domain/midi/midiScore.ts';
import { hzOf, noteCodeOf, type NoteCode } from '#analysis/values/pitch.ts';
import { readPcm } from '#analysis/pcm/index.ts';
import { shownEssence } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { chooseMore } from '../support/results.ts';
import { fragrance, openResults, pngSize, storeMelody } from '../support/shareFlow.ts';

/** Chooses an entry of the menu and resolves with the file. */
async function saveFromMenu(page: Page, entry: string): Promise<{ name: string; bytes: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download'), chooseMore(page, entry)]);
  return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
}

/** Strength of a frequency in samples, as the share of a pure tone of that amplitude (Goertzel). */
function strength(samples: Float32Array, hz: number, sampleRate: number): number {
  let [re, im] = [0, 0];
  samples.forEach((sample, i) => {
    const angle = (2 * Math.PI * hz * i) / sampleRate;
    re += sample * Math.cos(angle);
    im += sample * Math.sin(angle);
  });
  return (2 * Math.hypot(re, im)) / samples.length;
}

test('a fragrance is exported as picture, MIDI, sound and profile', async ({ page, request }) => {
  const essence: NoteCode[] = ['A4', 'C#5', 'E3'];
  const profile = fragrance(await storeMelody(request), { name: 'Été à <Grasse>' }, essence);
  await openResults(page, profile);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  // Radix positions it: the property must not end in the box.
  await expect(page.getByRole('menu')).toHaveAttribute('data-align', 'end');
  await expect(page.getByRole('menuitem')).toHaveCount(5);
  await page.getByRole('menuitem', { name: 'Save as...' }).press('Enter');
  await expect(page.getByRole('menuitem')).toHaveCount(9);
  await expectAccessible(page);
  await page.keyboard.press('Escape');

  const picture = await saveFromMenu(page, 'Download picture');
  expect(picture.name).toBe('accord-ete-a-grasse.png');
  expect(pngSize(picture.bytes)).toEqual({ width: 1200, height: 630 });
  expect(picture.bytes.length).toBeLessThan(1024 * 1024);

  const midi = await saveFromMenu(page, 'Notes as MIDI');
  expect(midi.name).toBe('accord-ete-a-grasse.mid');
  // The essence, followed by the melody.
  expect(readMidi(midi.bytes).notes.map(({ midi: number }) => noteCodeOf(number))).toEqual([...essence, ...essence]);

  const wav = await saveFromMenu(page, 'Notes as sound');
  expect(wav.name).toBe('accord-ete-a-grasse.wav');
  const { channels, sampleRate } = readPcm(wav.bytes);
  essence.forEach((code, i) => {
    // Within each note its pitch is far stronger than the others.
    const inside = channels[0]!.subarray((i * 0.6 + 0.02) * sampleRate, (i * 0.6 + 0.3) * sampleRate);
    const [own, ...others] = [code, ...essence.filter((other) => other !== code)].map((note) =>
      strength(inside, hzOf(note), sampleRate),
    );
    expect(own!).toBeGreaterThan(0.02);
    for (const other of others) expect(own!).toBeGreaterThan(10 * other!);
  });
  expect(Math.max(...channels[0]!)).toBeLessThanOrEqual(0.3);

  const json = await saveFromMenu(page, 'Save a copy');
  expect(JSON.parse(json.bytes.toString())).toEqual(JSON.parse(JSON.stringify(profile)));

  // Import on another device, from the menu of another fragrance.
  await page.evaluate(
    (other) => localStorage.setItem('fragranceProfile', other),
    JSON.stringify(fragrance(undefined, {}, ['B2', 'D3', 'F#4', 'A5'])),
  );
  await page.reload();
  expect(await shownEssence(page)).toEqual(['B2', 'D3', 'F#4', 'A5']);
  const input = page.getByLabel('Fragrance file');
  await input.setInputFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: json.bytes.subarray(0, json.bytes.length / 2),
  });
  await expect(page.getByText('This file holds no fragrance.')).toBeVisible();
  await input.setInputFiles({ name: json.name, mimeType: 'application/json', buffer: json.bytes });
  await expect(page.getByRole('heading', { name: 'Été à <Grasse>' })).toBeVisible();
  expect(await shownEssence(page)).toEqual(essence);
});
