import type { Page } from '@playwright/test';
import { local, shownEssence } from '../support/createFlow.ts';
import { expect, test, expectAccessible } from '../support/fixture.ts';
import { card, key, open } from '../support/steps/keyboard.ts';
import { installMidi, sendMidi } from '../support/virtualMidi.ts';

const take = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your take' }).getByRole('button', { name, exact: true });

test('what is played by hand and on a MIDI device is a take, which becomes a fragrance', async ({ page }) => {
  await installMidi(page, ['Test Keys']);
  await page.goto('/secret-keyboard');
  await page.getByRole('button', { name: 'Connect MIDI' }).click();
  await expect(page.getByText('MIDI Connected: Test Keys')).toBeVisible();
  await take(page, 'Record').click();
  await page.keyboard.press('KeyA');
  for (const midi of [64, 67]) await sendMidi(page, 'Test Keys', [0x90, midi, 100], [0x80, midi, 0]);
  await expect(page.getByText('3 notes', { exact: true })).toBeVisible();
  await take(page, 'Stop').click();
  await page.reload();
  await expect(page.getByText('3 notes', { exact: true })).toBeVisible();
  await take(page, 'Create Fragrance').click();
  await expect(page).toHaveURL(/\/results$/);
  expect((await shownEssence(page)).toSorted()).toEqual(['C4', 'E4', 'G4']);
  expect(await local(page, 'fragranceProfile')).toMatchObject({ source: 'keys' });
});

test.describe(() => {
  // The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts has that policy.
  test.use({ bypassCSP: true });

  test(
    "the keys show what is printed on the visitor's board, and keep their places",
    { tag: '@slow' },
    async ({ page }) => {
      await page.addInitScript(() => {
        const azerty = new Map([
          ['KeyA', 'q'],
          ['KeyW', 'z'],
          ['KeyS', 's'],
        ]);
        Object.defineProperty(navigator, 'keyboard', {
          configurable: true,
          value: { getLayoutMap: () => Promise.resolve(azerty) },
        });
      });
      await open(page);
      await expect(key(page, 'C4').locator('[data-letter=Q]')).toBeVisible();
      await expect(key(page, 'C#4').locator('[data-letter=Z]')).toBeVisible();
      await expect(page.getByText(/^Tip: play with the keys Q Z S E D/)).toBeVisible();
      await page.keyboard.press('KeyA');
      await expect(card(page)).toContainText('C4');
    },
  );

  test('refused MIDI and a browser without it show a message', { tag: '@slow' }, async ({ page }) => {
    await installMidi(page, [], 'refused');
    await open(page);
    await page.getByRole('button', { name: 'Connect MIDI' }).click();
    await expect(page.getByText('MIDI Access Denied')).toBeVisible();
    await expect(page.getByText('Could not access your MIDI devices. Please check permissions.')).toBeVisible();
    await page.addInitScript(() => Object.defineProperty(navigator, 'requestMIDIAccess', { value: undefined }));
    await page.reload();
    await expect(page.getByText('MIDI not supported in this browser')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Connect MIDI' })).toHaveCount(0);
  });

  test('the keyboard is open to keys and screen readers', { tag: '@slow' }, async ({ page }) => {
    await page.clock.install();
    await open(page);
    await expect(page.getByText(/^Tip: play with the keys/)).toBeVisible();
    const before = await card(page).boundingBox();
    await page.clock.fastForward(10_000);
    await expect(page.getByText(/^Tip: play with the keys/)).toHaveCount(0);
    expect(await card(page).boundingBox()).toEqual(before);
    await key(page, 'C4').focus();
    await page.keyboard.press('ArrowRight');
    await expect(key(page, 'C#4')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card(page)).toContainText('C#4');
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    await expect(card(page)).toContainText('C5');
    expect(await card(page).boundingBox()).toEqual(before);
    await page.clock.resume();
    await expectAccessible(page);
  });
});
