import type { Page } from '@playwright/test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fragranceJson } from '#features/fragrance/domain/composition/exportNotes.ts';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { aiff, wave } from '#tests/fixtures/containers.ts';
import { melody, MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { createFragrance, readLocal, recordButton, shownEssence, sortNotes } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';

/** Every way in which a file or a link comes to the create screen leads to the same place, by its bytes alone. */

const SAMPLE_RATE = 16_000;
const SUNG_SOUND = { channels: [melody(SAMPLE_RATE)], sampleRate: SAMPLE_RATE };

test('a picked file of samples that the browser cannot read becomes its fragrance', async ({ page }) => {
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'melody.aif', mimeType: '', buffer: Buffer.from(aiff(SUNG_SOUND)) });
  await expect(page.getByRole('status').getByText('melody.aif')).toBeVisible();
  await createFragrance(page);
  expect(sortNotes(await shownEssence(page))).toEqual(sortNotes(MELODY_NOTES));
});

test('a pasted link is fetched, analysed, grouped by family, and becomes a fragrance', async ({ page, context }) => {
  await context.route('http://sounds.test/song', (route) =>
    route.fulfill({ body: Buffer.from(wave(SUNG_SOUND)), headers: { 'Access-Control-Allow-Origin': '*' } }),
  );
  await page.goto('/');
  await expect(recordButton(page)).toBeVisible();
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'http://sounds.test/song');
    document
      .querySelector('main')!
      .dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }));
  });
  await expect(page).toHaveURL('/scentwaves');
  await expect(page.getByLabel('Audio source URL')).toHaveValue('http://sounds.test/song');
  await expect(page.getByText('Analysis complete')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Spices & Deep Florals' })).toBeVisible();
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL('/results');
  expect(sortNotes(await shownEssence(page))).toEqual(sortNotes(MELODY_NOTES));
  expect(await readLocal(page, 'fragranceProfile')).toMatchObject({
    source: 'link',
    trace: { duration: expect.closeTo(6, 1) },
  });
});

/** Pastes a file into the page. */
async function paste(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  await expect(recordButton(page)).toBeVisible();
  await page.evaluate(
    ([name, base64]) => {
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], name));
      const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
      document.querySelector('main')!.dispatchEvent(event);
    },
    [name, Buffer.from(bytes).toString('base64')] as const,
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

test(
  'a dropped folder is reported as a folder, and a dropped fragrance opens',
  { tag: '@slow' },
  async ({ page }, info) => {
    const folder = info.outputPath('songs');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'melody.wav'), wave(SUNG_SOUND));
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
  },
);

test('a pasted file becomes its fragrance', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/');
  await paste(page, 'melody.aif', aiff(SUNG_SOUND));
  const fetchedPaths = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join('\n'),
    );
  await expect.poll(fetchedPaths).toContain('/Results-');
  await expect(page).not.toHaveURL('/processing');
  await expect(page.getByRole('status').getByText('melody.aif')).toBeVisible();
  await createFragrance(page);
  expect(sortNotes(await shownEssence(page))).toEqual(sortNotes(MELODY_NOTES));
});
