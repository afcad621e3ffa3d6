import type { CDPSession, Page } from '@playwright/test';
import { expect } from '../fixture.ts';
import { goTo } from '../steps/waits.ts';

/* Opens and leaves a screen again and again on one page, and compares the page's objects before and after. */

/** A screen that is opened and left. */
export interface Opening {
  path: string;
  /** Actions of a visitor before they leave. */
  act?: (page: Page) => Promise<void>;
}

/** A screen outside of the opened ones, with little on it. */
const OTHER_PATH = '/about';
const BESIDE_ABOUT = '/contact';

/** Openings before the first count: they load code and make everything that is made once. */
const WARM_UP = 3;

/** Counts on the page the objects that no protocol reports; a weak reference keeps nothing alive. */
function count(): void {
  type Functions = Record<string, (...given: unknown[]) => unknown>;
  const contexts: WeakRef<AudioContext>[] = [];
  window.AudioContext = class extends AudioContext {
    constructor(options?: AudioContextOptions) {
      super(options);
      contexts.push(new WeakRef(this));
    }
  };
  /** Objects that one function has made and the other has not ended. */
  const trackLive = (owner: object, makes: string, ends: string): Set<unknown> => {
    const made = new Set<unknown>();
    const functions = owner as Functions;
    const [make, end] = [functions[makes]!.bind(owner), functions[ends]!.bind(owner)];
    functions[makes] = (...given) => {
      const one = make(...given);
      made.add(one);
      return one;
    };
    functions[ends] = (one) => {
      made.delete(one);
      end(one);
    };
    return made;
  };
  const urls = trackLive(URL, 'createObjectURL', 'revokeObjectURL');
  const intervals = trackLive(window, 'setInterval', 'clearInterval');
  window.counted = () => ({
    'audio contexts': contexts.filter((one) => (one.deref() ?? { state: 'closed' }).state !== 'closed').length,
    'object URLs': urls.size,
    intervals: intervals.size,
  });
}

declare global {
  interface Window {
    counted: () => Record<string, number>;
  }
}

/** Objects of the page after a garbage collection: only those that something else refers to. */
async function heldObjects(page: Page, devTools: CDPSession): Promise<Record<string, number>> {
  await devTools.send('HeapProfiler.collectGarbage');
  const { documents, nodes, jsEventListeners } = await devTools.send('Memory.getDOMCounters');
  const counted = await page.evaluate(() => window.counted());
  return { ...counted, workers: page.workers().length, documents, nodes, listeners: jsEventListeners };
}

/**
 * Opens and leaves a screen so many times. Returns a function that lists the objects that the page has more than
 * before, a line for each kind. The limit is one object for every second opening: a browser keeps the last of some.
 */
export async function openOften(
  page: Page,
  { path, act }: Opening,
  openings: number,
): Promise<() => Promise<string[]>> {
  const beside = path === OTHER_PATH ? BESIDE_ABOUT : OTHER_PATH;
  const open = async (times: number): Promise<void> => {
    for (let i = 0; i < times; i++) {
      await goTo(page, path);
      await act?.(page);
      await goTo(page, beside);
    }
  };
  await page.addInitScript(count);
  await page.goto(beside);
  await open(WARM_UP);
  const devTools = await page.context().newCDPSession(page);
  const before = await heldObjects(page, devTools);
  await open(openings);
  return async () => {
    const after = await heldObjects(page, devTools);
    return Object.keys(after)
      .filter((what) => after[what]! - before[what]! >= openings / 2)
      .map((what) => `${what}: ${before[what]}, then ${after[what]}`);
  };
}

/** Fails when the page holds more after a screen was opened and left so many times. */
export async function expectNothingKept(page: Page, opening: Opening, openings: number): Promise<void> {
  const left = await openOften(page, opening, openings);
  await expect.poll(left, { message: `what ${opening.path} left behind after ${openings} openings` }).toEqual([]);
}

/** Limit of one press on a control that may change meanwhile, ms; it is tried again. */
export const AT_ONCE_MS = 2_000;

/** The screens that make the most: sound, workers, drawings. */
export const HEAVIEST_SCREENS: readonly Opening[] = [
  {
    path: '/create',
    act: async (page) => {
      const reset = page.getByRole('button', { name: 'Reset' });
      const stop = page.getByRole('button', { name: /stop recording/i });
      // The recording that was left comes when it is ready, perhaps between a look and a press.
      await expect(async () => {
        if (await reset.isVisible()) await reset.click({ timeout: AT_ONCE_MS });
        if (!(await stop.isVisible()))
          await page.getByRole('button', { name: 'Record', exact: true }).click({ timeout: AT_ONCE_MS });
        await expect(stop).toBeVisible({ timeout: AT_ONCE_MS });
      }).toPass();
    },
  },
  {
    path: '/secret-keyboard',
    act: async (page) => {
      // The heading comes before the keys are listened to.
      await expect(async () => {
        await page.keyboard.press('KeyA');
        await expect(page.getByRole('region', { name: 'Selected note' })).toContainText('C4', { timeout: AT_ONCE_MS });
      }).toPass();
    },
  },
  {
    path: '/beat-maker',
    act: async (page) => {
      const example = page.getByRole('button', { name: 'Start with an example' });
      const pause = page.getByRole('button', { name: 'Pause', exact: true });
      // The beat that was left comes when it is ready, perhaps between a look and a press.
      await expect(async () => {
        if (await example.isVisible()) await example.click({ timeout: AT_ONCE_MS });
        if (!(await pause.isVisible()))
          await page.getByRole('button', { name: 'Play', exact: true }).click({ timeout: AT_ONCE_MS });
        await expect(pause).toBeVisible({ timeout: AT_ONCE_MS });
      }).toPass();
    },
  },
];
