import { demoNotes } from '#features/create/domain/scentwaves.ts';
import { readLocal, shownEssence } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { heardNames, clearOutput, recordOutput, peakOfLast, tapSpeakers } from '../support/speakers.ts';
import { chosenNotes, open, shownNotes } from '../support/steps/scentwaves.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts
// has that policy.
test.use({ bypassCSP: true });

test('a platform link becomes a labelled demo, the same each time', { tag: '@slow' }, async ({ page }) => {
  await tapSpeakers(page);
  await open(page);
  await page.getByRole('button', { name: 'Vimeo' }).click();
  const address = await page.getByLabel('Audio source URL').inputValue();
  await expect(page.getByRole('button', { name: 'Analyzing...' })).toBeVisible();
  const notes = demoNotes(address, 'vimeo');
  await expect(page.getByText('Analysis complete')).toBeVisible();
  await expect(page.getByText(`Detected ${notes.length} musical notes`)).toBeVisible();
  await expect(page.getByText('Demo: these notes come from the link, not from the sound')).toBeVisible();
  expect(await shownNotes(page)).toEqual(notes);
  // One press is enough to play it.
  await expect.poll(() => peakOfLast(page, 0.3)).toBeGreaterThan(0.05);
  await expectAccessible(page);

  // Three notes of the middle register stay, so that the loop is short enough for a test.
  const kept = notes.slice(1, 4);
  for (const note of notes)
    if (!kept.includes(note))
      await page
        .locator('section ul')
        .getByRole('button', { name: new RegExp(`${note} `) })
        .click();
  expect(await chosenNotes(page)).toEqual(kept);
  // The tap on the speakers comes with the first sound of a page, and may miss its beginning.
  await page.getByRole('button', { name: 'Play Loop' }).click();
  await expect.poll(() => peakOfLast(page, 0.3)).toBeGreaterThan(0.05);
  await page.getByRole('button', { name: 'Stop Loop' }).click();
  await expect.poll(() => peakOfLast(page, 0.3)).toBeLessThan(0.001);
  await clearOutput(page);
  await page.getByRole('button', { name: 'Play Loop' }).click();
  await expect.poll(() => peakOfLast(page, 0.3)).toBeGreaterThan(0.05);
  await expect(page.locator('[data-sounding]')).toHaveCount(1);
  await recordOutput(page, 4);
  await page.getByRole('button', { name: 'Stop Loop' }).click();
  const heard = await heardNames(page);
  expect(heard.length).toBeGreaterThanOrEqual(5);
  expect(heard).toEqual(heard.map((_, i) => kept[i % 3]));

  // The second time the answer is the same.
  await page.getByRole('button', { name: 'Analyze' }).click();
  await expect(page.getByText('Demo: these notes', { exact: false })).toBeVisible();
  expect(await shownNotes(page)).toEqual(notes);
  await page.getByRole('button', { name: 'Create Fragrance' }).click();
  await expect(page).toHaveURL(/\/results$/);
  expect(await shownEssence(page)).toEqual(notes);
  expect(await readLocal(page, 'fragranceProfile')).toMatchObject({ source: 'demo' });
});
