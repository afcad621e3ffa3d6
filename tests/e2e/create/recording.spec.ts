import type { Page } from '@playwright/test';
import { createButton, createFragrance, local, recordButton, shownEssence } from '../support/createFlow.ts';
import { expectNoEmptySpace } from '../support/measures/emptySpace.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';

/** A recording on its way: through a reload, a slow line, no line at all. */

/** Seconds of the recording that this device keeps, while it goes on. */
const keptSeconds = async (page: Page): Promise<number> =>
  (await local<{ seconds: number }[]>(page, 'accord:drafts'))?.at(-1)?.seconds ?? 0;

test('a reload in the middle of a recording keeps it', async ({ page, context }) => {
  await page.goto('/');
  await recordButton(page).click();
  await expect.poll(() => keptSeconds(page)).toBeGreaterThanOrEqual(3);
  // Another tab does not offer what is still being recorded here.
  const other = await context.newPage();
  await other.goto('/');
  await expect(recordButton(other)).toBeVisible();
  await expect
    .poll(() =>
      other.evaluate(async () =>
        (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith('accord-draft:')),
      ),
    )
    .toBe(true);
  await expect(other.getByText(/We kept your recording/)).toBeHidden();
  await other.close();

  await page.reload();
  await expect(page.getByText(/We kept your recording of 0:\d\d\./)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Use it' }).focus();
  await page.keyboard.press('Enter');
  await expect(createButton(page)).toBeVisible();
  await expect(createButton(page)).toBeFocused();
  await expectNoEmptySpace(page);
  await createFragrance(page);
  expect((await shownEssence(page)).length).toBeGreaterThanOrEqual(3);

  // It is a fragrance now: the create screen begins afresh.
  await page.getByRole('link', { name: 'Create', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'Create Your Fragrance' })).toBeVisible();
  await expect(recordButton(page)).toBeVisible();
  await expect(page.getByText(/We kept your/)).toBeHidden();
});
