import type { Page } from '@playwright/test';

/** What the tests of a page's first picture have in common: it is seen while the app is still on its way. */

/** Keeps the app's scripts away from a page that is opened next; what is returned lets them come. */
export async function holdApp(page: Page): Promise<() => void> {
  let come = (): void => undefined;
  const may = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/assets/first-*.js', async (route) => {
    await may;
    await route.continue();
  });
  return come;
}

/**
 * Waits until the picture is seen, in its own style and letters. Nothing is painted before its style sheets are there, but for a
 * browser that has waited too long for them, which it may by the HTML standard ("render-blocked").
 */
export const untilSeen = (page: Page) =>
  page.waitForFunction(async () => {
    await document.fonts.ready;
    const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
    return (
      sheets.every(({ sheet }) => sheet !== null) && performance.getEntriesByName('first-contentful-paint').length > 0
    );
  });
