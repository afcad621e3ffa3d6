import { join } from 'node:path';
import type { APIRequestContext, CDPSession, Page } from '@playwright/test';
import { expect, unfinishedAnimations } from './fixture.ts';
import { lookAt, type Look } from './screenMeasures.ts';

/* Opens a page once, then changes its size, its text and its colours, and measures it in each. */

interface Cell extends Look {
  name: string;
  size: readonly [number, number];
  scheme?: 'dark';
  /** The size of text that the person has chosen for all pages, of the usual one. */
  text?: number;
}

const MATRIX_CELLS: readonly Cell[] = [
  { name: '390x844', size: [390, 844], contrast: true, focus: true },
  { name: '390x844, dark', size: [390, 844], scheme: 'dark', contrast: true },
  { name: '390x844, forced colours', size: [390, 844], forced: true },
  { name: '390x844, text at 200 %', size: [390, 844], text: 2 },
  { name: '320x640', size: [320, 640] },
  { name: '320x256, as 1280x1024 at 400 %', size: [320, 256], focus: true },
  { name: '667x375', size: [667, 375], focus: true },
  { name: '844x390', size: [844, 390] },
  { name: '768x1024', size: [768, 1024] },
  { name: '1440x900', size: [1440, 900], contrast: true },
  { name: '1440x900, text at 200 %', size: [1440, 900], text: 2 },
  { name: '1920x1080', size: [1920, 1080] },
];

/** Folder of the pictures, when `npm run screenshots -- --matrix` requests them. */
const PICTURE_FOLDER = process.env['MATRIX_PICTURES'];
const pictureOf = (name: string): string => name.replaceAll(/[^\w]+/g, ' ').trim() || 'home';

/** The usual size of text, px. */
const TEXT_PX = 16;
/** A larger shift is a visible jump. */
const MAX_SHIFT = 0.01;

/** Two directions of writing, and a word that no line of a phone takes. */
export const LONG_NAME = 'Supercalifragilisticexpialidocious عند الفجر';

export interface Stop {
  name: string;
  /** Its address, if that is not its name; its data is made first. */
  path?: string | ((request: APIRequestContext) => Promise<string>);
  /** Set-up before the page is opened. */
  before?: (page: Page) => Promise<unknown>;
  /** Actions on the page before it is checked. */
  act?: (page: Page) => Promise<void>;
}

async function shifts(page: Page): Promise<string[]> {
  const { sum, what } = await page.evaluate(
    () => (window as unknown as { shifted: { sum: number; what: string[] } }).shifted,
  );
  return sum <= MAX_SHIFT ? [] : [`moved by ${sum.toFixed(3)} while it loaded: ${what.join(', ')}`];
}

/** Opens a page and measures it in every shape, each at the width that is hardest for it. */
export async function look(page: Page, { name, path = name, before, act }: Stop): Promise<void> {
  const found: string[] = [];
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(() => {
    const shifted = { sum: 0, what: [] as string[] };
    Object.assign(window, { shifted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Node | null }[];
      })[]) {
        if (entry.hadRecentInput) continue;
        shifted.sum += entry.value;
        for (const { node } of entry.sources)
          if (node instanceof Element)
            shifted.what.push(
              `${entry.value.toFixed(4)} ${node.localName}.${node.getAttribute('class')} "${node.textContent?.slice(0, 30)}"`,
            );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // Removes entries that other tests publish meanwhile.
  await page.route('**/rpc/public_fragrances', async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { name: string }[];
    await route.fulfill({ response, json: rows.filter(({ name: one }) => one === LONG_NAME || one === 'Walked') });
  });
  await before?.(page);
  await shape(page, session, MATRIX_CELLS[0]!);
  await page.goto(typeof path === 'string' ? path : await path(page.request));
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText(/^Loading .*\.\.\.$/)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  found.push(...(await shifts(page)));
  await act?.(page);
  for (const cell of MATRIX_CELLS) {
    await shape(page, session, cell);
    const { focus = false, contrast = false, forced = false } = cell;
    const wrong = await page.evaluate(lookAt, { focus, contrast, forced });
    found.push(...wrong.map((what) => `at ${cell.name}: ${what}`));
    if (PICTURE_FOLDER !== undefined)
      await page.screenshot({ path: join(PICTURE_FOLDER, `${pictureOf(name)} @ ${pictureOf(cell.name)}.png`) });
  }
  expect(found).toEqual([]);
}

/** Gives the page a size, colours, and the text that a person has set. */
async function shape(page: Page, session: CDPSession, { size, scheme, text = 1, forced = false }: Cell): Promise<void> {
  await session.send('Page.setFontSizes', { fontSizes: { standard: TEXT_PX * text, fixed: 13 * text } });
  await page.setViewportSize({ width: size[0], height: size[1] });
  await page.emulateMedia({
    colorScheme: scheme ?? 'light',
    forcedColors: forced ? 'active' : 'none',
    reducedMotion: 'reduce',
  });
  // The text has its size, scripts that depend on a size have run, and colours have changed.
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${TEXT_PX * text}px`);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await unfinishedAnimations(page), 'nothing moves any more').toEqual([]);
}
