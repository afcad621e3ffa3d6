import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';

test('a bottle in detail: its facts, and its notes lit one after the other', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/store/preorder/shibuya-crossing');
  for (const text of ['01/1000', '01', '50mm/1.7 fl oz', 'Rose Oxide', 'Hinoki'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await page.evaluate(() => {
    const lit: string[] = [];
    Object.assign(window, { lit });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const tile = target as HTMLElement;
        if (tile.dataset['lit'] === 'true') lit.push(tile.dataset['note']!);
      }
    }).observe(document.querySelector('main')!, { subtree: true, attributeFilter: ['data-lit'] });
  });
  await page.getByRole('button', { name: 'PLAY SOUND' }).click();
  await expect(page.getByRole('button', { name: 'PLAYING...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'PLAY SOUND' })).toBeVisible();
  const lit = await page.evaluate(() => (window as unknown as { lit: string[] }).lit);
  expect(lit).toEqual(['A#3', 'C#5', 'A#6', 'F8']);
});

test('an unknown bottle', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/store/preorder/constructor');
  await expect(page.getByRole('heading', { name: 'Fragrance not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to Store' }).click();
  await expect(page).toHaveURL(/\/store$/);
});
