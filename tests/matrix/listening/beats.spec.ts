import { expect, test } from '../../e2e/support/fixture.ts';
import { heardSound, listenFor, peakOfLast } from '../../e2e/support/speakers.ts';
import { open } from '../../e2e/support/steps/beats.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts has that policy.
test.use({ bypassCSP: true });

test('leaving the screen stops the beat', { tag: '@slow' }, async ({ page }) => {
  await open(page, '?beat=1.180.8.50.1c.ff');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => peakOfLast(page, 0.3)).toBeGreaterThan(0.05);
  await page.getByRole('link', { name: 'Scentwaves' }).click();
  await expect(page.getByRole('heading', { name: 'Scentwaves', level: 1 })).toBeVisible();
  await listenFor(page, 0.5);
  expect(await peakOfLast(page, 0.3)).toBeLessThan(1e-3);
  expect((await heardSound(page)).samples.length).toBeGreaterThan(0);
});
