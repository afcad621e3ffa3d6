import { blendName } from '#features/fragrance/domain/composition/fragrance.ts';
import { amplitudeOf } from '#tests/soundMeasures.ts';
import { expect, test, expectAccessible } from '../support/fixture.ts';
import { heardNames, recordOutput, recordedOutput, clearOutput, peakOfLast } from '../support/speakers.ts';
import { key, card, NOTE_S, open, wake, piano } from '../support/steps/keyboard.ts';
import { installMidi, plugMidi, sendMidi, unplugMidi } from '../support/virtualMidi.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts
// has that policy.
test.use({ bypassCSP: true });

test('a finger on the piano plays its note, and its scent is shown', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await wake(page);
  for (const note of ['C4', 'E4', 'A4']) {
    const box = (await key(page, note).boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height - 30);
    await page.mouse.down();
    // Lit on press, not on release.
    await expect(key(page, note)).toHaveAttribute('data-down', '');
    await page.mouse.up();
    await expect(key(page, note)).not.toHaveAttribute('data-down', '');
    await recordOutput(page, NOTE_S);
  }
  expect(await heardNames(page)).toEqual(['C4', 'E4', 'A4']);
  await expect(card(page)).toContainText('A4');
  await expect(card(page)).toContainText('Spices & Deep Florals');
  // The latency is shown to performers only.
  await expect(page.getByText(/^Touch to sound/)).toHaveCount(0);
});

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts
// has that policy.

test('letters play by their place, and number keys choose the category', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await wake(page);
  for (const code of ['KeyA', 'KeyD', 'KeyU']) {
    await page.keyboard.down(code);
    await page.keyboard.down(code);
    await page.keyboard.up(code);
    await recordOutput(page, NOTE_S);
  }
  await page.keyboard.press('Digit6');
  await expect(page.getByRole('button', { name: 'Floral & Aromatic' })).toHaveAttribute('aria-pressed', 'true');
  await expect(card(page)).toContainText('Play a key');
  await page.keyboard.press('KeyK');
  await recordOutput(page, NOTE_S);
  expect(await heardNames(page)).toEqual(['C4', 'E4', 'A#4', 'C6']);

  await clearOutput(page);
  await page.evaluate(() => {
    const field = document.createElement('input');
    field.setAttribute('aria-label', 'field');
    document.querySelector('main')!.append(field);
    field.focus();
  });
  await page.keyboard.type('asdf1');
  await recordOutput(page, 0.3);
  expect(await peakOfLast(page, 0.3)).toBe(0);
  await expect(page.getByRole('button', { name: 'Floral & Aromatic' })).toHaveAttribute('aria-pressed', 'true');

  // A piano key that is held while the piano goes to another octave goes up with it.
  await key(page, 'C5').focus();
  await page.keyboard.down('Space');
  await expect(key(page, 'C5')).toHaveAttribute('data-down', '');
  await page.keyboard.press('Digit5');
  await page.keyboard.up('Space');
  await page.keyboard.press('Digit6');
  await expect(key(page, 'C5')).not.toHaveAttribute('data-down', '');
});

test("a family's tone is chosen by keys, described, played and stored", { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await wake(page);
  const tones = page.getByRole('group', { name: 'Tone' });
  const chosen = tones.getByRole('button', { name: 'Green', exact: true });
  await expect(tones).toHaveAccessibleDescription(/sine/);
  await chosen.focus();
  await page.keyboard.press('Enter');
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
  await expect(tones).toHaveAccessibleDescription(/bell/);
  // Until its voices are there a note sounds as a sine: then it has the partials of a bell.
  const partials = (): Promise<number> =>
    recordedOutput(page).then(
      ({ samples, sampleRate }) =>
        amplitudeOf(samples, 4 * 261.63, sampleRate) / amplitudeOf(samples, 261.63, sampleRate),
    );
  await expect
    .poll(async () => {
      await recordOutput(page, NOTE_S);
      await clearOutput(page);
      await page.keyboard.down('KeyA');
      await recordOutput(page, 0.3);
      await page.keyboard.up('KeyA');
      return partials();
    })
    .toBeGreaterThan(0.1);
  await page.reload();
  await expect(chosen).toHaveAttribute('aria-pressed', 'true');
});

