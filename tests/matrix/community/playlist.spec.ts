import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { logIn } from '../../e2e/support/members.ts';
import { PHONE, publisher, save, setPublic } from '../../e2e/support/hosts/publicSide.ts';
import { storeMelody } from '../../e2e/support/shareFlow.ts';
import { card, fillPlaylist, names, search, unique, open } from '../../e2e/support/steps/playlist.ts';

/** How far each of a card's nine bars stands up; 0 while it does not play, as there are none. */
const bars = (page: Page, name: string) =>
  card(page, name)
    .getByTestId('bars')
    .evaluateAll((all) =>
      Array.from({ length: 9 }, (_, i) => {
        const bar = all[0]?.children[i] as HTMLElement | undefined;
        return Number(/scaleY\(([\d.]+)\)/.exec(bar?.style.transform ?? '')?.[1] ?? 0);
      }),
    );

test('the playlist comes page by page, newest first, is searched by name and note, and carries no audio', async ({
  page,
  request,
}) => {
  const word = `w${Date.now().toString(36)}`;
  const owner = await publisher(request);
  const audioUrl = await storeMelody(request, owner.headers);
  await save(
    request,
    owner,
    Array.from({ length: 30 }, (_, i) => ({
      name: `${word} ${i}`,
      audioUrl,
      essence: i === 7 ? (['C0', 'A0', 'B7'] as const) : (['C4', 'E4', 'G4'] as const),
    })),
  );
  const answers: Promise<string>[] = [];
  page.on('response', (response) => {
    if (!response.url().includes('/rpc/public_fragrances')) return;
    answers.push(response.text());
  });
  await open(page);
  // The newest are the same without the search, so wait for what the search brings.
  const found = page.waitForResponse(
    (response) =>
      response.url().includes('/rpc/public_fragrances') && (response.request().postData() ?? '').includes(word),
  );
  await search(page).fill(word);
  await found;
  const newest = Array.from({ length: 24 }, (_, i) => `${word} ${29 - i}`);
  await expect.poll(() => names(page)).toEqual(newest);
  await expect(card(page, `${word} 29`).getByText('By Ada Lovelace')).toBeVisible();
  // Something new comes in between: no fragrance is shown twice, none is skipped.
  await save(request, owner, [{ name: `${word} late` }]);
  await page.getByRole('button', { name: 'Load more' }).click();
  await expect.poll(() => names(page)).toEqual([...newest, ...Array.from({ length: 6 }, (_, i) => `${word} ${5 - i}`)]);
  await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden();
  await search(page).fill(`${word} glacial bre`);
  await expect.poll(() => names(page)).toEqual([`${word} 7`]);
  await search(page).fill(`${word} b7`);
  await expect.poll(() => names(page)).toEqual([`${word} 7`]);
  await search(page).fill(`${word} nothing`);
  await expect(page.getByText('No fragrances found')).toBeVisible();
  const listed = await Promise.all(answers);
  expect(listed.length).toBeGreaterThan(3);
  for (const text of listed)
    expect(text, 'lists never carry audio or the owner').not.toMatch(/audio_data|"trace"|"user_id"|\/storage\//);
});

test('one fragrance sounds at a time, and the bars are the sound itself', async ({ page, request }) => {
  await page.setViewportSize(PHONE);
  const end = Date.now().toString(36);
  const [one, two, mute] = [`One ${end}`, `Two ${end}`, `Mute ${end}`];
  const owner = await publisher(request);
  const audioUrl = await storeMelody(request, owner.headers);
  const [, , , gone] = await save(request, owner, [
    { name: one, audioUrl },
    { name: two, audioUrl },
    { name: mute, essence: ['C4', 'E4'] },
    { name: `Gone ${end}`, audioUrl },
  ]);
  const goneName = (
    await (
      await request.get(`/rest/v1/fragrance_profiles?select=name&id=eq.${gone}`, { headers: owner.headers })
    ).json()
  )[0].name as string;
  await open(page);
  // Other tests publish more than a page of fragrances meanwhile.
  await search(page).fill(end);
  await expect(card(page, one)).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(Math.max(...(await bars(page, one)))).toBeLessThan(0.1);

  await page.getByRole('button', { name: `Play ${one}` }).click();
  await expect.poll(async () => Math.max(...(await bars(page, one)))).toBeGreaterThan(0.4);
  // The melody is sung in the middle of the range: its octave stands out, the deepest does not.
  const levels = await bars(page, one);
  expect(Math.max(levels[3]!, levels[4]!, levels[5]!)).toBeGreaterThan(levels[0]!);
  await page.getByRole('button', { name: `Play ${two}` }).click();
  await expect(page.getByRole('button', { name: `Stop ${two}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Play ${one}` })).toBeVisible();
  expect(Math.max(...(await bars(page, one)))).toBeLessThan(0.1);
  await page.getByRole('button', { name: `Stop ${two}` }).click();
  await expect(page.getByRole('button', { name: /^Stop / })).toHaveCount(0);

  await page.getByRole('button', { name: `Play ${mute}` }).click();
  await expect(page.getByText('No audio recording available for this fragrance')).toBeVisible();
  await expect(page.getByRole('button', { name: `Stop ${mute}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Play ${mute}` })).toBeVisible();

  // Taken back by its owner while it stands in this list.
  await setPublic(request, owner, gone!, false);
  await page.getByRole('button', { name: `Play ${goneName}` }).click();
  await expect(page.getByText('This fragrance is not available in the public playlist')).toBeVisible();
  await expect(card(page, goneName)).toBeHidden();
});

test('a fragrance that is taken back while it plays plays on, and is gone the next time', async ({ page, request }) => {
  const name = unique('Taken');
  const owner = await publisher(request);
  const [id] = await save(request, owner, [{ name, audioUrl: await storeMelody(request, owner.headers) }]);
  await open(page);
  await search(page).fill(name);
  await page.getByRole('button', { name: `Play ${name}` }).click();
  await expect.poll(async () => Math.max(...(await bars(page, name)))).toBeGreaterThan(0.2);
  await setPublic(request, owner, id!, false);
  await expect.poll(async () => Math.max(...(await bars(page, name)))).toBeGreaterThan(0.2);
  await expect(page.getByRole('button', { name: `Stop ${name}` })).toBeVisible();
  await page.getByRole('button', { name: `Stop ${name}` }).click();
  await page.reload();
  await expect(search(page)).toBeVisible();
  await search(page).fill(name);
  await expect(page.getByText('No fragrances found')).toBeVisible();
});

test('any name leads to its page, and two of the same name each to their own', async ({ page, request }) => {
  const [ada, grace] = [await publisher(request), await publisher(request)];
  const end = Date.now().toString(36);
  const odd = [`A/B? #1 100% ${end}`, `🌸👩‍👩‍👧 ${end}`, `${'long '.repeat(20)}${end}`, `50%2F ${end}`, `<b>&amp; ${end}`];
  await save(
    request,
    ada,
    odd.map((name) => ({ name })),
  );
  await open(page);
  await search(page).fill(end);
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toHaveCount(odd.length);
  for (const name of odd) {
    // A direct visit, by name alone, and with the link of the card.
    await page.goto(`/playlist/${encodeURIComponent(name)}`);
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  }
  await expectAccessible(page);

  const same = `Same ${end}`;
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
});

test("a private card opens the member's own fragrance, not a stranger's public one of the same name", async ({
  page,
  request,
}) => {
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
  // The same link leads a stranger nowhere, and not to somebody else's.
  await page.evaluate(() => localStorage.clear());
  await page.goto(`/playlist/${encodeURIComponent(name)}?id=${id}`);
  await expect(page.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
});

test('a member without fragrances, and a playlist of none', async ({ page, request }) => {
  const member = await publisher(request);
  await logIn(page, member);
  // Other tests publish on this backend: the list is emptied on its way.
  await page.route('**/rpc/public_fragrances', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: '[]' }),
  );
  await page.goto('/store?tab=playlist');
  await expect(page.getByText('No community fragrances yet')).toBeVisible();
  await expect(page.getByText('Be the first to share your fragrance creation!')).toBeVisible();
  // Only who has some can choose between the community's and the own ones.
  await expect(page.getByRole('tab', { name: 'Your Fragrances' })).toHaveCount(0);
  // The two demos are shown meanwhile, and one of them opens.
  expect((await names(page)).slice(-2)).toEqual(['Lavender Dreams', 'Citrus Burst']);
  await page.getByRole('link', { name: 'Lavender Dreams' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Lavender Dreams' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Report/ })).toHaveCount(0);
  await page.goBack();
  await page.getByRole('link', { name: 'Create a Fragrance' }).click();
  await expect(page).toHaveURL(/\/create$/);
});

test.describe('without the backend', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('the playlist goes on with what this device knows', async ({ page }) => {
    await page.route('**/rest/v1/**', (route) => route.abort());
    await page.goto('/store?tab=playlist');
    await expect(page.getByText('Could not load community fragrances. Using offline mode.')).toBeVisible();
    await expect.poll(() => names(page)).toEqual(['Lavender Dreams', 'Citrus Burst']);
    await expectAccessible(page);
    await card(page, 'Citrus Burst').getByRole('link', { name: 'Citrus Burst' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Citrus Burst' })).toBeVisible();
    await page.goto('/playlist/Nobody');
    await expect(page.getByText('Could not load the fragrance profile')).toBeVisible();
    // Nobody could be asked: that does not mean that it was taken out.
    await expect(page.getByRole('heading', { name: 'This fragrance is out of reach' })).toBeVisible();
    await expect(page.getByText('taken out of the playlist')).toHaveCount(0);
    await expectAccessible(page);
  });

  test('back online the playlist and a page of it come by themselves, and nothing says "Offline" any more', async ({
    page,
    request,
  }) => {
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
  });

  test('an error of the backend is told in its own words beside what this device knows', async ({ page }) => {
    await page.route('**/rpc/public_fragrances', (route) =>
      route.fulfill({ status: 400, json: { code: '22023', message: 'a rule was broken' } }),
    );
    await page.goto('/store?tab=playlist');
    await expect(page.getByText('Error getting community playlist: a rule was broken')).toBeVisible();
    await expect.poll(() => names(page)).toEqual(['Lavender Dreams', 'Citrus Burst']);
  });
});
