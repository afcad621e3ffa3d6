import { expect, expectAccessible, test, unfinishedAnimations } from '../support/fixture.ts';

test('the accessibility check runs although an animation on the page is paused or takes long', async ({ page }) => {
  await page.setContent(`<html lang="en"><title>Moving</title><main><h1>Moving</h1><p class="paused">a</p><p class="long">b</p></main>
    <style>@keyframes move { to { translate: 1px } } p { animation: move 3600s } .paused { animation-play-state: paused }</style></html>`);
  expect(await unfinishedAnimations(page, 50)).toEqual(['move of p.long']);
  await expectAccessible(page);
});
