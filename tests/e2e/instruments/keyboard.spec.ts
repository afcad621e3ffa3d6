import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parseMidi } from 'midi-file';
import { readLocal, shownEssence } from '../support/createFlow.ts';
import { expect, test, expectAccessible } from '../support/fixture.ts';
import { card, key, open } from '../support/steps/keyboard.ts';
import { installMidi, plugMidi, sendMidi, unplugMidi } from '../support/virtualMidi.ts';

const take = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your take' }).getByRole('button', { name, exact: true });

test("a performer's session: two devices, a pedal, bends, one replugged, and the file of the take", async ({
  page,
}) => {
  await installMidi(page, ['Stage', 'Desk']);
  await page.goto('/secret-keyboard');
  await page.getByRole('button', { name: 'Connect MIDI' }).click();
  await expect(page.getByText('MIDI Connected: Stage')).toBeVisible();
  await page.getByRole('button', { name: 'Held', exact: true }).click();
  await take(page, 'Record').click();
  const c4 = key(page, 'C4');
  const pedal = page.locator('[data-dot="pedal"]');
  await sendMidi(page, 'Stage', [0xb0, 7, 100], [0xb0, 11, 80], [0xb0, 64, 127], [0x90, 60, 100]);
  await expect(c4).toHaveAttribute('data-down', '');
  await expect(pedal).toHaveAttribute('data-lit', '');
  await sendMidi(page, 'Stage', [0x80, 60, 40]);
  await expect(c4).toHaveAttribute('data-held', '');
  await sendMidi(page, 'Stage', [0xe0, 127, 127]);
  await expect(c4).toHaveAttribute('data-bend', '↑ D4');
  await sendMidi(page, 'Stage', [0xe0, 0, 64], [0xb0, 64, 0]);
  await expect(c4).not.toHaveAttribute('data-down', '');
  // The other device is not chosen: it is offered once, and plays while the first one is disconnected.
  await sendMidi(page, 'Desk', [0x90, 62, 90], [0x80, 62, 0]);
  await expect(page.getByRole('button', { name: 'Play with Desk?' })).toBeVisible();
  await unplugMidi(page, 'Stage');
  await expect(page.getByText('MIDI Connected: Desk')).toBeVisible();
  await sendMidi(page, 'Desk', [0x90, 64, 80], [0x80, 64, 64]);
  await plugMidi(page, 'Stage');
  await expect(page.getByText('MIDI Connected: Stage')).toBeVisible();
  await sendMidi(page, 'Stage', [0x90, 67, 60], [0x80, 67, 10]);
  await take(page, 'Stop').click();
  await expect(page.getByText('3 notes', { exact: true })).toBeVisible();

  await take(page, 'Tempo, quantize, export').click();
  const [download] = await Promise.all([page.waitForEvent('download'), take(page, 'Export MIDI').click()]);
  const { tracks } = parseMidi(await readFile(await download.path()));
  const events = tracks.flatMap((track) => {
    let tick = 0;
    return track.map((event) => ({ ...event, tick: (tick += event.deltaTime) }));
  });
  const struck = events.filter((event) => event.type === 'noteOn');
  expect(struck.map(({ noteNumber, velocity }) => [noteNumber, velocity]).toSorted()).toEqual([
    [60, 100],
    [64, 80],
    [67, 60],
  ]);
  const released = events.filter((event) => event.type === 'noteOff');
  expect(released.map(({ noteNumber, velocity }) => [noteNumber, velocity]).toSorted()).toEqual([
    [60, 40],
    [64, 64],
    [67, 10],
  ]);
  // The key went up before the pedal, and the file has both.
  const up = released.find(({ noteNumber }) => noteNumber === 60)!;
  const controllers = events.filter((event) => event.type === 'controller');
  for (const [number, value] of [
    [7, 100],
    [11, 80],
  ])
    expect(controllers.find(({ controllerType }) => controllerType === number)?.value).toBe(value);
  const pedals = controllers.filter(({ controllerType }) => controllerType === 64);
  expect(pedals.map(({ value }) => value)).toEqual([127, 0]);
  expect(up.tick).toBeLessThan(pedals[1]!.tick);
  expect(Math.max(...events.flatMap((event) => (event.type === 'pitchBend' ? [event.value] : [])))).toBe(8191);
  expect(events.flatMap((event) => (event.type === 'trackName' ? [event.text] : []))).toContain('Held');
  expect(events.some((event) => event.type === 'programChange')).toBe(true);
});

test('notes played by hand and on a MIDI device are a take, which becomes a fragrance', async ({ page }) => {
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
  expect(await readLocal(page, 'fragranceProfile')).toMatchObject({ source: 'keys' });
});

test.describe(() => {
  // The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts
  // has that policy.
  test.use({ bypassCSP: true });

  test(
    "the keys show the labels of the visitor's keyboard, and stay in their places",
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

  test('the keyboard screen can be used by keys and screen readers', { tag: '@slow' }, async ({ page }) => {
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
