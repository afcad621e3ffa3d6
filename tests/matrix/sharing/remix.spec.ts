import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { fragrance, openResults, share, storeMelody } from '../../e2e/support/shareFlow.ts';

/** The notes of a share become a beat of somebody else, and each page leads to the other. */

test('a remix, there and back: what came of a share names it, and the share shows what came of it', async ({
  page,
  browser,
  request,
}) => {
  const parent = `Dawn ${Date.now().toString(36)}`;
  await openResults(page, fragrance(await storeMelody(request), { name: parent }));
  const link = await share(page);

  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(link);
  await other.getByRole('button', { name: 'As a beat' }).click();
  await expect(other).toHaveURL(/\/beat-maker\?beat=/);
  await other.getByRole('button', { name: 'Create Fragrance with 3 Notes' }).click();
  await expect(other.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
  await expect(other.getByText(`Made of the notes of ${parent}`)).toBeVisible();
  await expectAccessible(other);
  // A reload keeps where it came from.
  await other.reload();
  await expect(other.getByText(`Made of the notes of ${parent}`)).toBeVisible();
  const childName = await other.evaluate(
    () => (JSON.parse(localStorage.getItem('fragranceProfile')!) as { name: string }).name,
  );
  const childLink = await share(other);

  await page.goto(link);
  const child = page.getByRole('region', { name: 'Play with its notes' }).getByRole('link', { name: childName });
  await expect(child).toBeVisible();
  await expectAccessible(page);
  await child.click();
  await expect(page).toHaveURL(childLink);
  await page.getByRole('region', { name: 'Play with its notes' }).getByRole('link', { name: parent }).click();
  await expect(page).toHaveURL(link);
  await expect(page.getByRole('heading', { name: parent })).toBeVisible();
  await elsewhere.close();
});
