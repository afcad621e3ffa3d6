import { expect, expectAccessible, test } from '../../e2e/support/fixture.ts';
import { openResults } from '../../e2e/support/shareFlow.ts';
import { sung } from '../../e2e/support/steps/results.ts';

/** The results page itself: how long it is, what stands on it, and that it holds still. */

const DESKTOP = { width: 1440, height: 900 };
test('on a desk all that was measured is open after one press', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await openResults(page, sung());
  await page.locator('summary', { hasText: 'Why?' }).click();
  for (const words of [/rings an E6/, /^Your sound is /, /0\.\d s at/])
    await expect(page.getByText(words).first()).toBeVisible();
  await expectAccessible(page);
});
