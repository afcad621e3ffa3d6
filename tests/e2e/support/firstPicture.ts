import { expect, type Page } from '@playwright/test';

/** Common parts of the tests of a page's first picture, which is visible while the app still loads. */

/** Keeps the app's scripts away from a page that is opened next; the returned function lets them load. */
export async function holdApp(page: Page): Promise<() => void> {
  let come = (): void => undefined;
  const may = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/assets/first-*.js', async (route) => {
    await may;
    await route.continue();
  });
  return come;
}

/** A visitor who saves data: a page that is opened next loads nothing ahead. */
export const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

/**
 * Time at which the document of the visible picture was opened, once the picture has its style and fonts; null before.
 */
const seenSince = (page: Page): Promise<number | null> =>
  page
    .evaluate(async () => {
      await document.fonts.ready;
      const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
      const painted = performance.getEntriesByName('first-contentful-paint').length > 0;
      return painted && sheets.every(({ sheet }) => sheet !== null) ? performance.timeOrigin : null;
    })
    // The document was left meanwhile.
    .catch(() => null);

/**
 * Waits until two checks find the picture in one document: on a busy machine a page was once measured without style a
 * moment after its picture was visible. Only a reopened document explains that, as nothing of the app had run.
 */
export async function untilSeen(page: Page): Promise<void> {
  let before: number | null = null;
  await expect
    .poll(async () => {
      const since = await seenSince(page);
      const isSame = since !== null && since === before;
      if (before !== null && !isSame) console.log('The document with the first picture was opened anew.');
      before = since;
      return isSame;
    })
    .toBe(true);
}
