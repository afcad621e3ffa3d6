import { expect, expectAccessible, test } from '../support/fixture.ts';
import { freshEmail } from '../support/hosts/publicSide.ts';
import { fragrance, idOf, openResults, share } from '../support/shareFlow.ts';
import { BACKEND, submit, order, write, stored, ONCE, nothingWaits } from '../support/sendFlow.ts';

/** What is sent without a connection, or loses its answer, arrives exactly once. */

test.use({ expectedConsole: [/Failed to load resource/] });

test('a share, a submission, an order and a message that were made without a connection go out by themselves, once each', async ({
  page,
  request,
}) => {
  const email = freshEmail();
  await openResults(page, fragrance(undefined, { source: 'keys' }));
  await page.route(BACKEND, (route) => route.abort());
  const link = await share(page);
  await expect(
    page.getByText('This link works once you are back online. Your share is then sent automatically.'),
  ).toBeVisible();
  await expectAccessible(page);
  await submit(page, email);
  await expect(page.getByText('Your submission is kept on this device.')).toBeVisible();
  await expect(
    page.getByText('Your submission is waiting for the connection. It will be sent automatically.'),
  ).toBeVisible();
  await order(page, email);
  await page.goto('/store');
  await expect(
    page.getByText('Your preorder is waiting for the connection. It will be sent automatically.'),
  ).toBeVisible();
  await write(page, email);
  await expect(page.getByText('Unable to connect to server. Please check your internet connection.')).toBeVisible();
  await expect(page.getByText('Your message is waiting for the connection')).toBeVisible();
  await expectAccessible(page);
  expect(await stored(request, idOf(link), email)).toEqual({ shares: 0, submissions: 0, preorders: 0, messages: 0 });

  // A reload loses nothing, and the link is the same.
  await page.goto('/results');
  await expect(
    page.getByText('This link works once you are back online. Your share is then sent automatically.'),
  ).toBeVisible();
  expect(await share(page)).toBe(link);

  await page.unroute(BACKEND);
  await nothingWaits(page);
  expect(await stored(request, idOf(link), email)).toEqual(ONCE);
  await expect(page.getByText(/once you are back online|waiting for the connection/)).toHaveCount(0);
  expect(await share(page)).toBe(link);
  await page.goto(link);
  await expect(page.getByText('My Accord Fragrance Profile')).toBeVisible();
  expect(await stored(request, idOf(link), email)).toEqual(ONCE);
});
