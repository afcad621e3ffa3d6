import type { Page } from '@playwright/test';
import { holdApp, untilSeen } from '../support/firstPicture.ts';
import { expect, test } from '../support/fixture.ts';
import { fragrance, openResults, share, storeMelody } from '../support/shareFlow.ts';

/** The page of a share, or of the visitor's fragrance, before any script of the app has run. */

const HOSTILE_NAME = '</script><script>window.pwned = 1</script><img src=x onerror="window.pwned = 1">';
const HOSTILE_STORY = 'Rose <b>first</b>, and then a night that takes its time to begin & to end.';

/**
 * Opens a page whose app loads when the returned function is called; counts layout shifts from the first picture on.
 */
async function withoutTheApp(page: Page, path: string): Promise<() => void> {
  const run = await holdApp(page);
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        (window as unknown as { shifted: number }).shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(path, { waitUntil: 'commit' });
  await untilSeen(page);
  return run;
}

test(
  'name and words are text, and stay in their places when the app takes over',
  { tag: '@slow' },
  async ({ page, browser, request }) => {
    await openResults(page, fragrance(await storeMelody(request), { name: HOSTILE_NAME, description: HOSTILE_STORY }));
    const link = await share(page);

    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      const elsewhere = await browser.newContext({ viewport: { width, height }, reducedMotion: 'reduce' });
      for (const [path, level] of [
        [link, 1],
        [new URL('/results', link).href, 2],
      ] as const) {
        const its = await elsewhere.newPage();
        if (level === 2)
          await its.addInitScript(
            (kept) => localStorage.setItem('fragranceProfile', kept),
            JSON.stringify(fragrance(undefined, { name: HOSTILE_NAME, description: HOSTILE_STORY })),
          );
        const run = await withoutTheApp(its, path);
        const name = its.getByRole('heading', { level, name: HOSTILE_NAME });
        const words = its.getByText(HOSTILE_STORY);
        await expect(name).toBeVisible();
        await expect(words).toBeVisible();
        if (level === 1) await expect(its.getByText('A sound of 6 seconds. This is how it smells.')).toBeVisible();
        await expect(its.getByText(/Loading fragrance|Made by/)).toHaveCount(0);
        const before = [await name.boundingBox(), await words.boundingBox()];
        run();
        // The end of the page.
        await expect(
          level === 1
            ? its.getByRole('toolbar', { name: 'Notes that were heard, in order' })
            : its.getByRole('heading', { name: 'Why?' }),
        ).toBeVisible();
        expect([await name.boundingBox(), await words.boundingBox()]).toEqual(before);
        expect(await its.evaluate(() => (window as unknown as { shifted: number }).shifted)).toBeLessThanOrEqual(0.01);
        expect(await its.evaluate(() => 'pwned' in window)).toBe(false);
        await its.close();
      }
      await elsewhere.close();
    }
  },
);

test(
  'a page after a handed-over fragrance, or without one, has no words of another one',
  { tag: '@slow' },
  async ({ page }) => {
    await page.addInitScript(
      (kept) => {
        localStorage.setItem('fragranceProfile', kept);
        history.replaceState({ loadedProfile: { name: 'Other', profile: {} } }, '');
      },
      JSON.stringify(fragrance(undefined, { name: 'Mine' })),
    );
    const run = await withoutTheApp(page, '/results');
    await expect(page.getByText('Loading fragrance profile...')).toBeVisible();
    await expect(page.getByText('Mine')).toHaveCount(0);
    run();
    await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  },
);
