import type { Page } from '@playwright/test';
import { contrastRatio } from '../../../src/features/fragrance/domain/drawing/oklab.ts';
import { MESSAGES } from '../../../src/features/listen/screen/processing/choreography.ts';
import { MELODY_NOTES } from '../../fixtures/melody.ts';
import { limitOf } from '../../within.ts';
import { expect, test } from '../../e2e/support/fixture.ts';
import { ACCENTS, begin } from '../../e2e/support/steps/reveal.ts';

declare global {
  interface Window {
    /** Takes the colour of all words away. */
    unpainted: CSSStyleSheet;
  }
}

interface Words {
  text: string;
  /** `#rrggbb`. */
  color: string;
  box: { x: number; y: number; width: number; height: number };
}

/** Every line of words that is seen on the screen right now. */
function wordsOf(page: Page): Promise<Words[]> {
  return page.evaluate(() => {
    const hex = (color: string): string => {
      const numbers = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
      return `#${numbers.map((n) => Math.round(n).toString(16).padStart(2, '0')).join('')}`;
    };
    const found: Words[] = [];
    const walker = document.createTreeWalker(document.querySelector('main')!, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode.textContent!.trim();
      const element = walker.currentNode.parentElement!;
      if (
        text === '' ||
        element.closest('.visually-hidden, svg') !== null ||
        !element.checkVisibility({ visibilityProperty: true })
      )
        continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const { x, y, width, height } of range.getClientRects())
        if (y + height <= innerHeight && width >= 1)
          found.push({ text, color: hex(getComputedStyle(element).color), box: { x, y, width, height } });
    }
    return found;
  });
}

/** The colours behind the words of a picture on which they are not painted. */
async function groundsOf(decoder: Page, picture: Buffer, words: readonly Words[]): Promise<string[][]> {
  return decoder.evaluate(
    async ([base64, boxes]) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d', { willReadFrequently: true })!;
      context.drawImage(bitmap, 0, 0);
      return boxes.map(({ x, y, width, height }) => {
        const { data } = context.getImageData(x, y, Math.max(1, width), Math.max(1, height));
        const colors = new Set<string>();
        for (let i = 0; i < data.length; i += 4)
          colors.add(`#${[0, 1, 2].map((k) => data[i + k]!.toString(16).padStart(2, '0')).join('')}`);
        return [...colors];
      });
    },
    [picture.toString('base64'), words.map(({ box }) => box)] as const,
  );
}

interface Frame {
  words: Words[];
  /** Without the words. */
  picture: Buffer;
}

/** As many pictures as can be taken between a recording and its results. */
async function framesOf(page: Page): Promise<Frame[]> {
  await begin(page);
  await page.evaluate(() => {
    window.unpainted = new CSSStyleSheet();
    window.unpainted.replaceSync('* { color: transparent !important; }');
  });
  const frames: Frame[] = [];
  const inTime = limitOf('the results');
  while (new URL(page.url()).pathname === '/processing') {
    inTime(`${frames.length} pictures at /processing`);
    // Words first, then the picture without them: what moves in between moves by a pixel or two.
    const words = await wordsOf(page);
    await page.evaluate(() => document.adoptedStyleSheets.push(window.unpainted));
    const picture = await page.screenshot();
    await page.evaluate(() => document.adoptedStyleSheets.pop());
    frames.push({ words, picture });
  }
  // The last one may have been taken of the results.
  return frames.slice(0, -1);
}

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

test('with less motion the same story is told in steps, and without View Transitions the results fade in', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(Document.prototype, 'startViewTransition', { value: undefined });
    delete (Document.prototype as Partial<Document>).startViewTransition;
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await begin(page);
  // A busy machine may see several notes come at once, but not all.
  expect((await stepsTo(page, MELODY_NOTES.length + ACCENTS.length)).length).toBeGreaterThan(1);
  expect(
    await page.evaluate(
      () => document.getAnimations().filter((one) => Number(one.effect?.getTiming().duration) > 1).length,
    ),
  ).toBe(0);
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
});

test('with text at 200 % every card fits the width of a phone, and its title the screen', async ({ page }) => {
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
});

test.describe('in motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`every word keeps a contrast of 4.5 over the seven seconds, ${colorScheme}`, async ({ page, context }) => {
      const decoder = await context.newPage();
      await page.bringToFront();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 390, height: 844 });
      const frames: Frame[] = [];
      // A busy machine takes few pictures in seven seconds: there they are gone through again.
      for (let pass = 0; pass < 8 && frames.length <= 8; pass++) frames.push(...(await framesOf(page)));
      expect(frames.length).toBeGreaterThan(8);
      const weak: string[] = [];
      const seen = new Set<string>();
      for (const { words, picture } of frames) {
        const grounds = await groundsOf(decoder, picture, words);
        words.forEach(({ text, color }, i) => {
          seen.add(text);
          for (const ground of grounds[i]!)
            if (contrastRatio(color, ground) < 4.5) weak.push(`${text}: ${color} on ${ground}`);
        });
      }
      expect([...new Set(weak)]).toEqual([]);
      expect(seen).toContain('liquefying...');
      // A busy machine may miss one of the sentences between two pictures.
      expect(MESSAGES.filter((text) => seen.has(text)).length).toBeGreaterThanOrEqual(3);
    });
  }
});
