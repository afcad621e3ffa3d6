import { join } from 'node:path';
import { GENERATED } from '../../fixtures/make.ts';
import { MELODY_NOTES } from '../../fixtures/melody.ts';
import {
  createFragrance,
  recordButton,
  recordedFor,
  shownEssence,
  sorted,
  stopButton,
} from '../../e2e/support/createFlow.ts';
import { expect, test } from '../../e2e/support/fixture.ts';
import { newMember, signIn, stranger } from '../../e2e/support/members.ts';

test('a main thread that hangs for 300 ms at a time costs the recording nothing', async ({ page }) => {
  await page.goto('/');
  await recordButton(page).click();
  await expect(stopButton(page)).toBeVisible();
  await page.evaluate(async () => {
    for (let i = 0; i < 10; i++) {
      const until = performance.now() + 300;
      while (performance.now() < until);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  });
  await recordedFor(page, 7);
  await stopButton(page).click();
  await createFragrance(page);
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
});

test('the upload button is there for those on the list', async ({ page, request }) => {
  await signIn(page, await newMember(request, { ...stranger(), email: 'ada@example.com' }));
  await page.goto('/');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload File' }).click();
  await (await chooser).setFiles(join(GENERATED, 'melody.wav'));
  await createFragrance(page);
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
});
