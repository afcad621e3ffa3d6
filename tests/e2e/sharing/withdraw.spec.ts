import { expect, test, expectAccessible } from '../support/fixture.ts';
import { publisher } from '../support/hosts/publicSide.ts';
import { logIn } from '../support/members.ts';
import {
  closeShareSheet,
  fragrance,
  openResults,
  openShareSheet,
  rowsOf,
  share,
  storeMelody,
} from '../support/shareFlow.ts';
import { publicOf, expectGone, takeBack, takeBackInSheet } from '../support/steps/withdraw.ts';

// The page of a share that is gone answers 404 or 410, which the browser logs by itself.
test.use({ expectedConsole: [/Failed to load resource/] });

test('a withdrawn share leaves no page, picture or file', async ({ page, request }) => {
  const { trace, ...rest } = fragrance(undefined, { source: 'keys' });
  await openResults(page, { ...rest, ...(trace === undefined ? {} : { trace }) });
  await openShareSheet(page);
  // It was played on the keyboard: there is no recording to play.
  await expect(
    page.getByText('Anyone with the link can hear your sound and see its notes. You can take it back.'),
  ).toBeVisible();
  // A visitor has no name that the page could show.
  await expect(page.getByRole('switch', { name: 'Show my name' })).toHaveCount(0);
  const found = await publicOf(request, await share(page));
  // After a reload the link is still there, and so is the way back.
  await page.reload();
  // It is behind Share: the notes stay in the first view.
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /\/share\// })).toHaveCount(0);
  await openShareSheet(page);
  await expect(page.getByRole('link', { name: /\/share\/[A-Za-z0-9]{8}$/ })).toBeVisible();
  await takeBackInSheet(page);
  await openShareSheet(page);
  await expect(page.getByRole('link', { name: /\/share\/[A-Za-z0-9]{8}$/ })).toHaveCount(0);
  await closeShareSheet(page);
  await expectGone(request, found);
  await page.getByRole('button', { name: 'Play Sound' }).click();
  await expect(page.getByRole('button', { name: 'Playing...' })).toBeVisible();
  const again = await share(page);
  expect(again).not.toBe(found.link);
  await publicOf(request, again);
});

// The page of a share that is gone answers 404 or 410, which the browser logs by itself.

test(
  'a share can be withdrawn from its page, by its owner only',
  { tag: '@slow' },
  async ({ page, browser, request }) => {
    await openResults(page, fragrance(await storeMelody(request)));
    const link = await share(page);
    const found = await publicOf(request, link);
    const elsewhere = await browser.newContext();
    const visitor = await elsewhere.newPage();
    await visitor.goto(link);
    await expect(visitor.getByRole('button', { name: 'Copy Link' })).toBeVisible();
    await expect(visitor.getByText('You shared this.')).toHaveCount(0);
    await elsewhere.close();

    await page.goto(link);
    await expect(page.getByText('You shared this.')).toBeVisible();
    await takeBack(page);
    await expect(page.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
    await expectAccessible(page);
    await expectGone(request, found);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
  },
);

test(
  'a share can be withdrawn from the profile, on another device too; a saved fragrance with the same recording keeps it',
  { tag: '@slow' },
  async ({ page, browser, request }) => {
    const ada = await publisher(request);
    await logIn(page, ada);
    await page.goto('/');
    await page.evaluate(
      (kept) => localStorage.setItem('fragranceProfile', kept),
      JSON.stringify(fragrance(await storeMelody(request, ada.headers), { name: 'Blue Hour' })),
    );
    await page.goto('/results');
    const found = await publicOf(request, await share(page));
    await page.getByRole('button', { name: 'Save to my profile' }).click();
    await expect(page.getByRole('button', { name: 'Saved to my profile' })).toBeVisible();

    const elsewhere = await browser.newContext();
    const other = await elsewhere.newPage();
    await logIn(other, ada);
    await other.goto('/profile?tab=fragrances');
    const links = other.getByRole('region', { name: 'Shared links' });
    await expect(links.getByRole('link', { name: 'Blue Hour' })).toHaveAttribute('href', found.link);
    await takeBack(other);
    await expect(links.getByText('You have no shared links.')).toBeVisible();
    await expectGone(request, found);
    const [saved] = await rowsOf<{ audio_path: string }>(
      request,
      'fragrance_profiles',
      `user_id=eq.${ada.id}&select=audio_path`,
    );
    expect(found.audio).not.toContain(saved!.audio_path);
    expect((await request.get(`/storage/v1/object/public/audio/${saved!.audio_path}`)).status()).toBe(200);
    // The device that made it does not hand out a link that is dead.
    const again = await share(page);
    expect(again).not.toBe(found.link);
    await publicOf(request, again);
    await elsewhere.close();
  },
);

test(
  'all data that a device has sent without an account is deleted at once',
  { tag: '@slow' },
  async ({ page, request }) => {
    await page.goto('/about');
    await expect(page.getByText('This browser has sent nothing without an account.')).toBeVisible();

    await openResults(page, fragrance(undefined, { source: 'keys' }));
    // A new owner: other tests share the usual one.
    await page.evaluate(() => localStorage.setItem('accord:owner', crypto.randomUUID().replaceAll('-', '')));
    const found = await publicOf(request, await share(page));

    await page.goto('/about');
    await page.getByRole('button', { name: 'Take it all back' }).click();
    const dialog = page.getByRole('dialog', { name: 'Take everything back?' });
    await expect(dialog.getByText('Preorders stay.')).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Take it all back' }).click();
    await expect(
      page.getByText('Done. Your shares, submissions, messages and recordings were taken back.'),
    ).toBeVisible();
    await expectGone(request, found);
    expect(await page.evaluate(() => localStorage.getItem('accord:owner'))).toBeNull();
    // Data that belongs to the device stays.
    await page.goto('/results');
    await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
    await openShareSheet(page);
    await expect(page.getByText(/^Anyone with the link can hear/)).toBeVisible();
    await expect(page.getByRole('link', { name: /\/share\// })).toHaveCount(0);
  },
);
