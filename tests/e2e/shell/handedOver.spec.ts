import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { midiFile } from '#features/instruments/audio/midi/file/midiWriter.ts';
import { MICROPHONE_WAV } from '../../fakeMedia.ts';
import { shownEssence } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { sendFile } from '../support/steps/shareTarget.ts';
import { pressLink, visit } from '../support/steps/waits.ts';
import { chooseMore } from '../support/results.ts';

/** What another app, the system or another web site hands over. */

/** Opens a file as the system's "Open with" does. */
async function openWith(page: Page, name: string, type: string, bytes: Buffer): Promise<void> {
  await page.evaluate(
    ([name, type, base64]) => {
      const file = new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type });
      (window as unknown as { launch: (launch: object) => void }).launch({ files: [{ getFile: async () => file }] });
    },
    [name, type, bytes.toString('base64')] as const,
  );
}

test('the system opens MIDI files, fragrances and sounds with the app', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'launchQueue', {
      value: { setConsumer: (consumer: object) => Object.assign(window, { launch: consumer }) },
    });
  });
  await page.goto('/about');
  await expect.poll(() => page.evaluate(() => 'launch' in window)).toBe(true);
  const notes = [60, 64, 67, 72].map((midi, i) => ({ midi, onset: i, offset: i + 2 - 0.3 * i, velocity: 0.9 }));
  await openWith(page, 'a song.mid', 'audio/midi', Buffer.from(midiFile(120, [{ name: 'Song', channel: 0, notes }])));
  await expect(page).toHaveURL('/results');
  expect(await shownEssence(page)).toEqual(['C4', 'E4', 'G4', 'C5']);

  const [file] = await Promise.all([page.waitForEvent('download'), chooseMore(page, /Save a copy/)]);
  const json = JSON.parse(readFileSync(await file.path(), 'utf8')) as object;
  await pressLink(page, 'About');
  await openWith(
    page,
    'mine.json',
    'application/json',
    Buffer.from(JSON.stringify({ ...json, name: 'Carried Along' })),
  );
  // The fragrance of the song is saved nowhere.
  const question = page.getByRole('dialog', { name: 'Open Carried Along?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Open it' }).click();
  await expect(page).toHaveURL('/results');
  await expect(page.getByRole('heading', { name: 'Carried Along' })).toBeVisible();
  await page.getByRole('button', { name: /^Bring back / }).click();
  await expect(page.getByRole('button', { name: 'Bring back Carried Along' })).toBeVisible();

  await openWith(page, 'melody.wav', 'audio/wav', readFileSync(MICROPHONE_WAV));
  await expect(page).toHaveURL('/create');
  await expect(page.getByText('melody.wav')).toBeVisible();
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test(
    'a shared sound opens on the create screen, without a connection too',
    { tag: '@slow' },
    async ({ page, context }) => {
      await visit(page, '/about');
      await context.setOffline(true);
      await sendFile(page, 'melody.wav', 'audio/wav', readFileSync(MICROPHONE_WAV));
      await expect(page).toHaveURL('/create');
      await expect(page.getByText('melody.wav')).toBeVisible();
      await sendFile(page, '', '', Buffer.alloc(0));
      await expect(page).toHaveURL('/create');
      await expect(page.getByText('There was no file to open.')).toBeVisible();
    },
  );
});
