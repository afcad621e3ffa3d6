import { expect, test } from '../support/fixture.ts';
import { recordedSteps, clearOutput, recordOutput, peakOfLast, recordedOutput } from '../support/speakers.ts';
import { pad, slider, open, centre } from '../support/steps/beats.ts';

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts
// has that policy.
test.use({ bypassCSP: true });

test('the beat maker plays its pads, step by step', { tag: '@slow' }, async ({ page }) => {
  await open(page);
  await slider(page, 'BPM').fill('60');
  for (const [note, step] of [
    ['C4', 1],
    ['E4', 3],
    ['G4', 5],
    ['C5', 7],
  ] as const) {
    await page.mouse.move(...(Object.values(await centre(pad(page, note, step))) as [number, number]));
    await page.mouse.down();
    // On at the press.
    await expect(pad(page, note, step)).toHaveAttribute('aria-pressed', 'true');
    await page.mouse.up();
  }
  await expect.poll(() => peakOfLast(page, 0.3), 'a pad that is set is heard').toBeGreaterThan(0.01);
  await recordOutput(page, 0.9);
  await clearOutput(page);
  await page.getByRole('button', { name: 'Play' }).click();
  // Places of the marked column and of the loudest note at the moment.
  for (const [note, step] of [
    ['E4', 3],
    ['G4', 5],
  ] as const)
    await expect(page.locator(`[data-note="${note}"][data-column="${step - 1}"]`)).toHaveAttribute('data-playing', '');
  const played = ['C4', 'E4', 'G4', 'C5'];
  // tests/browser/instruments/instrument.voices.test.ts proves their times to the sample, without a sound card.
  await expect(async () => {
    await recordOutput(page, 4);
    const heard = await recordedSteps(page, played, 1);
    expect(heard).toEqual(heard.map(({ place }) => ({ name: played[place], place })));
    expect(new Set(heard.map(({ name }) => name)), 'each of them').toEqual(new Set(played));
    expect(heard.length, 'and again').toBeGreaterThanOrEqual(5);
  }).toPass();
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(page.locator('[data-playing][data-note]')).toHaveCount(0);
  await recordOutput(page, 0.3);
  expect(await peakOfLast(page, 0.2)).toBeLessThan(1e-3);
});

// The tap on the speakers is a worklet made from text, which the page's content security policy refuses; csp.spec.ts
// has that policy.

test('leaving the screen stops the beat', { tag: '@slow' }, async ({ page }) => {
  await open(page, '?beat=2.180.8.50.1o...188888888');
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => peakOfLast(page, 0.3)).toBeGreaterThan(0.05);
  await page.getByRole('link', { name: 'Scentwaves' }).click();
  await expect(page.getByRole('heading', { name: 'Scentwaves', level: 1 })).toBeVisible();
  await recordOutput(page, 0.5);
  expect(await peakOfLast(page, 0.3)).toBeLessThan(1e-3);
  expect((await recordedOutput(page)).samples.length).toBeGreaterThan(0);
});
