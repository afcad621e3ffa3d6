import { expect, expectAccessible, test } from '../support/fixture.ts';
import { PHONE_PX, publisher, save, setPublic } from '../support/hosts/publicSide.ts';
import { signIn, logIn } from '../support/members.ts';
import { storeMelody } from '../support/shareFlow.ts';
import { card, search, unique, open, fillPlaylist, names } from '../support/steps/playlist.ts';

test('the page of a fragrance has its words, its sound and the ways back', async ({ page, request }) => {
  await page.setViewportSize(PHONE_PX);
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
  // With a fast backend the loading state would not be visible.
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

test(
  'the playlist loads page by page, newest first, and can be searched',
  { tag: '@slow' },
  async ({ page, request }) => {
    const word = `w${Date.now().toString(36)}`;
    const owner = await publisher(request);
    await save(
      request,
      owner,
      Array.from({ length: 26 }, (_, i) => ({
        name: `${word} ${i}`,
        ...(i === 7 ? { essence: ['C0', 'A0', 'B7'] as const } : {}),
      })),
    );
    await open(page);
    // The newest are the same without the search, so wait for the results of the search.
    const found = page.waitForResponse(
      (response) =>
        response.url().includes('/rpc/public_fragrances') && (response.request().postData() ?? '').includes(word),
    );
    await search(page).fill(word);
    await found;
    const newest = Array.from({ length: 24 }, (_, i) => `${word} ${25 - i}`);
    await expect.poll(() => names(page)).toEqual(newest);
    await expect(card(page, `${word} 25`).getByText('By Ada Lovelace')).toBeVisible();
    // Something new comes in between: no fragrance is shown twice, none is skipped.
    await save(request, owner, [{ name: `${word} late` }]);
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect.poll(() => names(page)).toEqual([...newest, `${word} 1`, `${word} 0`]);
    await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
    await search(page).fill(`${word} glacial bre`);
    await expect.poll(() => names(page)).toEqual([`${word} 7`]);
    await search(page).fill(`${word} nothing`);
    await expect(page.getByText('No fragrances found')).toBeVisible();
  },
);

test(
  'a fragrance without a recording plays its notes, and one that was made private leaves the list',
  { tag: '@slow' },
  async ({ page, request }) => {
    const end = Date.now().toString(36);
    const [mute, gone] = [`Mute ${end}`, `Gone ${end}`];
    const owner = await publisher(request);
    const [, id] = await save(request, owner, [
      { name: mute, essence: ['C4', 'E4'] },
      { name: gone, audioUrl: await storeMelody(request, owner.headers) },
    ]);
    await open(page);
    // Other tests publish more than a page of fragrances meanwhile.
    await search(page).fill(end);
    await page.getByRole('button', { name: `Play ${mute}` }).click();
    await expect(page.getByText('No audio recording available for this fragrance')).toBeVisible();
    await expect(page.getByRole('button', { name: `Stop ${mute}` })).toBeVisible();
    await expect(page.getByRole('button', { name: `Play ${mute}` })).toBeVisible();

    await setPublic(request, owner, id!, false);
    await page.getByRole('button', { name: `Play ${gone}` }).click();
    await expect(page.getByText('This fragrance is not available in the public playlist')).toBeVisible();
    await expect(card(page, gone)).toBeHidden();
  },
);

test(
  'two fragrances of one name each lead to their own page, and the name alone to the newest',
  { tag: '@slow' },
  async ({ page, request }) => {
    const [ada, grace] = [await publisher(request), await publisher(request)];
    const same = `A/B? #1 100% ${Date.now().toString(36)}`;
    await save(request, ada, [{ name: same, essence: ['C4', 'E4', 'G4'] }]);
    await save(request, grace, [{ name: same, essence: ['A2', 'C#3', 'E3'] }]);
    const essence = () => page.getByRole('definition').first().textContent();
    for (const [place, notes] of [
      [0, 'A2, C#3, E3'],
      [1, 'C4, E4, G4'],
    ] as const) {
      await open(page);
      await search(page).fill(same);
      await expect(card(page, same)).toHaveCount(2);
      await card(page, same).nth(place).getByRole('link', { name: same }).click();
      await expect(page.getByRole('heading', { level: 1, name: same })).toBeVisible();
      expect(await essence()).toBe(notes);
    }
    // By name alone it is the one that was published last.
    await page.goto(`/playlist/${encodeURIComponent(same)}`);
    await expect(page.getByRole('heading', { level: 1, name: same })).toBeVisible();
    expect(await essence()).toBe('A2, C#3, E3');
  },
);

test(
  "a private card opens the member's own fragrance, not another's public one of the same name",
  { tag: '@slow' },
  async ({ page, request }) => {
    const name = unique('Twin');
    const [ada, grace] = [await publisher(request), await publisher(request)];
    const [id] = await save(request, ada, [{ name, isPublic: false, essence: ['C4', 'E4', 'G4'] }]);
    await save(request, grace, [{ name, essence: ['A2', 'C#3', 'E3'] }]);
    await logIn(page, ada);
    await page.goto('/profile?tab=fragrances');
    await page
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByText('· Private')).toBeVisible();
    await expect(page.getByRole('definition').first()).toHaveText('C4, E4, G4');
    // For another visitor the same link finds nothing, not even the public fragrance of that name.
    await page.evaluate(() => localStorage.clear());
    await page.goto(`/playlist/${encodeURIComponent(name)}?id=${id}`);
    await expect(page.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
  },
);

test.describe('without the backend', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('the playlist shows the copies of this device', { tag: '@slow' }, async ({ page }) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/store?tab=playlist');
    await expect(page.getByText('Could not load community fragrances. Using offline mode.')).toBeVisible();
    await expect.poll(() => names(page)).toEqual(['Lavender Dreams', 'Citrus Burst']);
    await expectAccessible(page);
    await card(page, 'Citrus Burst').getByRole('link', { name: 'Citrus Burst' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Citrus Burst' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Report/ })).toHaveCount(0);
    await page.goto('/playlist/Nobody');
    await expect(page.getByText('Could not load the fragrance profile')).toBeVisible();
    // The backend did not answer: that does not mean that the fragrance was taken out.
    await expect(page.getByRole('heading', { name: 'This fragrance is out of reach' })).toBeVisible();
    await expect(page.getByText('taken out of the playlist')).toHaveCount(0);
    await expectAccessible(page);
  });

  test(
    'back online the playlist and a page of it load without a press, and nothing shows "Offline" any more',
    { tag: '@slow' },
    async ({ page, request }) => {
      const name = unique('Back');
      await fillPlaylist(page);
      await save(request, await publisher(request), [{ name }]);
      await page.route('**/rest/v1/**', (route) => route.abort());
      await page.goto('/store?tab=playlist');
      await expect(page.getByText('Offline: these are the fragrances saved on this device.')).toBeVisible();
      await page.unroute('**/rest/v1/**');
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(page.getByText(/^Offline/)).toHaveCount(0);
      await search(page).fill(name);
      await expect(card(page, name)).toBeVisible();

      await page.route('**/rest/v1/**', (route) => route.abort());
      await page.goto(`/playlist/${encodeURIComponent(name)}`);
      await expect(page.getByRole('heading', { name: 'This fragrance is out of reach' })).toBeVisible();
      await page.unroute('**/rest/v1/**');
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    },
  );

  test('an error of the backend is shown with its message, beside the demos', { tag: '@slow' }, async ({ page }) => {
    await page.route('**/rpc/public_fragrances', (route) =>
      route.fulfill({ status: 400, json: { code: '22023', message: 'a rule was broken' } }),
    );
    await page.goto('/store?tab=playlist');
    await expect(page.getByText('Error getting community playlist: a rule was broken')).toBeVisible();
    await expect.poll(() => names(page)).toEqual(['Lavender Dreams', 'Citrus Burst']);
  });
});
