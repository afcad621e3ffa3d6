import type { APIRequestContext, Page } from '@playwright/test';
import { recordButton, stopButton } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';
import { fragrance, sharePath } from '../support/shareFlow.ts';
import { appIsThere } from '../support/steps/waits.ts';

/** All scripts but the first one of the page come late: the first picture stays until its screen is there. */

/** The first script and those that it imports. */
const ENTRY_PATTERN = /\/(index|load|rolldown-runtime)-/;

/** Delay, ms. */
const LATE_MS = 9000;

declare global {
  interface Window {
    /** Texts that the page showed, without repetitions. */
    shown: string[];
  }
}

/** Opens a page whose scripts come when `release` is called: the first ones of the app, then the rest. */
async function openSlow(page: Page, path: string, stored: Record<string, string>) {
  const waiting = new Map<string, () => void>();
  let mayCome = (_file: string): boolean => false;
  await page.route('**/assets/*.js', async (route) => {
    const file = new URL(route.request().url()).pathname;
    if (!ENTRY_PATTERN.test(file) && !mayCome(file)) await new Promise<void>((resolve) => waiting.set(file, resolve));
    await route.continue();
  });
  const release = (files: RegExp | readonly string[]) => {
    mayCome = (file) => (files instanceof RegExp ? files.test(file) : files.includes(file));
    for (const [file, come] of waiting) if (mayCome(file)) come();
  };
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    window.shown = [];
    new MutationObserver(() => {
      const root = document.querySelector<HTMLElement>('#root[data-first]');
      if (root === null) return;
      const text = (root.querySelector('main') ?? root).textContent.trim();
      if (text !== window.shown.at(-1)) window.shown.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true, attributes: true });
  }, stored);
  await page.clock.install();
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('#root[data-first] main')).toBeVisible();
  return release;
}

/** The scripts without which the app does not start, the app's own one first. */
const shellScripts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { always } = JSON.parse(document.getElementById('parts')!.textContent) as { always: string[] };
    return always.filter((file) => file.endsWith('.js')).toReversed();
  });

const PAGES: readonly [path: string, heading: string][] = [
  ['/', 'Create Your Fragrance'],
  ['/results', 'Create Your Fragrance'],
  ['/share', 'Evening at Sea'],
  ['/beat-maker', 'Beat Maker'],
  ['/store', 'Store'],
];

/** Screens that differ for a visitor who returns. The others come for both in `npm run test:all`. */
const OF_THE_VISITOR = new Set(['/', '/results']);

const openedPath = (path: string, request: APIRequestContext): Promise<string> =>
  path === '/share' ? sharePath(request, 'Evening at Sea') : Promise.resolve(path);

for (const [path, first] of PAGES)
  for (const visitor of ['first', 'returning'] as const)
    test(
      `${path} keeps its picture until the screen is there, for a ${visitor} visitor`,
      {
        tag: visitor === 'returning' && !OF_THE_VISITOR.has(path) ? '@slow' : [],
      },
      async ({ page, request }) => {
        const stored: Record<string, string> =
          visitor === 'first'
            ? {}
            : { 'accord:music': 'true', fragranceProfile: JSON.stringify(fragrance(undefined, { name: 'Mine' })) };
        const heading = path === '/results' && visitor === 'returning' ? 'Your Sound, Your Scent' : first;
        const release = await openSlow(page, await openedPath(path, request), stored);
        const strip = page.getByRole('status').filter({ hasText: 'Still loading' });
        const picture = await page.locator('main').textContent();
        await page.clock.fastForward(LATE_MS);
        expect(await page.locator('main').textContent()).toBe(picture);
        await page.clock.fastForward(1000);
        await expect(strip).toBeVisible();
        const pressesRecord = path === '/';
        if (pressesRecord) await recordButton(page).click();
        expect(await page.locator('main').textContent()).toBe(picture);

        // The app has started, and its screen has not come. Create comes with the app.
        if (path !== '/') {
          const shell = await shellScripts(page);
          release(shell);
          await page.evaluate((script) => import(script), shell[0]!);
          await page.clock.fastForward(LATE_MS);
          expect(await page.locator('main').textContent()).toBe(picture);
          await expect(strip).toBeVisible();
        }

        release(/./);
        await appIsThere(page);
        await expect(strip).toHaveCount(0);
        if (pressesRecord) await expect(stopButton(page)).toBeVisible();
        else await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
        const shown = await page.evaluate(() => window.shown);
        expect(shown.length).toBeGreaterThan(0);
        expect(shown.filter((text) => /^(Loading\.\.\.)?$/.test(text))).toEqual([]);
      },
    );
