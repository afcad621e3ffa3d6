import type { Page } from '@playwright/test';
import { expect, test } from '../../e2e/support/fixture.ts';
import { chooseMore } from '../../e2e/support/results.ts';
import { fragrance, openResults, rowsOf, storeMelody } from '../../e2e/support/shareFlow.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /Accord/ });
const send = (page: Page) => dialog(page).getByRole('button', { name: 'Submit', exact: true });

async function open(page: Page): Promise<void> {
  await chooseMore(page, /^Submit/);
  await expect(dialog(page)).toBeVisible();
}

const submissionsOf = (request: Parameters<typeof rowsOf>[0], email: string) =>
  rowsOf<{ name: string; email: string; audio_url: string }>(
    request,
    'fragrance_submissions',
    `email=eq.${encodeURIComponent(email)}&select=name,email,audio_url`,
  );

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
