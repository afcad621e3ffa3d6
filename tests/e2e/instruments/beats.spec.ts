import type { Page } from '@playwright/test';
import { readLocal, shownEssence } from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { pad, slider, open, centre } from '../support/steps/beats.ts';
import { installMidi, sendMidi, type VirtualMidi } from '../support/virtualMidi.ts';

async function openBeats(page: Page): Promise<void> {
  await page.goto('/beat-maker');
  await expect(page.getByRole('heading', { name: 'Beat Maker', level: 1 })).toBeVisible();
}

test('a painted beat is in its link and becomes a fragrance', async ({ page }) => {
  await openBeats(page);
  await expect(slider(page, 'BPM')).toHaveValue('120');
  await expect(slider(page, 'Rows')).toHaveValue('8');
  await expect(page.locator('[data-note][data-column]')).toHaveCount(64);
  for (const note of ['C3', 'E3', 'G3', 'C4']) await expect(page.getByTitle(`Remove ${note}`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Create Fragrance with 4 Notes' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Scentwaves' })).toHaveAttribute('href', '/scentwaves');

  await pad(page, 'E5', 1).click();
  await expect(page.getByRole('button', { name: 'Create Fragrance with 1 Note', exact: true })).toBeVisible();
  for (const step of [1, 3, 5]) await pad(page, 'G4', step).click();
  await pad(page, 'C5', 2).click();
  await pad(page, 'C5', 2).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?beat=2.120.8.50.1c1g1j1o...1zn8a8a8k8');
  await page.reload();
  await page.getByRole('button', { name: 'Create Fragrance with 2 Notes' }).click();
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByText('Created a unique fragrance with 2 notes.')).toBeVisible();
  expect(await shownEssence(page)).toEqual(['G4', 'E5']);
  // Its rhythm went along.
  expect(
    (await readLocal<{ trace: { notes: { onset: number }[] } }>(page, 'fragranceProfile'))!.trace.notes,
  ).toHaveLength(4);
});

