import type { Page } from '@playwright/test';
import { openingAndRest } from '#screens/results/words.ts';
import { expect, test } from '../support/fixture.ts';
import { fragrance, openResults, share, storeMelody } from '../support/shareFlow.ts';

/** A fragrance on paper. */

/** Points, rounded down. */
const A4_POINTS = ['594', '841'];
const A5_POINTS = ['420', '594'];

/** The pages that are printed. */
async function expectPaper(page: Page, size: readonly string[]): Promise<void> {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g), 'pages').toHaveLength(1);
  expect(pdf.match(/\/MediaBox \[0 0 (\d+)[\d.]* (\d+)/)?.slice(1)).toEqual(size);
}

/** Checks the print on a page of A4, at the size of its frame (182 x 269 mm). */
async function expectOnePage(page: Page, notes: readonly string[]): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  await page.setViewportSize({ width: 688, height: 1017 });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('link')).toHaveCount(0);
  // All of it is there.
  for (const note of notes) await expect.poll(() => page.locator('main').innerText()).toContain(note);
  // Notes are pressed on the screen; on paper they are words.
  const pressed = await page
    .getByRole('button')
    .evaluateAll((all) => all.filter((b) => b.checkVisibility()).map((b) => b.textContent));
  for (const words of ['?', 'Share', 'Play', 'Save', 'More', 'Copy'])
    expect(
      pressed.filter((text) => text.includes(words)),
      words,
    ).toEqual([]);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  await expectPaper(page, A4_POINTS);
}

test(
  'a fragrance and its share print on one page of A4, without their controls',
  { tag: '@slow' },
  async ({ page, request, browser }) => {
    const own = fragrance(await storeMelody(request), { name: 'Rose at Dawn' });
    await openResults(page, own);
    const notes = [own.name, ...own.musicEssence, ...own.topNotes, ...own.middleNotes, ...own.baseNotes];
    const link = await share(page);
    await expect(page.getByText(openingAndRest(own.description)[0])).toBeVisible();
    await expectOnePage(page, notes);
    const visitor = await browser.newPage();
    await visitor.goto(link);
    await expect(visitor.getByRole('heading', { name: own.name })).toBeVisible();
    await expectOnePage(visitor, notes);
    await visitor.close();
  },
);

test(
  'the recipe prints alone on one page of A5, with flower, name, places and drops',
  { tag: '@slow' },
  async ({ page, request }) => {
    const own = fragrance(await storeMelody(request), { name: 'Rose at Dawn' });
    await openResults(page, own);
    // The print dialog of the system blocks the page: check the page in print media instead.
    await page.evaluate(() => {
      window.print = () => undefined;
    });
    await page.locator('summary', { hasText: 'The recipe' }).click();
    await page.getByRole('button', { name: 'Print recipe' }).click();
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    await expect(page.getByRole('heading', { name: own.name })).toBeHidden();
    await expect(page.getByText('TOP NOTES')).toBeHidden();
    const recipe = page.getByRole('region', { name: 'SMELL IT TONIGHT' });
    await expect(recipe.getByText(own.name)).toBeVisible();
    await expect(recipe.locator('svg').first()).toBeVisible();
    await expect(recipe.getByRole('list', { name: 'Where to smell them' })).toBeVisible();
    await expect(recipe.getByRole('list', { name: 'Recipe' })).toBeVisible();
    await expect(recipe.getByRole('button', { name: 'Print recipe' })).toBeHidden();
    await expectPaper(page, A5_POINTS);
    // Afterwards the whole page prints as before.
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(page.getByText('TOP NOTES')).toBeVisible();
  },
);
