import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { readMidi } from '../../../src/features/instruments/domain/midi/midiScore.ts';
import { midiName } from '../../../src/core/pitch/pitch.ts';
import { analyze } from '../../../workers/analysis/index.ts';
import { local, shownEssence } from '../../e2e/support/createFlow.ts';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { idOf, rowsOf, share } from '../../e2e/support/shareFlow.ts';
import { heardNotes, listenAnew, listenFor, peakOfLast } from '../../e2e/support/speakers.ts';
import { open } from '../../e2e/support/steps/keyboard.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts has that policy.
test.use({ bypassCSP: true });

const button = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your take' }).getByRole('button', { name, exact: true });
const says = (page: Page, words: string) => page.getByText(words, { exact: true });

/** Holds a key of the computer for so many seconds of sound. */
async function play(page: Page, code: string, seconds: number): Promise<void> {
  await page.keyboard.down(code);
  await listenFor(page, seconds);
  await page.keyboard.up(code);
  await listenFor(page, 0.1);
}

/** The notes of the MIDI file that the page saves. */
async function midiNotes(page: Page): Promise<{ midi: number; duration: number }[]> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Export MIDI').click()]);
  expect(file.suggestedFilename()).toBe('accord-keyboard.mid');
  const { notes } = readMidi(readFileSync(await file.path()));
  return notes.map(({ midi, onset, offset }) => ({ midi, duration: offset - onset }));
}

/** The samples of a mono, 16-bit WAVE file. */
function samplesOf(file: Buffer): Float32Array {
  const pcm = file.subarray(44);
  return Float32Array.from({ length: pcm.length / 2 }, (_, i) => pcm.readInt16LE(2 * i) / 0x8000);
}

test('what is played is recorded in layers, survives a reload, is heard again, saved as MIDI and WAV, and shared', async ({
  page,
  request,
}) => {
  await open(page);
  // Again until it is heard: the tap comes a moment after the sound that it listens to.
  await expect
    .poll(async () => {
      await page.keyboard.press('KeyK');
      return peakOfLast(page, 0.5);
    })
    .toBeGreaterThan(0.01);
  await button(page, 'Record').click();
  for (const [code, held] of [
    ['KeyG', 0.9],
    ['KeyA', 0.25],
    ['KeyD', 0.5],
  ] as const)
    await play(page, code, held);
  await button(page, 'Stop').click();
  await expect(says(page, '3 notes')).toBeVisible();

  await test.step('saved as MIDI and as a sound', async () => {
    expect((await midiNotes(page)).map(({ midi }) => midi)).toEqual([67, 60, 64]);
    const [wav] = await Promise.all([page.waitForEvent('download'), button(page, 'Export WAV').click()]);
    expect(wav.suggestedFilename()).toBe('accord-keyboard.wav');
    const { notes } = analyze(samplesOf(readFileSync(await wav.path())), 44_100);
    expect(notes.map(({ midi: number }) => midiName(number))).toEqual(expect.arrayContaining(['G4', 'C4', 'E4']));
  });

  await test.step('a second layer, on the beat of a metronome, under a reload', async () => {
    for (let i = 0; i < 15; i++) await button(page, 'Faster').click();
    await expect(says(page, '180 BPM')).toBeVisible();
    await button(page, 'Metronome').click();
    await button(page, 'Count-in').click();
    await button(page, '1/16').click();
    await expectAccessible(page);
    await listenAnew(page);
    await button(page, 'Add a layer').click();
    await expect(page.getByText(/^Count-in: [1-4]$/)).toBeVisible();
    await expect(says(page, '0 notes')).toBeVisible();
    // After the first layer, so that each note of both can be told in what is shared.
    await listenFor(page, 2.4);
    expect((await heardNotes(page)).length, 'the clicks, and then the layer').toBeGreaterThan(2);
    await play(page, 'KeyK', 0.3);
    await expect(says(page, '1 note')).toBeVisible();
    await page.reload();
    await expect(says(page, '2 layers, 4 notes')).toBeVisible();
    await expect(button(page, '1/16')).toHaveAttribute('aria-pressed', 'true');
    await expect(button(page, 'Metronome')).toHaveAttribute('aria-pressed', 'true');
    await button(page, 'New take').click();
    await expect(button(page, 'Record')).toBeVisible();
    await button(page, 'Undo').click();
    await expect(says(page, '2 layers, 4 notes')).toBeVisible();
  });

  await test.step('played back', async () => {
    await button(page, 'Play take').click();
    await expect.poll(() => peakOfLast(page, 0.5)).toBeGreaterThan(0.05);
    await expect(button(page, 'Play take'), 'it ends by itself').toBeVisible();
  });

  // As they were held: on a busy machine a key may be let go of late.
  const longest = (await midiNotes(page)).reduce((one, other) => (other.duration > one.duration ? other : one));
  await button(page, 'Create Fragrance').click();
  await expect(page).toHaveURL(/\/results$/);
  // The longest note first.
  expect((await shownEssence(page))[0]).toBe(midiName(longest.midi));
  const profile = (await local<{ source: string; trace: { duration: number } }>(page, 'fragranceProfile'))!;
  expect(profile.source).toBe('keys');
  const link = await share(page);
  const [row] = await rowsOf<{ audio_url: string }>(
    request,
    'fragrance_shares',
    `share_id=eq.${idOf(link)}&select=audio_url`,
  );
  const sound = await (await request.get(row!.audio_url)).body();
  // What was played, with 1.2 s in which it dies away; its notes alone would have a shorter end.
  expect((sound.length - 44) / 2 / 22_050).toBeCloseTo(profile.trace.duration + 1.2, 1);
  const { notes } = analyze(samplesOf(sound), 22_050);
  expect(notes.map(({ midi: number }) => midiName(number))).toEqual(expect.arrayContaining(['G4', 'C4', 'E4', 'C5']));
});
