import { expect, type Page } from '@playwright/test';

const SIZES_PX = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;

/**
 * Faults in the space of a page, which ends where its content ends and never scrolls sideways: text, pictures and
 * controls are content, boxes without them are not. The page runs it.
 */
export function emptySpace(): string[] {
  /** Between the last content and the footer of a page that is longer than the window, px. */
  const MAX_END = 120;
  /** Height of a band in which nothing is painted, px. */
  const MAX_BAND = 400;
  const main = document.querySelector('main')!;
  const spans: [top: number, bottom: number][] = [];
  const add = ({ top, bottom, width, height }: DOMRect) => {
    if (width > 1 && height > 1) spans.push([top + scrollY, bottom + scrollY]);
  };
  for (const box of main.querySelectorAll('img, canvas, svg, video, button, input, select, textarea, progress, hr'))
    if (box.checkVisibility({ visibilityProperty: true })) add(box.getBoundingClientRect());
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { textContent, parentElement } = texts.currentNode;
    if (textContent!.trim() === '' || !parentElement!.checkVisibility({ visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    for (const box of range.getClientRects()) add(box);
  }
  const footer = document.querySelector('footer')!.getBoundingClientRect();
  const wrong: string[] = [];
  if (document.documentElement.scrollWidth > innerWidth) wrong.push(`${document.documentElement.scrollWidth} px wide`);
  let end = main.getBoundingClientRect().top + scrollY;
  for (const [top, bottom] of spans.toSorted(([a], [b]) => a - b)) {
    if (top - end > MAX_BAND) wrong.push(`nothing from ${Math.round(end)} to ${Math.round(top)}`);
    end = Math.max(end, bottom);
  }
  const height = document.documentElement.scrollHeight;
  const rest = Math.round(footer.top + scrollY - end);
  if (height > innerHeight && rest > MAX_END) wrong.push(`${rest} px between the last content and the footer`);
  // A bar at the end of the window covers as much.
  const after = Math.round(height - footer.bottom - scrollY);
  if (after > MAX_END) wrong.push(`${after} px below the footer`);
  return wrong;
}

export async function expectNoEmptySpace(page: Page): Promise<void> {
  for (const [width, height] of SIZES_PX) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => page.evaluate(emptySpace), { message: `${width} x ${height}` }).toEqual([]);
  }
}
