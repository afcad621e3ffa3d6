import { STORE_FRAGRANCES } from '#features/community/domain/storeCatalogue.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { freshEmail, storedRows } from '../support/hosts/publicSide.ts';

test('the store shows its three bottles', async ({ page }) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).hostname !== 'localhost')
      foreign.push(request.url());
  });
  // It is there for a second: look from the beginning.
  await Promise.all([page.getByText('Loading store...').waitFor(), page.goto('/store', { waitUntil: 'commit' })]);
  await expect(page.getByRole('tab')).toHaveText(['Preorder', 'Playlist']);
  for (const { name, musicEssence, edition } of STORE_FRAGRANCES) {
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    for (const note of musicEssence) await expect(card.getByText(note, { exact: true })).toBeVisible();
    await expect(card.getByText(`Edition: ${edition}`)).toBeVisible();
    await expect(card.getByRole('button', { name: 'Order' })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: /^ORDER NOW / })).toHaveCount(3);
  expect(foreign, 'no shop is configured, so nothing of one is loaded').toEqual([]);

  await page.getByRole('link', { name: 'NOISE POLLUTION, see the bottle' }).click();
  await expect(page).toHaveURL(/\/store\/preorder\/noise-pollution$/);
  await expect(page.getByRole('heading', { name: 'NOISE POLLUTION' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Store' }).click();
  await expect(page).toHaveURL(/\/store$/);
});

test('a preorder is stored once', async ({ page, request }) => {
  const email = freshEmail();
  await page.goto('/store/preorder/namibian-breeze');
  await page.getByRole('button', { name: 'PRE ORDER' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preorder NAMIBIAN BREEZE' });
  await expect(dialog.getByText('Fill out the form below to preorder your fragrance.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await dialog.getByLabel('Email').fill('nobody');
  await dialog.getByLabel('Name').fill('A');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await expect(dialog.getByText('Name must be at least 2 characters')).toBeVisible();
  await expectAccessible(page);

  await dialog.getByLabel('Email').fill(` ${email.toUpperCase()} `);
  await dialog.getByLabel('Name').fill('Ada');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Preorder submitted successfully!')).toBeVisible();
  await expect(page.getByText(/Thank you, Ada/)).toBeVisible();
  await expect(dialog).toBeHidden();
  expect(
    await storedRows(request, 'preorders', `select=email,name,fragrance_id,fragrance_name&email=eq.${email}`),
  ).toEqual([{ email, name: 'Ada', fragrance_id: 'namibian-breeze', fragrance_name: 'NAMIBIAN BREEZE' }]);
  const [kept] = await page.evaluate(
    () => JSON.parse(localStorage.getItem('preorderData') ?? '[]') as { date: string }[],
  );
  expect(kept).toMatchObject({ name: 'Ada', fragranceId: 'namibian-breeze', fragranceName: 'NAMIBIAN BREEZE' });
  expect(Date.parse(kept!.date)).toBeGreaterThan(0);

  // The form is empty again, and this browser has stored the order.
  await page.getByRole('button', { name: 'PRE ORDER' }).click();
  await expect(dialog.getByLabel('Email')).toHaveValue('');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Name').fill('Ada');
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('You have already preordered this fragrance.')).toBeVisible();
});

test(
  'the page of a bottle has its facts, and its notes lit one after the other',
  { tag: '@slow' },
  async ({ page }) => {
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
  },
);

test('an unknown bottle leads back to the store', { tag: '@slow' }, async ({ page }) => {
  await page.goto('/store/preorder/constructor');
  await expect(page.getByRole('heading', { name: 'Fragrance not found' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Return to Store' }).click();
  await expect(page).toHaveURL(/\/store$/);
});
