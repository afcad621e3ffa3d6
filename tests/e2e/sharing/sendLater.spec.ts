import { expect, expectAccessible, test } from '../support/fixture.ts';
import { fragrance, idOf, openResults, rowsOf, share } from '../support/shareFlow.ts';

test.use({ expectedConsole: [/Failed to load resource/] });

const WAITS = 'This link works once you are back online. Your share is then sent automatically.';

test('a share that was made without a connection goes out by itself, once', async ({ page, request }) => {
  const backend = /\/(rest|functions)\/v1\//;
  await openResults(page, fragrance(undefined, { source: 'keys' }));
  await page.route(backend, (route) => route.abort());
  const link = await share(page);
  await expect(page.getByText(WAITS)).toBeVisible();
  await expectAccessible(page);
  const stored = () => rowsOf(request, 'fragrance_shares', `share_id=eq.${idOf(link)}&select=share_id`);
  expect(await stored()).toEqual([]);
  await page.reload();
  await expect(page.getByText(WAITS)).toBeVisible();
  expect(await share(page)).toBe(link);

  await page.unroute(backend);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page.getByText(WAITS)).toHaveCount(0);
  expect(await stored()).toHaveLength(1);
  await page.goto(link);
  await expect(page.getByText('My Accord Fragrance Profile')).toBeVisible();
});
