import { expect, test } from '../../e2e/support/fixture.ts';
import { freshEmail } from '../../e2e/support/hosts/publicSide.ts';
import { fragrance, idOf, openResults, rowsOf, share } from '../../e2e/support/shareFlow.ts';
import { BACKEND, submit, order, write, stored, ONCE, nothingWaits } from '../../e2e/support/sendFlow.ts';

/** What is sent without a connection, or loses its answer, arrives exactly once. */

test.use({ expectedConsole: [/Failed to load resource/] });

test('an answer that is lost doubles nothing', async ({ page, request }) => {
  const email = freshEmail();
  // Each call does its work, and its first answer is lost on the way back.
  const lost = new Set<string>();
  await page.route(BACKEND, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname) || !/create_share|upload-audio|smart-function|place_preorder|contact-form/.test(pathname))
      return route.continue();
    lost.add(pathname);
    await route.fetch();
    return route.abort();
  });
  await openResults(page, fragrance(undefined, { source: 'keys' }));
  const link = await share(page);
  await submit(page, email);
  await order(page, email);
  await write(page, email);
  await expect.poll(() => lost.size).toBe(5);
  await nothingWaits(page);
  expect(await stored(request, idOf(link), email)).toEqual(ONCE);
  await page.goto('/results');
  expect(await share(page)).toBe(link);
});

test('a captive portal is no answer: nothing is lost to its page', async ({ page, request }) => {
  const email = freshEmail();
  await page.route(BACKEND, (route) =>
    route.fulfill({
      status: 200,
      contentType: 'text/html',
      body: '<!doctype html><title>Welcome to the hotel</title>',
    }),
  );
  await order(page, email);
  await page.unroute(BACKEND);
  await nothingWaits(page);
  expect(await rowsOf(request, 'preorders', `email=eq.${email}&select=email`)).toHaveLength(1);
});
