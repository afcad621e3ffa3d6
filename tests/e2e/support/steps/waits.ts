import { expect, type Page } from '@playwright/test';
import { START_MS } from '#tests/timeouts.ts';

/** Waits that poll a page by a timer: one that is not rendered, such as a tab behind another, has no frames. */

/** Interval of the polls, ms. */
const LOOK_MS = 50;

/** Waits until the app has taken the page over from its first picture. */
export async function appIsThere(page: Page): Promise<void> {
  await page
    .waitForFunction(() => window.early === undefined, undefined, { polling: LOOK_MS })
    .catch(async (error: unknown) => {
      throw new Error(`The app has not come at ${page.url()}.`, { cause: error });
    });
}

/** Waits until the worker that stores the app on the device serves the page, and all of the build is stored. */
export async function keptOnDevice(page: Page): Promise<void> {
  const serving = () =>
    page.evaluate(async () => {
      const registered = await navigator.serviceWorker.getRegistration();
      if (registered === undefined) return 'no worker is registered';
      const { active, installing, waiting } = registered;
      if (active === null) return `a worker is ${(installing ?? waiting)?.state ?? 'gone'}`;
      const { controller } = navigator.serviceWorker;
      if (controller === null) return `a worker is ${active.state}, without the page`;
      const { port1, port2 } = new MessageChannel();
      const complete = new Promise((resolve) => (port1.onmessage = ({ data }) => resolve(data)));
      controller.postMessage({ ask: 'complete' }, [port2]);
      return (await complete) === true ? 'served' : 'a part of the build is missing';
    });
  const waiting = { message: 'the page is kept on the device', intervals: [LOOK_MS, 4 * LOOK_MS], timeout: START_MS };
  await expect.poll(serving, waiting).toBe('served');
}

/** Opens the app once and waits until it is stored on the device. */
export async function visit(page: Page, path = '/'): Promise<void> {
  await page.goto(path);
  await keptOnDevice(page);
}

/** Presses a link of the header. */
export async function pressLink(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
}

/** A screen has come, with its heading. */
export async function waitForPath(page: Page, path: RegExp | string): Promise<void> {
  await expect(page).toHaveURL(path);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect(page.getByText('Application Error')).toHaveCount(0);
}

/**
 * Goes to another screen as a link does, without a load, and waits until its heading has taken the place of the one
 * before.
 */
export async function goTo(page: Page, path: string): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await page.evaluate((path) => {
    for (const heading of document.querySelectorAll('main h1')) heading.setAttribute('data-left', '');
    history.pushState(null, '', path);
  }, path);
  await expect(page.locator('main h1:not([data-left])').first()).toBeVisible();
}
