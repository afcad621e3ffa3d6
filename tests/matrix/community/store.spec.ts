import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { freshEmail, storedRows } from '../../e2e/support/hosts/publicSide.ts';
import { type PreorderRow, localPreorders } from '../../e2e/support/steps/store.ts';

test('a bottle in detail: its facts, and its notes lit one after the other', async ({ page }) => {
  await page.goto('/store/preorder/shibuya-crossing');
  for (const text of ['01/1000', '01', '50mm/1.7 fl oz', 'Rose Oxide', 'Hinoki'])
    await expect(page.getByText(text, { exact: true }).first()).toBeVisible();
  await page.evaluate(() => {
    const lit: string[] = [];
    Object.assign(window, { lit });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const tile = target as HTMLElement;
        if (tile.dataset['lit'] === 'true') lit.push(tile.querySelector('b')!.textContent);
      }
    }).observe(document.querySelector('main')!, { subtree: true, attributeFilter: ['data-lit'] });
  });
  await page.getByRole('button', { name: 'PLAY SOUND' }).click();
  await expect(page.getByRole('button', { name: 'PLAYING...' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'PLAY SOUND' })).toBeVisible();
  const lit = await page.evaluate(() => (window as unknown as { lit: string[] }).lit);
  expect(lit).toEqual(['A#3', 'C#5', 'A#6', 'F8']);
});

test('an unknown bottle', async ({ page }) => {
  await page.goto('/store/preorder/constructor');
  await expect(page.getByRole('heading', { name: 'Fragrance not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to Store' }).click();
  await expect(page).toHaveURL(/\/store$/);
});

test.describe('a backend that is away', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  for (const [trouble, answer] of [
    ['out of reach', null],
    [
      'without its function',
      {
        status: 404,
        contentType: 'application/json',
        body: JSON.stringify({
          code: 'PGRST202',
          message: 'Could not find the function public.place_preorder',
          details: null,
          hint: null,
        }),
      },
    ],
    [
      "a captive portal's page",
      { status: 200, contentType: 'text/html', body: '<!doctype html><title>Welcome</title>' },
    ],
  ] as const) {
    test(`loses no buyer: ${trouble}`, async ({ page, request }) => {
      const email = freshEmail();
      await page.route('**/rpc/place_preorder', (route) => (answer === null ? route.abort() : route.fulfill(answer)));
      await page.goto('/store/preorder/noise-pollution');
      await page.getByRole('button', { name: 'PRE ORDER' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Name').fill('Grace');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
      expect((await page.evaluate(localPreorders)).map(({ fragranceId }) => fragranceId)).toEqual(['noise-pollution']);
      // Even a page that was closed meanwhile sends it.
      await page.goto('/about');
      await page.unroute('**/rpc/place_preorder');
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect
        .poll(async () => storedRows<PreorderRow>(request, 'preorders', `select=name,fragrance_id&email=eq.${email}`))
        .toEqual([{ name: 'Grace', fragrance_id: 'noise-pollution' }]);
    });
  }
});
