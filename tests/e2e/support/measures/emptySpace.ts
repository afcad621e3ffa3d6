import { expect, type Page } from '@playwright/test';

const SIZES = [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const;
/** Between the last content and the footer of a page that is longer than the window, px. */
const MAX_END = 120;
/** Height of a band in which nothing is painted, px. */
const MAX_BAND = 400;

/** What is wrong with the space of a page: text, pictures and controls are content, boxes without them are not. */
function emptySpace([maxEnd, maxBand]: readonly [number, number]): string[] {
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
    if (top - end > maxBand) wrong.push(`nothing from ${Math.round(end)} to ${Math.round(top)}`);
    end = Math.max(end, bottom);
  }
  const height = document.documentElement.scrollHeight;
  const rest = Math.round(footer.top + scrollY - end);
  if (height > innerHeight && rest > maxEnd) wrong.push(`${rest} px between the last content and the footer`);
  // A bar at the end of the window covers as much.
  const after = Math.round(height - footer.bottom - scrollY);
  if (after > maxEnd) wrong.push(`${after} px below the footer`);
  return wrong;
}

/** A page ends where its content ends, at every width, and none of them scrolls sideways. */
export async function expectNoEmptySpace(page: Page): Promise<void> {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() => page.evaluate(emptySpace, [MAX_END, MAX_BAND] as const), { message: `${width} x ${height}` })
      .toEqual([]);
  }
}