test('notes that are chosen in the dialog become the fragrance', async ({ page }) => {
  await openBeats(page);
  await page.getByRole('button', { name: 'Select notes' }).click();
  const dialog = page.getByRole('dialog', { name: 'Select notes' });
  await dialog.getByRole('button', { name: /^A4 / }).click();
  await dialog.getByRole('tab', { name: 'Selected (5)' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(5);
  await dialog.getByRole('tab', { name: 'By Category' }).click();
  await expect(dialog.getByRole('heading', { level: 3 })).toHaveCount(9);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^C8 / }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await page.getByTitle('Remove C3').click();
  await page.getByRole('button', { name: 'Create Fragrance with 5 Notes' }).click();
  await expect(page).toHaveURL(/\/results$/);
  await expect(page.getByText('Created a unique fragrance with 5 notes.')).toBeVisible();
  expect(await shownEssence(page)).toEqual(['E3', 'G3', 'C4', 'A4', 'C8']);
  const profile = (await readLocal<{ source: string; intensity: number; complexity: number; persistence: number }>(
    page,
    'fragranceProfile',
  ))!;
  expect(profile).toMatchObject({ source: 'beat', complexity: 0.5 });
  expect(profile.intensity).toBeGreaterThanOrEqual(0.5);
  expect(profile.persistence).toBeGreaterThanOrEqual(0.3);
});

test.describe(() => {
  // The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts
  // has that policy.
  test.use({ bypassCSP: true });

  const litPads = (page: Page): Promise<string[]> =>
    page
      .locator('[data-note][aria-pressed="true"]')
      .evaluateAll((pads) =>
        pads.map((p) => `${p.getAttribute('data-note')}@${Number(p.getAttribute('data-column')) + 1}`),
      );
  test(
    'a drag paints, undo reverts a whole stroke, and the grid can be cleared',
    { tag: '@slow' },
    async ({ page }) => {
      await page.clock.install();
      await open(page);
      const from = await centre(pad(page, 'G4', 2));
      const to = await centre(pad(page, 'G4', 6));
      const drag = async (): Promise<void> => {
        await page.mouse.move(from.x, from.y);
        // A pad that is pressed for longer is held: no time passes, however late a busy machine brings the movement.
        await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 12 });
        await page.mouse.up();
        await page.clock.resume();
      };
      await drag();
      const painted = ['G4@2', 'G4@3', 'G4@4', 'G4@5', 'G4@6'];
      expect(await litPads(page)).toEqual(painted);
      await page.keyboard.press('Control+z');
      expect(await litPads(page)).toEqual([]);
      await page.getByRole('button', { name: 'Redo' }).click();
      expect(await litPads(page)).toEqual(painted);
      // A stroke that begins on a pad that is on takes away.
      await drag();
      expect(await litPads(page)).toEqual([]);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect(page.getByText('Grid Cleared')).toBeVisible();
      await expect(page.getByText('All beat pads have been reset.')).toBeVisible();
      expect(await litPads(page)).toEqual([]);
    },
  );

  test('the pads can be used by the keyboard', { tag: '@slow' }, async ({ page }) => {
    await open(page);
    await pad(page, 'E5', 1).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(pad(page, 'C5', 2)).toBeFocused();
    await page.keyboard.press('Space');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    expect(await litPads(page)).toEqual(['C5@2', 'C5@8']);
    await expectAccessible(page);
  });

  test(
    'the pads of a phone are 44 px high, and the page is as wide as the phone',
    { tag: '@slow' },
    async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page);
      const boxes = await Promise.all([1, 8].map((step) => pad(page, 'G4', step).boundingBox()));
      for (const box of boxes) expect(box!.height).toBeGreaterThanOrEqual(44);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    },
  );

  test('a pad gets softer or stronger by finger and by keys', { tag: '@slow' }, async ({ page }) => {
    await open(page);
    const soft = page.getByRole('button', { name: /^G4, .*, step 3, 50 %$/ });
    const { x, y } = await centre(pad(page, 'G4', 3));
    const output = page.locator('output').filter({ hasText: 'G4, step 3' });
    await page.mouse.move(x, y);
    await page.mouse.down();
    await expect(output).toHaveText('G4, step 3: 100 %');
    await page.mouse.move(x, y + 48, { steps: 6 });
    await page.mouse.up();
    await expect(soft).toHaveAttribute('aria-pressed', 'true');
    await expect(output).toHaveText('G4, step 3: 50 %');
    // Held again it stays, and nothing else was painted.
    await page.mouse.move(x, y);
    await page.mouse.down();
    await expect(soft).toBeVisible();
    await page.mouse.up();
    expect(await litPads(page)).toEqual(['G4@3']);
    await soft.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await expect(output).toHaveText('G4, step 3: 63 %');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowUp');
    expect(await litPads(page)).toEqual(['G4@3', 'G4@4']);
    // Undo removes held pads in one step.
    for (let i = 0; i < 2; i++) await page.keyboard.press('Control+z');
    await expect(soft).toBeVisible();
    await page.keyboard.press('Control+z');
    expect(await litPads(page)).toEqual([]);
  });

  test('patterns, bars and muted rows are in the link', { tag: '@slow' }, async ({ page }) => {
    await open(page);
    await expect(page.getByText('Its flower grows here')).toBeVisible();
    await page.getByRole('button', { name: 'Start with an example' }).click();
    await expect(page.getByRole('img', { name: /^The flower of / })).toBeVisible();
    const example = await litPads(page);
    expect(example.length).toBeGreaterThan(8);
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Copy pattern A' }).click();
    await page.getByRole('button', { name: 'Pattern B, empty' }).click();
    expect(await litPads(page)).toEqual([]);
    await page.getByRole('button', { name: 'Paste pattern A into B' }).click();
    expect(await litPads(page)).toEqual(example);
    await page.getByRole('button', { name: 'Add a bar' }).click();
    await expect(page.getByRole('button', { name: 'Bar 2 of 2' })).toHaveAttribute('aria-pressed', 'true');
    expect(await litPads(page)).toEqual([]);
    await pad(page, 'C4', 9).click();
    // From bar to bar with the arrows.
    await page.keyboard.press('ArrowLeft');
    await expect(pad(page, 'C4', 8)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Bar 1 of 2' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('m');
    await expect(page.getByRole('button', { name: 'Mute C4, Rose' })).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('button', { name: 'Solo C4, Rose' })).toBeFocused();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Solo E4' })).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    await expect.poll(() => new URL(page.url()).search).toMatch(/^\?beat=2\.120\.8\.50\.1c1g1j1o\.00012\.1\.1/);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Pattern B, has notes' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('button', { name: 'Bar 2 of 2' }).click();
    await expect.poll(() => litPads(page)).toEqual(['C4@9']);
    await expect(page.getByRole('button', { name: 'Mute C4, Rose' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('a beat without notes makes no fragrance', { tag: '@slow' }, async ({ page }) => {
    await open(page, '?beat=2.120.8.50.');
    await expect(page.getByText('No notes, no rows.')).toBeVisible();
    await page.getByRole('button', { name: 'Create Fragrance with 0 Notes' }).click();
    await expect(page.getByText('No notes selected')).toBeVisible();
    await expect(page.getByText('Please select at least one note to create a fragrance.')).toBeVisible();
    expect(page.url()).toContain('/beat-maker');
  });

  test('the beat follows the clock of another device', { tag: '@slow' }, async ({ page }) => {
    await installMidi(page, ['Master']);
    await open(page);
    const unfold = page.getByRole('button', { name: 'MIDI', exact: true });
    await page.getByRole('button', { name: 'More' }).press('Enter');
    await unfold.press('Enter');
    await page.getByRole('button', { name: 'Connect MIDI' }).press('Enter');
    const panel = page.getByRole('region', { name: 'MIDI', exact: true });
    await expect(panel).toContainText('MIDI Connected: Master');
    await panel.getByRole('switch', { name: 'Follow MIDI clock' }).press('Space');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Start with an example' }).click();
    await sendMidi(page, 'Master', [0xfa]);
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    // In time, as a device sends them: a clock that pauses counts as stopped.
    const clocks = await page.evaluateHandle(() =>
      setInterval(
        () => (window as unknown as { virtualMidi: VirtualMidi }).virtualMidi.send('Master', [0xf8]),
        60_000 / 120 / 24,
      ),
    );
    await expect(panel).toContainText(/The other device plays at \d+ BPM/);
    await clocks.evaluate((timer) => clearInterval(timer));
    await sendMidi(page, 'Master', [0xfc]);
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  });
});
