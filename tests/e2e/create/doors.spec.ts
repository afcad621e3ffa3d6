import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import { fragranceJson } from '../../../src/features/fragrance/domain/composition/exportNotes.ts';
import { midiFile } from '../../../src/features/instruments/audio/midi/file/midiWriter.ts';
import { aiff, wave } from '../../fixtures/containers.ts';
import { GENERATED } from '../../fixtures/make.ts';
import { melody, MELODY_NOTES } from '../../fixtures/melody.ts';
import { createButton, createFragrance, recordButton, shownEssence, sorted } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';

/** Every way in which a file or a link comes to the create screen leads to the same place, by its bytes alone. */

interface Brought {
  name: string;
  type: string;
  bytes: Uint8Array;
}

const RATE = 16_000;
const SUNG = { channels: [melody(RATE)], sampleRate: RATE };
const sound: Brought = { name: 'letter', type: 'video/mp4', bytes: readFileSync(join(GENERATED, 'melody.ogg')) };
const samples: Brought = { name: 'melody.aif', type: '', bytes: aiff(SUNG) };
const picture: Brought = { name: 'photo.wav', type: 'audio/wav', bytes: Buffer.from([0x89, 0x50, 0x4e, 0x47]) };
const song: Brought = {
  name: 'song.mp3',
  type: 'audio/mpeg',
  bytes: midiFile(120, [
    { name: 'Song', channel: 0, notes: [60, 64].map((midi, i) => ({ midi, onset: i, offset: i + 1, velocity: 0.9 })) },
  ]),
};

/** Files as they come with a drag or a paste. */
async function bring(page: Page, event: 'drop' | 'paste', files: readonly Brought[], text = ''): Promise<void> {
  await expect(recordButton(page).or(createButton(page))).toBeVisible();
  await page.evaluate(
    ([event, files, text]) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of files)
        transfer.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name, { type }));
      if (text !== '') transfer.setData('text', text);
      const init = { bubbles: true, cancelable: true };
      document
        .querySelector('main')!
        .dispatchEvent(
          event === 'drop'
            ? new DragEvent('drop', { ...init, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...init, clipboardData: transfer }),
        );
    },
    [
      event,
      files.map(({ name, type, bytes }) => ({ name, type, base64: Buffer.from(bytes).toString('base64') })),
      text,
    ] as const,
  );
}

/** A drop from the system's file manager: only the browser itself makes a file of a folder. */
async function dropFromDisk(page: Page, path: string): Promise<void> {
  await expect(recordButton(page).or(createButton(page))).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
  await session.detach();
}

/** The name of the fragrance; the heading above it is the same for all. */
const nameHeading = (page: Page) => page.getByRole('heading', { level: 2 }).first();

async function expectMelody(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('status').getByText(name)).toBeVisible();
  await createFragrance(page);
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
}

test('a dropped sound opens whatever its type says, the rest is named, and MIDI leads to its fragrance', async ({
  page,
}) => {
  await page.goto('/');
  await bring(page, 'drop', [picture]);
  const invalid = page.getByText('Invalid audio file. Please try a different file.');
  await expect(invalid).toBeVisible();
  await bring(page, 'drop', [picture, sound, samples]);
  await expect(page.getByText('One file at a time: letter was opened.')).toBeVisible();
  await expect(page.getByText('Left out: photo.wav and melody.aif.')).toBeVisible();
  await expectMelody(page, 'letter');
  await page.goto('/create');
  await bring(page, 'drop', [song]);
  await expect(page).toHaveURL('/results');
  expect(await shownEssence(page)).toEqual(['C4', 'E4']);
});

test('a dropped folder is called a folder, and a dropped fragrance opens', async ({ page }, info) => {
  const folder = info.outputPath('songs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'melody.wav'), wave(SUNG));
  await page.goto('/');
  await dropFromDisk(page, folder);
  await expect(page.getByText('Invalid audio file. Please try a different file.')).toBeVisible();
  await expect(page.getByText('songs is a folder, or was moved or deleted.')).toBeVisible();
  await expect(page).toHaveURL('/');

  const essence = ['D4', 'F#4', 'A4', 'B4'] as const;
  const fragrance = fragranceFromEssence({ essence: [...essence], source: 'spectral', now: new Date(0) });
  const exported = info.outputPath('a fragrance.txt');
  writeFileSync(exported, fragranceJson({ ...fragrance, name: 'Carried Along' }));
  await dropFromDisk(page, exported);
  await expect(page).toHaveURL('/results');
  await expect(nameHeading(page)).toHaveText('Carried Along');
  expect(await shownEssence(page)).toEqual(essence);
});

test('what is picked is opened by its bytes too: samples that the browser cannot read, and a fragrance', async ({
  page,
}) => {
  await page.goto('/');
  const pick = async ({ name, type, bytes }: Brought) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await (await chooser).setFiles({ name, mimeType: type, buffer: Buffer.from(bytes) });
  };
  await pick(song);
  await expect(page).toHaveURL('/results');
  expect(await shownEssence(page)).toEqual(['C4', 'E4']);
  await page.goto('/');
  await pick(samples);
  await expectMelody(page, 'melody.aif');
});

test('a file and a link can be pasted', async ({ page, context }) => {
  await context.route('http://sounds.test/song', (route) =>
    route.fulfill({ body: Buffer.from(wave(SUNG)), headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await page.goto('/');
  await bring(page, 'paste', [], 'http://sounds.test/song');
  await expect(page).toHaveURL('/scentwaves');
  await expect(page.getByLabel('Audio source URL')).toHaveValue('http://sounds.test/song');
  await expect(page.getByText('Analysis complete')).toBeVisible();
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL('/results');
  const name = await nameHeading(page).textContent();
  const essence = await shownEssence(page);
  // The same samples by another door.
  await page.goto('/');
  await bring(page, 'paste', [{ ...samples, bytes: wave(SUNG) }]);
  // The next screen is there before it is asked for.
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    );
  await expect.poll(fetched).toContain('/Processing-');
  await expect(page).not.toHaveURL('/processing');
  await expectMelody(page, 'melody.aif');
  expect(await shownEssence(page)).toEqual(essence);
  await expect(nameHeading(page)).toHaveText(name!);
});
