import { drop } from '../../e2e/support/createFlow.ts';
import { expect, test } from '../../e2e/support/fixture.ts';
import { fragrance } from '../../e2e/support/shareFlow.ts';

test('a profile that is dropped on the create screen opens the results', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Record', exact: true })).toBeVisible();
  await drop(
    page,
    'accord.json',
    'application/json',
    Buffer.from(JSON.stringify(fragrance(undefined, { name: 'From a file' }))),
  );
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByRole('heading', { name: 'From a file' })).toBeVisible();
});
