import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { chooseMore } from '../support/results.ts';
import { fragrance, openResults, rowsOf, storeMelody } from '../support/shareFlow.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: /Accord/ });

const send = (page: Page) => dialog(page).getByRole('button', { name: 'Submit', exact: true });

async function open(page: Page): Promise<void> {
  await chooseMore(page, /^Send to our perfumers/);
  await expect(dialog(page)).toBeVisible();
}

const submissionsOf = (request: Parameters<typeof rowsOf>[0], email: string) =>
  rowsOf<{ name: string; email: string; audio_url: string }>(
    request,
    'fragrance_submissions',
    `email=eq.${encodeURIComponent(email)}&select=name,email,audio_url`,
  );

test('a fragrance is submitted once name and e-mail are valid, and is stored with its recording', async ({
  page,
  request,
}) => {
  const audioUrl = await storeMelody(request);
  const email = `ada-${Date.now()}@example.com`;
  const name = 'Ada "><script>window.pwned = 1</script>';
  await openResults(page, fragrance(audioUrl));
  await open(page);
  await send(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Please provide name, email, and an audio file!');
  await expect(dialog(page).getByLabel('Your Name')).toBeFocused();
  await dialog(page).getByLabel('Your Name').fill(name);
  await dialog(page).getByLabel('Your Email').fill('ada at example');
  await send(page).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Please provide a valid email address.');
  await expectAccessible(page);
  expect(await submissionsOf(request, email)).toEqual([]);

  await dialog(page).getByLabel('Your Email').fill(email);
  await dialog(page).getByLabel('Your Email').press('Enter');
  await expect(page.getByText('Fragrance submitted successfully!')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(await submissionsOf(request, email)).toEqual([{ name, email, audio_url: new URL(audioUrl).pathname }]);
  expect(await page.evaluate(() => 'pwned' in window)).toBe(false);

  // The form is empty again, and Cancel leaves it.
  await open(page);
  await expect(dialog(page).getByLabel('Your Email')).toHaveValue('');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page)).toHaveCount(0);
});
