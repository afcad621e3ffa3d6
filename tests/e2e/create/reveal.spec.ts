import type { Page } from '@playwright/test';
import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { limitOf } from '#tests/withTimeout.ts';
import { expect, test } from '../support/fixture.ts';
import { ACCENTS, begin } from '../support/steps/reveal.ts';

/** The different numbers of notes that had come whenever the page changed, until all had. */
function stepsTo(page: Page, total: number): Promise<number[]> {
  return page.evaluate((all) => {
    const { promise, resolve } = Promise.withResolvers<number[]>();
    const steps: number[] = [];
    const observer = new MutationObserver(look);
    function look(): void {
      const count = document.querySelectorAll('[aria-label="Notes found"] [data-note]').length;
      if (count > 0 && count !== steps.at(-1)) steps.push(count);
      if (count < all) return;
      observer.disconnect();
      resolve(steps);
    }
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
    look();
    return promise;
  }, total);
}

test('the reveal has steps for visitors who prefer less motion', { tag: '@slow' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'startViewTransition', { value: undefined });
    delete (Document.prototype as Partial<Document>).startViewTransition;
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await begin(page);
  // On a busy machine several notes may appear at once, but not all.
  expect((await stepsTo(page, MELODY_NOTES.length + ACCENTS.length)).length).toBeGreaterThan(1);
  expect(
    await page.evaluate(
      () => document.getAnimations().filter((one) => Number(one.effect?.getTiming().duration) > 1).length,
    ),
  ).toBe(0);
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
});

test(
  'with text at 200 % every card fits the width of a phone, and its title the screen',
  { tag: '@slow' },
  async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'));
    });
    await begin(page);
    const cards = page.locator('[data-card]');
    const seen = new Map<string, { wide: number; bottom: number }>();
    await expect(cards).toBeVisible();
    const inTime = limitOf('the results');
    while (new URL(page.url()).pathname === '/processing') {
      inTime([...seen.keys()]);
      const card = await cards.evaluateAll(([element]) =>
        element === undefined
          ? null
          : {
              kind: (element as HTMLElement).dataset['card']!,
              wide: document.documentElement.scrollWidth,
              bottom: element.querySelector('h2')!.getBoundingClientRect().bottom,
            },
      );
      if (card === null) break;
      seen.set(card.kind, card);
      await page.keyboard.press('ArrowRight');
    }
    expect([...seen.keys()]).toEqual(['lowest', 'highest', 'voice', 'accord', 'name']);
    for (const [kind, { wide, bottom }] of seen) {
      expect(wide, kind).toBeLessThanOrEqual(390);
      expect(bottom, kind).toBeLessThanOrEqual(844);
    }
  },
);

for (const [name, width, height] of [
  ['a phone', 390, 844],
  ['a desktop', 1440, 900],
] as const)
  test(
    `on ${name} nothing moves from its place while cards and messages change`,
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width, height });
      await begin(page);
      const card = page.locator('[data-card]');
      await expect(card).toBeVisible();
      const places = new Set<string>();
      const kinds = new Set<string>();
      const inTime = limitOf('the results');
      while (new URL(page.url()).pathname === '/processing') {
        inTime([...kinds]);
        const seen = await page.evaluate(() => {
          const card = document.querySelector<HTMLElement>('[data-card]');
          const message = document.querySelector('[data-part="message"]');
          if (card === null || message === null) return null;
          const { x: left, y: top } = message.previousElementSibling!.getBoundingClientRect();
          const place = [card.parentElement!.getBoundingClientRect().y, left, top].map(Math.round).join(' ');
          return { kind: card.dataset['card']!, place };
        });
        if (seen === null) break;
        kinds.add(seen.kind);
        places.add(seen.place);
        await page.keyboard.press('ArrowRight');
      }
      expect([...kinds]).toEqual(['lowest', 'highest', 'voice', 'accord', 'name']);
      expect([...places]).toHaveLength(1);
    },
  );
