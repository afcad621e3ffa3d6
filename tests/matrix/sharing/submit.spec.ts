import { expect, test } from '../../e2e/support/fixture.ts';
import { fragrance, openResults, storeMelody } from '../../e2e/support/shareFlow.ts';
import { dialog, send, open, submissionsOf } from '../../e2e/support/steps/submit.ts';

test.describe('a submission that fails', () => {
  test.use({ expectedConsole: [/Failed to load resource/] });

  test('keeps what was typed, and goes through when it is sent again', async ({ page, request }) => {
    const email = `grace-${Date.now()}@example.com`;
    await openResults(page, fragrance(await storeMelody(request)));
    await open(page);
    await dialog(page).getByLabel('Your Name').fill('Grace');
    await dialog(page).getByLabel('Your Email').fill(email);
    await page.route('**/functions/v1/smart-function', (route) =>
      route.fulfill({ status: 500, json: { success: false, error: 'no' } }),
    );
    await send(page).click();
    await expect(page.getByText('Failed to submit fragrance. Please try again later.')).toBeVisible();
    await expect(dialog(page).getByLabel('Your Email')).toHaveValue(email);
    expect(await submissionsOf(request, email)).toEqual([]);
    await page.unrouteAll();
    await send(page).click();
    await expect(page.getByText('Fragrance submitted successfully!')).toBeVisible();
    expect(await submissionsOf(request, email)).toHaveLength(1);
  });
});
