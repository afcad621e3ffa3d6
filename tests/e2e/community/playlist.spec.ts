import { expect, expectAccessible, test } from '../support/fixture.ts';
import { signIn } from '../support/members.ts';
import { PHONE, publisher, save } from '../support/hosts/publicSide.ts';
import { storeMelody } from '../support/shareFlow.ts';
import { card, search, unique, open } from '../support/steps/playlist.ts';

test('the page of a fragrance has its words, its sound and the ways back', async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  const name = unique('Page');
  const owner = await publisher(request);
  await save(request, owner, [{ name, audioUrl: await storeMelody(request, owner.headers) }]);
  await open(page);
  // Other tests publish more than a page of fragrances meanwhile.
  await search(page).fill(name);
  await card(page, name).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('By Ada Lovelace')).toBeVisible();
  for (const tier of ['Top notes', 'Middle notes', 'Base notes']) await expect(page.getByText(tier)).toBeVisible();
  await page.getByRole('button', { name: 'Play the recording' }).click();
  await page.getByRole('button', { name: 'Stop the recording' }).click();
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL(/\/store\?tab=playlist$/);
});

test('a private fragrance is found by its owner alone until it is published', async ({ page, browser, request }) => {
  const name = unique('Mine');
  const owner = await publisher(request);
  await save(request, owner, [{ name, isPublic: false }]);
  const path = `/playlist/${encodeURIComponent(name)}`;
  // A fast backend would leave nothing to see of the loading state.
  let seen = false;
  await page.route('**/rest/v1/**', async (route) => {
    await expect(page.getByText('Loading fragrance profile...')).toBeVisible();
    seen = true;
    await route.fallback();
  });
  await page.goto(path);
  await expect.poll(() => seen).toBe(true);
  await page.unroute('**/rest/v1/**');
  await expect(page.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
  await expect(page.getByText('This fragrance is not available in the public playlist')).toBeVisible();

  const home = await browser.newContext();
  const own = await home.newPage();
  await signIn(own, owner);
  await own.goto(path);
  await expect(own.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(own.getByText('· Private')).toBeVisible();
  await own.goto('/store?tab=playlist');
  await own.getByRole('tab', { name: 'Your Fragrances' }).click();
  await expect(card(own, name).getByText('Private')).toBeVisible();
  await expectAccessible(own);
  await own.goto('/profile?tab=fragrances');
  await own.getByRole('switch', { name: `Show ${name} in the public playlist` }).click();
  await expect(own.getByText('Added to playlist')).toBeVisible();

  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await own.getByRole('switch', { name: `Show ${name} in the public playlist` }).click();
  await expect(own.getByText('Removed from playlist')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Store' }).click();
  await expect(page).toHaveURL(/\/store/);
  await home.close();
});
