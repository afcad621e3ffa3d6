import { expect, test as base, type Page, type Request, type Response } from '@playwright/test';
import axe from 'axe-core';
import { limitPages } from '#tests/withTimeout.ts';
import { appIsThere } from './steps/waits.ts';

/** Messages that a browser may report without a fault of the app; every entry has its reason. */
const HARMLESS_MESSAGES: RegExp[] = [
  // playwright.config.ts blocks service workers, and Playwright reports this for each request.
  /Service Worker registration blocked by Playwright/,
];

interface Guards {
  /** Messages that a test provokes on purpose (a refused request is logged by the browser itself). */
  expectedConsole: RegExp[];
  /** Fails the test on any console error or warning and any uncaught error that was not expected. */
  quietConsole: void;
}

/**
 * The suite's `test`: every page must keep a quiet console, in every test, by default. Its page is open when the app is
 * there, unless the test waits for `commit`; tests/e2e/create/early.spec.ts covers actions before that.
 */
export const test = base.extend<Guards>({
  browser: [
    async ({ browser }, run) => {
      limitPages(browser);
      await run(browser);
    },
    { scope: 'worker' },
  ],
  page: async ({ page }, run) => {
    const goto = page.goto.bind(page);
    page.goto = async (url, options) => {
      const answer = await goto(url, options);
      if (options?.waitUntil !== 'commit') await appIsThere(page);
      return answer;
    };
    await run(page);
  },
  expectedConsole: [[], { option: true }],
  quietConsole: [
    async ({ context, expectedConsole }, use, info) => {
      const loud: string[] = [];
      const unanswered = new Set<Request>();
      context.on('request', (request) => unanswered.add(request));
      context.on('requestfinished', (request) => unanswered.delete(request));
      context.on('requestfailed', (request) => unanswered.delete(request));
      const isAllowed = (text: string) =>
        [...HARMLESS_MESSAGES, ...expectedConsole].some((pattern) => pattern.test(text));
      context.on('console', (message) => {
        if ((message.type() === 'error' || message.type() === 'warning') && !isAllowed(message.text()))
          loud.push(`${message.type()}: ${message.text()} ${message.location().url}`);
      });
      context.on('weberror', (error) => {
        if (!isAllowed(error.error().message)) loud.push(`uncaught: ${error.error().stack ?? error.error().message}`);
      });
      await use();
      if (info.status !== info.expectedStatus && unanswered.size > 0)
        console.log(`Not answered when "${info.title}" failed:\n${[...unanswered].map((one) => one.url()).join('\n')}`);
      expect(loud, 'the console stays quiet').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** The app fetches ahead two seconds after the load at the latest, ms. */
const FETCHED_AHEAD_MS = 10_000;

/**
 * Opens a page and waits until it has fetched all files that it fetches without a gesture, now and later: a mocked
 * clock skips the delays. Resolves with the scripts among them.
 */
export async function openSettled(page: Page, path: string): Promise<{ url: string; body: Buffer }[]> {
  const open = new Set<Request>();
  const answers: Response[] = [];
  let begun = 0;
  page.on('request', (request) => {
    open.add(request);
    begun++;
  });
  page.on('response', (response) => answers.push(response));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  await page.clock.install();
  await page.goto(path, { waitUntil: 'networkidle' });
  await page.clock.runFor(FETCHED_AHEAD_MS);
  // Arrived files may request more.
  for (let before = -1; before !== begun;) {
    before = begun;
    await expect.poll(() => open.size).toBe(0);
    await page.evaluate(() => document.readyState);
  }
  const scripts = answers.filter((response) => /javascript/.test(response.headers()['content-type'] ?? ''));
  return Promise.all(scripts.map(async (response) => ({ url: response.url(), body: await response.body() })));
}

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * Violations that axe finds on a page, a line each. It is put into a page once; axe's own driver for Playwright does so
 * twice for each check, and checks frames, which the app does not have: all checks of a run took twice as long.
 */
async function violationsIn(page: Page): Promise<string[]> {
  expect(page.frames(), 'axe is asked about one document').toHaveLength(1);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (tags) => {
    const { axe: here } = window as unknown as { axe: typeof axe };
    // Passed checks are not listed, node by node: on the beat maker that was three quarters of a megabyte.
    const { violations } = await here.run(document, {
      runOnly: { type: 'tag', values: tags },
      resultTypes: ['violations'],
    });
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(' ')).join(', ')})`,
    );
  }, AXE_TAGS);
}

/** Longest wait for an element that appears, disappears or fades, ms. */
const ANIMATIONS_END_MS = 1000;

/**
 * Waits until the animations that run on the page and have an end are over, and names those that are not after
 * `within`, ms. One that is paused has no end, nor has one that is never painted.
 */
export async function unfinishedAnimations(page: Page, within = ANIMATIONS_END_MS): Promise<string[]> {
  return page.evaluate(async (within) => {
    const running = document
      .getAnimations()
      .filter((a) => a.playState !== 'paused' && a.effect?.getComputedTiming().iterations !== Infinity);
    const left = new Set(running);
    const ends = running.map((a) =>
      a.finished.then(
        () => left.delete(a),
        () => left.delete(a),
      ),
    );
    await Promise.race([Promise.all(ends), new Promise((resolve) => setTimeout(resolve, within))]);
    return [...left].map((a) => {
      const of = a instanceof CSSAnimation ? a.animationName : a instanceof CSSTransition ? a.transitionProperty : a.id;
      const target = a.effect instanceof KeyframeEffect ? a.effect.target : null;
      return `${of} of ${target?.tagName.toLowerCase()}.${target?.getAttribute('class')}`;
    });
  }, within);
}

/**
 * Fails when axe finds anything on the settled page: findings while a screen appears, disappears or fades are checked
 * again.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(async () => {
    // Wait: screens load when they are needed, and the check is not about an empty page.
    await page.locator('h1').first().waitFor({ state: 'attached' });
    // Fading content has too little contrast for a moment.
    const moving = await unfinishedAnimations(page);
    expect(await violationsIn(page), `axe finds nothing (still moving: ${moving.join(', ') || 'nothing'})`).toEqual([]);
  }).toPass({ intervals: [500] });
}
