import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { GENERATED_FOLDER } from '#tests/fixtures/make.ts';
import {
  createButton,
  createFragrance,
  readLocal,
  record,
  recordButton,
  shownEssence,
  stopButton,
} from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { expectNoEmptySpace } from '../support/measures/emptySpace.ts';

test('a pending request for the microphone can be cancelled', { tag: '@slow' }, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => new Promise(() => undefined);
  });
  await page.goto('/');
  await recordButton(page).click();
  await expect(page.getByRole('button', { name: 'Waiting...' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(recordButton(page)).toBeFocused();
  await expect(stopButton(page)).toBeHidden();
});

test(
  'a file opened after a voice raises a question first, and an invalid one changes nothing',
  { tag: '@slow' },
  async ({ page }) => {
    await record(page, 2);
    const dropFile = (name: string, type: string, bytes: Buffer) =>
      page.evaluate(
        async ([name, type, base64]) => {
          const data = await (await fetch(`data:application/octet-stream;base64,${base64}`)).arrayBuffer();
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([data], name, { type }));
          for (const event of ['dragenter', 'dragover', 'drop'])
            window.dispatchEvent(new DragEvent(event, { dataTransfer, bubbles: true, cancelable: true }));
        },
        [name, type, bytes.toString('base64')] as const,
      );
    await dropFile('text.mp3', 'audio/mpeg', Buffer.from('no sound at all'));
    await expect(page.getByText('Invalid audio file. Please try a different file.')).toBeVisible();
    await expect(page.getByText(/^\d seconds? of you\.$/)).toBeVisible();
    await dropFile('melody.mp3', 'audio/mpeg', readFileSync(join(GENERATED_FOLDER, 'melody.mp3')));
    await expect(page.getByText(/Replace your recording of \d seconds? with melody\.mp3\?/)).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Replace' }).click();
    await expect(page.getByText('melody.mp3, 6 seconds.')).toBeVisible();
    await expect(createButton(page)).toBeFocused();
  },
);

test('a refused microphone shows a message with a way out', { tag: '@slow' }, async ({ page }) => {
  await page.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    let refused = false;
    navigator.mediaDevices.getUserMedia = (constraints) => {
      if (refused) return real(constraints);
      refused = true;
      return Promise.reject(new DOMException('refused', 'NotAllowedError'));
    };
  });
  await page.goto('/');
  await recordButton(page).click();
  await expect(page.getByText('Microphone Access Blocked', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeInViewport({ ratio: 0.99 });
  await expectAccessible(page);
  await expectNoEmptySpace(page);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(stopButton(page)).toBeVisible();
});

/** Seconds of the recording that this device keeps, while it goes on. */
const keptSeconds = async (page: Page): Promise<number> =>
  (await readLocal<{ seconds: number }[]>(page, 'accord:drafts'))?.at(-1)?.seconds ?? 0;

test('a reload in the middle of a recording keeps it', { tag: '@slow' }, async ({ page, context }) => {
  await page.goto('/');
  await recordButton(page).click();
  await expect.poll(() => keptSeconds(page)).toBeGreaterThanOrEqual(3);
  // Another tab does not offer a recording that still runs here.
  const other = await context.newPage();
  await other.goto('/');
  await expect(recordButton(other)).toBeVisible();
  await expect
    .poll(() =>
      other.evaluate(async () =>
        (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith('accord-draft:')),
      ),
    )
    .toBe(true);
  await expect(other.getByText(/We kept your recording/)).toBeHidden();
  await other.close();

  await page.reload();
  await expect(page.getByText(/We kept your recording of \d+ seconds?\./)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use it' }).focus();
  await page.keyboard.press('Enter');
  await expect(createButton(page)).toBeVisible();
  await expect(createButton(page)).toBeFocused();
  await expectNoEmptySpace(page);
  await createFragrance(page);
  expect((await shownEssence(page)).length).toBeGreaterThanOrEqual(3);

  // It is a fragrance now: the create screen begins afresh.
  await page.getByRole('link', { name: 'Create', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Create Your Fragrance' })).toBeVisible();
  await expect(recordButton(page)).toBeVisible();
  await expect(page.getByText(/We kept your/)).toBeHidden();
});
