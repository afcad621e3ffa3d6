import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GENERATED } from '../../fixtures/make.ts';
import { createButton, record, recordButton, stopButton } from '../../e2e/support/createFlow.ts';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';

test('a question for the microphone can be taken back', async ({ page }) => {
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

test('a file that comes upon a voice asks first, and a wrong one changes nothing', async ({ page }) => {
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
  await dropFile('melody.mp3', 'audio/mpeg', readFileSync(join(GENERATED, 'melody.mp3')));
  await expect(page.getByText(/Replace your recording of 0:0\d with melody\.mp3\?/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('melody.mp3, 6 seconds.')).toBeVisible();
  await expect(createButton(page)).toBeFocused();
});