test('a finger glides from key to key, and a second one plays independently', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await wake(page);
  await page.getByRole('button', { name: 'Held' }).click();
  // The tones are below the piano, and the browser gives no touch to an element out of view.
  await piano(page).scrollIntoViewIfNeeded();
  const touch = await page.context().newCDPSession(page);
  const box = (await piano(page).boundingBox())!;
  // Eight white keys: the middle of the n-th, below the black ones.
  const at = (n: number, id: number) => ({ x: box.x + (box.width * (n + 0.5)) / 8, y: box.y + box.height - 25, id });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(0, 1)] });
  await recordOutput(page, 0.6);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(1, 1)] });
  await expect(key(page, 'D4')).toHaveAttribute('data-down', '');
  await expect(key(page, 'C4')).not.toHaveAttribute('data-down', '');
  await recordOutput(page, 0.6);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [at(2, 1)] });
  await recordOutput(page, 0.6);
  expect(await heardNames(page)).toEqual(['C4', 'D4', 'E4']);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at(2, 1), at(4, 2)] });
  await expect(key(page, 'E4')).toHaveAttribute('data-down', '');
  await expect(key(page, 'G4')).toHaveAttribute('data-down', '');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(piano(page).locator('[data-down]')).toHaveCount(0);
  await expect.poll(() => peakOfLast(page, 0.2)).toBeLessThan(1e-3);
});

test('one of several MIDI devices is chosen, or all', { tag: '@slow' }, async ({ page }) => {
  await installMidi(page, ['First', 'Second']);
  await open(page);
  await page.getByRole('button', { name: 'Connect MIDI' }).click();
  await expect(page.getByText('MIDI Connected: First')).toBeVisible();
  await wake(page);
  await sendMidi(page, 'Second', [0x90, 60, 100], [0x80, 60, 0]);
  await recordOutput(page, 0.3);
  expect(await peakOfLast(page, 0.3)).toBe(0);
  await page.getByRole('combobox', { name: 'MIDI device' }).selectOption('All devices');
  await expect(page.getByText('MIDI Device Selected')).toBeVisible();
  await plugMidi(page, 'Third');
  for (const [device, midi, note] of [
    ['Second', 60, 'C4'],
    ['Third', 67, 'G4'],
  ] as const) {
    await clearOutput(page);
    await sendMidi(page, device, [0x91, midi, 110]);
    await recordOutput(page, 0.9);
    await sendMidi(page, device, [0x91, midi, 0]);
    await recordOutput(page, 0.15);
    expect(await heardNames(page), device).toEqual([note]);
  }
});

