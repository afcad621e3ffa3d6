import { serverKeys } from '../support/keys.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { fragrance, idOf, openResults, share, storeMelody } from '../support/shareFlow.ts';

// The page of a hidden share answers 404 or 410, which the browser logs by itself.
test.use({ expectedConsole: [/Failed to load resource/] });

test(
  'others can report a share, its owner cannot, and it is gone while the operator hides it',
  { tag: '@slow' },
  async ({ page, browser, request }) => {
    // Only this test has this sound: a recording that was hidden cannot be shared again.
    const recording = await storeMelody(request, {}, 'claps.wav');
    await openResults(page, fragrance(recording, { name: 'Squall over Pine' }));
    const link = await share(page);
    await page.goto(link);
    await expect(page.getByText('You shared this.')).toBeVisible();
    await expect(page.getByText('Base notes')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Report/ })).toHaveCount(0);

    const elsewhere = await browser.newContext({ reducedMotion: 'reduce' });
    const visitor = await elsewhere.newPage();
    await visitor.goto(link);
    await visitor.getByRole('button', { name: 'Report Squall over Pine' }).click();
    const dialog = visitor.getByRole('dialog', { name: /^Report / });
    await dialog.getByLabel('What is wrong with it?').selectOption('It insults or threatens somebody');
    await expectAccessible(visitor);
    await dialog.getByRole('button', { name: 'Report' }).click();
    await expect(visitor.getByText('You reported this. Thank you.')).toBeFocused();
    await visitor.reload();
    await expect(visitor.getByText('Base notes')).toBeVisible();
    await expect(visitor.getByText('You reported this. Thank you.')).toBeVisible();

    const hidden = await request.patch(`/rest/v1/fragrance_shares?share_id=eq.${idOf(link)}`, {
      headers: { apikey: serverKeys().secret },
      data: { hidden: true },
    });
    expect(hidden.status()).toBe(204);
    await visitor.reload();
    await expect(visitor.getByRole('heading', { name: 'Fragrance profile not found' })).toBeVisible();
    await elsewhere.close();
  },
);
