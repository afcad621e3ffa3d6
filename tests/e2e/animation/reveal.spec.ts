import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { shownEssence, sortNotes } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';
import { ACCENTS, begin } from '../support/steps/reveal.ts';

declare global {
  interface Window {
    /** Takes the colour of all words away. */
    unpainted: CSSStyleSheet;
    moves: number;
    /** The notes that had come whenever one more had, and the most parts that the drawing had. */
    came: string[][];
    parts: number;
  }
}

/** The notes that have come. */
const CONFIRMED_NOTES = '[aria-label="Notes found"] [data-note]';

test('each note flies in as its part of the ring, the accents last', { tag: '@slow' }, async ({ page }) => {
  await page.addInitScript((confirmed) => {
    window.moves = 0;
    const begin = document.startViewTransition.bind(document);
    document.startViewTransition = (update) => {
      window.moves++;
      return begin(update);
    };
    // Recorded in the page, at the moment: polling from outside may be too rare.
    window.came = [];
    window.parts = 0;
    new MutationObserver(() => {
      const now = [...document.querySelectorAll<HTMLElement>(`main ${confirmed}`)].map(
        ({ dataset }) => dataset['note']!,
      );
      if (now.length > (window.came.at(-1)?.length ?? 0)) window.came.push(now);
      window.parts = Math.max(window.parts, document.querySelectorAll('svg g[data-accent]').length);
    }).observe(document, { subtree: true, childList: true });
  }, CONFIRMED_NOTES);
  await begin(page);
  await expect(page).toHaveURL(/\/results$/);
  const came = await page.evaluate(() => window.came);
  const essence = await shownEssence(page);
  expect(sortNotes(essence)).toEqual(sortNotes(MELODY_NOTES));
  // One comes after the other and stays, in the order of the results. The seven seconds end by the clock, however much
  // a slow page has drawn by then: that each note has its time in them is proved on a clock that is turned
  // (choreography.test.ts).
  expect(came.length).toBeGreaterThan(0);
  const all = [...essence, ...ACCENTS];
  for (const now of came) expect(now).toEqual(all.slice(0, now.length));
  expect(await page.evaluate(() => window.parts)).toBe(came.at(-1)!.length);
  // From the create screen to here, and from here to the results; nothing fades in a second time.
  expect(await page.evaluate(() => window.moves)).toBe(2);
  await expect(page.locator('[data-shown="false"]')).toHaveCount(0);
});
