import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { midiFile } from '#features/instruments/audio/midi/file/midiWriter.ts';
import { MICROPHONE_WAV } from '#tests/fakeMedia.ts';
import { shownEssence } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { FRAGRANCE, openResults } from '../support/members.ts';
import { chooseMore } from '../support/results.ts';
import { sendFile } from '../support/steps/shareTarget.ts';
import { pressLink, visit } from '../support/steps/waits.ts';

/** Files and texts that another app, the system or another web site hands over. */

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
    'a shared sound opens on the create screen, also without a connection',
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

  test('a file sent by another web site replaces nothing', { tag: '@slow' }, async ({ page, context }) => {
    const foreignPage = (policy: string) => `<!doctype html><meta name="referrer" content="${policy}">`;
    await context.route('http://foreign.test/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: foreignPage(new URL(route.request().url()).pathname.slice(1)) }),
    );
    await visit(page, '/about');
    await openResults(page);
    const home = new URL(page.url()).origin;
    const theirs = Buffer.from(JSON.stringify({ ...FRAGRANCE, id: '1767323045001', name: 'Of A Stranger' }));

    // A site names itself: nothing is taken from it.
    await page.goto('http://foreign.test/origin');
    await sendFile(page, 'theirs.json', 'application/json', theirs, `${home}/share-target`);
    await expect(page).toHaveURL(`${home}/create`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate(async () => (await (await caches.open('accord-inbox')).keys()).length)).toBe(0);

    // A site without a referrer looks like a share sheet: the page asks the visitor.
    await page.goto('http://foreign.test/no-referrer');
    await sendFile(page, 'theirs.json', 'application/json', theirs, `${home}/share-target`);
    await page.getByRole('dialog', { name: 'Open Of A Stranger?' }).getByRole('button', { name: 'Keep mine' }).click();
    await expect(page).toHaveURL(`${home}/create`);
    await page.goto(`${home}/results`);
    await expect(page.getByRole('heading', { level: 2, name: FRAGRANCE.name })).toBeVisible();
  });
});
