import { characterOf } from '../../../src/features/fragrance/domain/timbre/character.ts';
import { proportionsOf } from '../../../src/features/fragrance/domain/timbre/proportions.ts';
import type { Fragrance } from '../../../src/features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '../../../src/core/pitch/pitch.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { fragrance, openResults } from '../support/shareFlow.ts';

/** The results page itself: how long it is, what stands on it, and that it holds still. */

const PHONE = { width: 390, height: 844 };
const ESSENCE: NoteCode[] = ['A4', 'C5', 'E5', 'D4', 'G4', 'F4'];

/** What a sung recording of some seconds gives: notes in three tiers, accents, a character, proportions, and where it all was heard. */
function sung(changes: Partial<Fragrance> = {}, essence = ESSENCE): Fragrance {
  const notes = Array.from({ length: 14 }, (_, i) => ({
    note: essence[(i * 5) % essence.length]!,
    onset: i * 0.7,
    offset: i * 0.7 + 0.3 + (i % 3) / 10,
    velocity: 0.5 + (i % 4) / 10,
    cents: (i % 5) * 7 - 14,
  }));
  const peaks = Array.from({ length: 240 }, (_, i) => 0.4 + 0.35 * Math.abs(Math.sin(i / 5)));
  return {
    ...fragrance(undefined, {}, essence),
    trace: { duration: 10, peaks, notes },
    accents: [
      { note: 'E6', of: 'A4', partial: 3, level: -6 },
      { note: 'G6', of: 'C5', partial: 3, level: -8.4 },
    ],
    character: characterOf({
      centroid: 1200,
      brightness: 2.4,
      warmth: 0.3,
      flatness: 0.05,
      harmonicity: 28,
      roughness: 0.04,
      attack: 0.012,
      vibrato: { rate: 6, depth: 80 },
      wander: 3,
    }),
    proportions: proportionsOf(essence, notes),
    ...changes,
  };
}

test('on a phone the page of a sung recording is at most 2,200 px long, and everything is on it', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openResults(page, sung());
  await expect(page.getByRole('button', { name: 'More' })).toBeVisible();
  for (const title of ['MUSIC ESSENCE', 'Why these notes?', 'TOP NOTES', 'MIDDLE NOTES', 'BASE NOTES'])
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2200);
  await expectAccessible(page);

  // What is folded opens with the keyboard, and can be heard.
  await page.getByRole('button', { name: /^ACCENTS/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The second overtone of your A4 rings at E6')).toBeVisible();
  await page.getByRole('button', { name: 'Play only the accents' }).click();
  await expect(page.getByRole('button', { name: 'Playing...', exact: true })).toBeVisible();
  await page.getByRole('button', { name: /^PROPORTIONS/ }).click();
  await expect(page.getByLabel('Parts of 100').getByRole('button')).toHaveCount(ESSENCE.length);
  await page.getByRole('button', { name: /^CHARACTER/ }).click();
  await expect(page.getByText(/^Your sound is /)).toBeVisible();
  await expectAccessible(page);
});