test('a performer sets the keyboard by keys alone', { tag: '@slow' }, async ({ page }) => {
  await installMidi(page, ['Test Keys']);
  await open(page);
  await page.getByRole('button', { name: 'Connect MIDI' }).click();
  await expect(page.getByText('MIDI Connected: Test Keys')).toBeVisible();
  await wake(page);
  const panel = page.getByRole('region', { name: 'For performers' });
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'More for performers' }).press('Enter');
  // Event to first sample, measured when the sound was woken.
  await expect(panel.getByText(/^Touch to sound: \d+ ms$/)).toBeVisible();
  await page.getByRole('button', { name: 'Hard' }).press('Space');
  await page.getByRole('combobox', { name: 'Transpose' }).selectOption('+12 semitones');
  await page.getByRole('switch', { name: 'Another tone for low keys' }).press('Space');
  await expectAccessible(page);

  // A firm touch plays an octave higher.
  await clearOutput(page);
  await sendMidi(page, 'Test Keys', [0x90, 60, 127]);
  await recordOutput(page, 0.9);
  await sendMidi(page, 'Test Keys', [0x80, 60, 0]);
  await recordOutput(page, 0.15);
  expect(await heardNames(page)).toEqual(['C5']);

  await sendMidi(page, 'Test Keys', [0x90, 48, 90], [0x90, 52, 90], [0x90, 55, 90], [0x90, 84, 90]);
  await expect(card(page)).toContainText('C4 E4 G4 C7');
  await expect(card(page).getByRole('heading')).toHaveText(blendName(['C4', 'E4', 'G4', 'C7']));
  const arrow = page.getByRole('button', { name: 'C7 lies above the piano. Show its octave' });
  await expect(arrow).toHaveAttribute('data-down', '');
  await page.getByRole('button', { name: 'Panic' }).click();
  await expect(arrow).not.toHaveAttribute('data-down', '');
  await expect(piano(page).locator('[data-down]')).toHaveCount(0);
  await arrow.press('Enter');
  await expect(key(page, 'C7')).toBeVisible();
  await expect(arrow).toHaveCount(0);

  // However many keys are held, no piano moves under a hand on a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  const place = await piano(page).boundingBox();
  await sendMidi(page, 'Test Keys', ...[37, 42, 46, 61, 63, 66, 68, 70].map((midi) => [0x90, midi, 90]));
  await expect(card(page)).toContainText('A#5');
  expect(await piano(page).boundingBox()).toEqual(place);
  await page.getByRole('button', { name: 'Panic' }).click();

  // The device keeps it.
  await page.reload();
  await page.getByRole('button', { name: 'Connect MIDI' }).click();
  await page.getByRole('button', { name: 'More for performers' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Hard' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('combobox', { name: 'Transpose' })).toHaveValue('12');
});

test('a MIDI device plays, and no note hangs when it is unplugged', { tag: '@slow' }, async ({ page }) => {
  await installMidi(page, ['Test Keys']);
  await open(page);
  await expect(page.getByText('No MIDI device connected')).toBeVisible();
  await page.getByRole('button', { name: 'Connect MIDI' }).click();
  await expect(page.getByText('MIDI Connected: Test Keys')).toBeVisible();
  await expect(page.getByText('MIDI Device Connected')).toBeVisible();
  await wake(page);
  for (const midi of [62, 65, 69]) {
    await sendMidi(page, 'Test Keys', [0x90, midi, 100]);
    await recordOutput(page, 0.9);
    await sendMidi(page, 'Test Keys', [0x80, midi, 0]);
    await recordOutput(page, 0.15);
  }
  expect(await heardNames(page)).toEqual(['D4', 'F4', 'A4']);
  await expect(card(page)).toContainText('A4');

  // A note outside of the piano shows on its category.
  const category = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('button', { name }) });
  await sendMidi(page, 'Test Keys', [0x90, 36, 90]);
  await expect(category('Gourmand & Sweet')).toHaveAttribute('data-down', '');
  await sendMidi(page, 'Test Keys', [0x80, 36, 0]);
  await expect(page.locator('li[data-down]')).toHaveCount(0);

  // Outside the catalogue a note has its name, sounds, and smells of its nearest octave.
  await sendMidi(page, 'Test Keys', [0x90, 127, 90], [0x80, 127, 0]);
  await expect(card(page)).toContainText('G9');

  await page.getByRole('button', { name: 'Held' }).click();
  await sendMidi(page, 'Test Keys', [0xb0, 64, 127], [0x90, 60, 100], [0x90, 64, 100], [0x80, 60, 0]);
  await recordOutput(page, 1.5);
  expect(await peakOfLast(page, 0.3), 'held by key and pedal').toBeGreaterThan(0.2);
  await unplugMidi(page, 'Test Keys');
  await expect(page.getByText('MIDI Device Disconnected')).toBeVisible();
  await expect(page.getByText('No MIDI device connected')).toBeVisible();
  await expect.poll(() => peakOfLast(page, 0.2)).toBeLessThan(1e-3);
  await expect(piano(page).locator('[data-down]')).toHaveCount(0);
});
