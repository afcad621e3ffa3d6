import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { logIn } from '../../e2e/support/members.ts';
import { publisher } from '../../e2e/support/hosts/publicSide.ts';
import { fragrance, openResults, openShareSheet, share, storeMelody } from '../../e2e/support/shareFlow.ts';

/** The page that a stranger lands on: what it tells, what moves, and where it leads. */

const ACCENTS = [
  { note: 'E6', of: 'A4', partial: 3, level: -9 },
  { note: 'C#7', of: 'C#5', partial: 4, level: -14 },
] as const;

/** Petals that live right now. */
const living = (page: Page) => page.locator('main svg[role="img"] path[data-now]');
const play = (page: Page) => page.getByRole('button', { name: 'Play the recording' });

async function shared(page: Page, request: Parameters<typeof storeMelody>[0], changes = {}): Promise<string> {
  await openResults(page, fragrance(await storeMelody(request), { accents: [...ACCENTS], ...changes }));
  return share(page);
}

test('nothing is moved where less motion is wanted', async ({ page, browser, request }) => {
  const link = await shared(page, request);
  const still = await browser.newContext({ reducedMotion: 'reduce' });
  const visitor = await still.newPage();
  await visitor.goto(link);
  await play(visitor).click();
  // Asked in one look: a note is over soon.
  await expect
    .poll(() => living(visitor).evaluateAll((paths) => paths.map((path) => getComputedStyle(path).transform)))
    .toContain('none');
  await still.close();
});

test('a member is named on the page of a share where they asked for it', async ({ page, browser, request }) => {
  const ada = await publisher(request);
  const called = '<b>Ada</b> love "o\u2019';
  const renamed = await request.patch(`/rest/v1/profiles?id=eq.${ada.id}`, {
    headers: ada.headers,
    data: { liquid_name: called },
  });
  expect(renamed.ok(), await renamed.text()).toBe(true);
  await logIn(page, ada);
  await openResults(page, fragrance(await storeMelody(request, ada.headers)));
  await openShareSheet(page);
  const choice = page.getByRole('switch', { name: 'Show my name' });
  await expect(choice).not.toBeChecked();
  await expectAccessible(page);
  await choice.press('Space');
  await expect(choice).toBeChecked();
  const link = await share(page);
  await expect(page.getByText('Its page shows your name.')).toBeVisible();

  const elsewhere = await browser.newContext();
  const visitor = await elsewhere.newPage();
  await visitor.goto(link);
  await expect(visitor.getByText('Made by')).toContainText(called);
  await expectAccessible(visitor);
  await elsewhere.close();

  await page.getByRole('button', { name: /^Take back the share/ }).click();
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByText('Your share was taken back.')).toBeVisible();
  expect((await request.get(link)).status()).toBe(410);
  // The next one asks again.
  await openShareSheet(page);
  await expect(choice).not.toBeChecked();
});
