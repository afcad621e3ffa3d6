import { aiff, wave } from '../../fixtures/containers.ts';
import { melody, MELODY_NOTES } from '../../fixtures/melody.ts';
import { createFragrance, local, recordButton, shownEssence, sorted } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';

/** Every way in which a file or a link comes to the create screen leads to the same place, by its bytes alone. */

const RATE = 16_000;
const SUNG = { channels: [melody(RATE)], sampleRate: RATE };

test('a picked file of samples that the browser cannot read becomes its fragrance', async ({ page }) => {
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).click();
  await (await chooser).setFiles({ name: 'melody.aif', mimeType: '', buffer: Buffer.from(aiff(SUNG)) });
  await expect(page.getByRole('status').getByText('melody.aif')).toBeVisible();
  await createFragrance(page);
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
});

test('a pasted link is fetched, heard, grouped by family, and becomes a fragrance', async ({ page, context }) => {
  await context.route('http://sounds.test/song', (route) =>
    route.fulfill({ body: Buffer.from(wave(SUNG)), headers: { 'Access-Control-Allow-Origin': '*' } }),
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
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
  expect(await local(page, 'fragranceProfile')).toMatchObject({
    source: 'link',
    trace: { duration: expect.closeTo(6, 1) },
  });
});
