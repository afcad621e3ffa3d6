import { expect, test } from '../support/fixture.ts';
import { fragrance, openResults, openShareSheet, share } from '../support/shareFlow.ts';
import { publicOf, expectGone, takeBack } from '../support/steps/withdraw.ts';

// The page of a share that is gone answers 404 or 410, which the browser logs by itself.
test.use({ expectedConsole: [/Failed to load resource/] });

test('a share that is taken back leaves no page, picture or file', async ({ page, request }) => {
  const { trace, ...rest } = fragrance(undefined, { source: 'keys' });
  await openResults(page, { ...rest, ...(trace === undefined ? {} : { trace }) });
  await openShareSheet(page);
  // It was played on the keyboard: no recording is there to be heard.
  await expect(
    page.getByText('Anyone with the link can hear your sound and see its notes. You can take it back.'),
  ).toBeVisible();
  // A visitor has no name that the page could show.
  await expect(page.getByRole('switch', { name: 'Show my name' })).toHaveCount(0);
  const found = await publicOf(request, await share(page));
  // After a reload the link is still there, and so is the way back.
  await page.reload();
  await expect(page.getByRole('link', { name: /\/share\/[A-Za-z0-9]{8}$/ })).toBeVisible();
  await takeBack(page);
  await expect(page.getByRole('link', { name: /\/share\/[A-Za-z0-9]{8}$/ })).toHaveCount(0);
  await expectGone(request, found);
  await page.getByRole('button', { name: 'Play Sound' }).click();
  await expect(page.getByRole('button', { name: 'Playing...' })).toBeVisible();
  const again = await share(page);
  expect(again).not.toBe(found.link);
  await publicOf(request, again);
});
