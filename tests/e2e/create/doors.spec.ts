import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { fragranceFromEssence } from '../../../src/features/fragrance/domain/composition/fragrance.ts';
import { fragranceJson } from '../../../src/features/fragrance/domain/composition/exportNotes.ts';
import { aiff, wave } from '../../fixtures/containers.ts';
import { melody, MELODY_NOTES } from '../../fixtures/melody.ts';
import { createFragrance, local, recordButton, shownEssence, sorted } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';

/** Every way in which a file or a link comes to the create screen leads to the same place, by its bytes alone. */

interface Brought {
  name: string;
  type: string;
  bytes: Uint8Array;
}

const RATE = 16_000;
const SUNG = { channels: [melody(RATE)], sampleRate: RATE };
const samples: Brought = { name: 'melody.aif', type: '', bytes: aiff(SUNG) };

async function paste(page: Page, file: Brought | null, text = ''): Promise<void> {
  await expect(recordButton(page)).toBeVisible();
  await page.evaluate(
    ([file, text]) => {
      const clipboardData = new DataTransfer();
      if (file !== null) {
        const bytes = Uint8Array.from(atob(file.base64), (c) => c.charCodeAt(0));
        clipboardData.items.add(new File([bytes], file.name, { type: file.type }));
      }
      if (text !== '') clipboardData.setData('text', text);
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
      document.querySelector('main')!.dispatchEvent(event);
    },
    [file && { name: file.name, type: file.type, base64: Buffer.from(file.bytes).toString('base64') }, text] as const,
  );
}

/** A drop from the system's file manager: only the browser itself makes a file of a folder. */
async function dropFromDisk(page: Page, path: string): Promise<void> {
  await expect(recordButton(page)).toBeVisible();
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

test('a picked file of samples that the browser cannot read becomes its fragrance', async ({ page }) => {
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: samples.name, mimeType: '', buffer: Buffer.from(samples.bytes) });
  await expectMelody(page, samples.name);
});

test('a pasted link is fetched, heard, grouped by family, and becomes a fragrance', async ({ page, context }) => {
  await context.route('http://sounds.test/song', (route) =>
    route.fulfill({ body: Buffer.from(wave(SUNG)), headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await page.goto('/');
  await paste(page, null, 'http://sounds.test/song');
  await expect(page).toHaveURL('/scentwaves');
  await expect(page.getByLabel('Audio source URL')).toHaveValue('http://sounds.test/song');
  await expect(page.getByText('Analysis complete')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Spices & Deep Florals' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL('/results');
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
  expect(await local(page, 'fragranceProfile')).toMatchObject({
    source: 'link',
    trace: { duration: expect.closeTo(6, 1) },
  });
});

test('a pasted file becomes its fragrance', async ({ page }) => {
  await page.goto('/');
  await paste(page, samples);
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    );
  await expect.poll(fetched).toContain('/Processing-');
  await expect(page).not.toHaveURL('/processing');
  await expectMelody(page, samples.name);
});
