import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { heardNotes, clearOutput, recordOutput, peakOfLast } from '../support/speakers.ts';
import { open } from '../support/steps/keyboard.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts
// has that policy.
test.use({ bypassCSP: true });

const button = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your take' }).getByRole('button', { name, exact: true });
const shows = (page: Page, words: string) => page.getByText(words, { exact: true });

/** Holds a key of the computer for so many seconds of sound. */
async function play(page: Page, code: string, seconds: number): Promise<void> {
  await page.keyboard.down(code);
  await recordOutput(page, seconds);
  await page.keyboard.up(code);
  await recordOutput(page, 0.1);
}

test('a take is recorded on the beat of a metronome and survives a reload', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  // Press again until the tap gets the sound: it starts a moment after it.
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
  await expect(shows(page, '3 notes')).toBeVisible();

  await test.step('record another one in its place, on the beat of a metronome, through a reload', async () => {
    await button(page, 'Tempo, quantize, export').click();
    await page.getByRole('spinbutton', { name: 'Tempo' }).fill('180');
    await button(page, 'Metronome').click();
    await button(page, 'Count-in').click();
    await button(page, '1/16').click();
    await expectAccessible(page);
    await clearOutput(page);
    await button(page, 'Record again').click();
    await expect(page.getByText(/^Count-in: [1-4]$/)).toBeVisible();
    await expect(shows(page, '0 notes')).toBeVisible();
    await recordOutput(page, 1);
    expect((await heardNotes(page)).length, 'the clicks').toBeGreaterThan(2);
    await play(page, 'KeyK', 0.3);
    await expect(shows(page, '1 note')).toBeVisible();
    await page.reload();
    await expect(shows(page, '1 note')).toBeVisible();
    await button(page, 'Tempo, quantize, export').click();
    await expect(button(page, '1/16')).toHaveAttribute('aria-pressed', 'true');
    await expect(button(page, 'Metronome')).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('play it back', async () => {
    await button(page, 'Play take').click();
    await expect.poll(() => peakOfLast(page, 0.5)).toBeGreaterThan(0.05);
    await expect(button(page, 'Play take'), 'it ends by itself').toBeVisible();
  });
});
