import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { fragrance, openResults, share, storeMelody } from '../../e2e/support/shareFlow.ts';

test('the notes of a share become a beat of a visitor, and a fragrance of that beat', async ({
  page,
  browser,
  request,
}) => {
  await openResults(page, fragrance(await storeMelody(request), { name: `Dawn ${Date.now().toString(36)}` }));
  const link = await share(page);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'As a beat' }).click();
  await expect(other).toHaveURL(/\/beat-maker\?beat=/);
  await other.getByRole('button', { name: 'Create Fragrance with 3 Notes' }).click();
  await expect(other.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
  await elsewhere.close();
});
