import { expect, test } from '../support/fixture.ts';
import { heardNames, heardSound, listenAnew, listenFor, peakOfLast } from '../support/speakers.ts';
import { installMidi, sendMidi, unplugMidi } from '../support/virtualMidi.ts';
import { piano, key, card, NOTE_S, open, wake } from '../support/steps/keyboard.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts has that policy.
test.use({ bypassCSP: true });

test('a finger on the piano is heard as the note that it plays, and its scent is shown', async ({ page }) => {
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
    await listenFor(page, NOTE_S);
  }
  expect(await heardNames(page)).toEqual(['C4', 'E4', 'A4']);
  await expect(card(page)).toContainText('A4');
  await expect(card(page)).toContainText('Spices & Deep Florals');
  // Event to first sample, measured on the way.
  await expect(page.getByText(/^Touch to sound: \d+ ms$/)).toBeVisible();
});

test('a MIDI device plays: connected on a gesture, velocity is loudness, and no note hangs when it is unplugged', async ({
  page,
}) => {
  await installMidi(page, ['Test Keys']);
  await open(page);
  await expect(page.getByText('No MIDI device connected')).toBeVisible();
  await page.getByRole('button', { name: 'Connect MIDI' }).click();
  await expect(page.getByText('MIDI Connected: Test Keys')).toBeVisible();
  await expect(page.getByText('MIDI Device Connected')).toBeVisible();
  await wake(page);
  for (const midi of [62, 65, 69]) {
    await sendMidi(page, 'Test Keys', [0x90, midi, 100]);
    await listenFor(page, 0.9);
    await sendMidi(page, 'Test Keys', [0x80, midi, 0]);
    await listenFor(page, 0.15);
  }
  expect(await heardNames(page)).toEqual(['D4', 'F4', 'A4']);
  await expect(card(page)).toContainText('A4');
  const loud = (await heardSound(page)).samples.reduce((peak, v) => Math.max(peak, Math.abs(v)), 0);
  await listenAnew(page);
  await sendMidi(page, 'Test Keys', [0x90, 69, 20]);
  await listenFor(page, 0.4);
  const soft = (await heardSound(page)).samples.reduce((peak, v) => Math.max(peak, Math.abs(v)), 0);
  expect(soft).toBeGreaterThan(1e-3);
  expect(soft).toBeLessThan(loud / 3);
  await sendMidi(page, 'Test Keys', [0x90, 69, 0]);

  // What the piano does not show is seen on its category.
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
  await listenFor(page, 1.5);
  expect(await peakOfLast(page, 0.3), 'held by key and pedal').toBeGreaterThan(0.2);
  await unplugMidi(page, 'Test Keys');
  await expect(page.getByText('MIDI Device Disconnected')).toBeVisible();
  await expect(page.getByText('No MIDI device connected')).toBeVisible();
  await expect.poll(() => peakOfLast(page, 0.2)).toBeLessThan(1e-3);
  await expect(piano(page).locator('[data-down]')).toHaveCount(0);
});
