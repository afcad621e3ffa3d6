import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import {
  createButton,
  keptRecording,
  readLocal,
  recordButton,
  recordedFor,
  shownEssence,
  sortNotes,
  stopButton,
} from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';

test(
  'a sung melody becomes a fragrance of exactly its notes, by the keyboard alone',
  { tag: '@slow' },
  async ({ page, request }) => {
    // Notes that fade in have too little contrast for a moment; without motion they appear at once.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await recordButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(stopButton(page)).toBeFocused();
    await expectAccessible(page);
    await recordedFor(page, 6);
    await page.keyboard.press('Enter');
    await expect(createButton(page)).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/processing$/);
    await expect(page.getByText('liquefying...')).toBeVisible();
    await expectAccessible(page);
    await expect(page).toHaveURL(/\/results$/);
    await expect(page.getByRole('heading', { name: 'Your Sound, Your Scent' })).toBeVisible();
    expect(sortNotes(await shownEssence(page))).toEqual(sortNotes(MELODY_NOTES));
    // The policy that the page is served with lets the engine compile its kernels.
    const engine = page.workers().find((worker) => worker.url().includes('analysis.worker'))!;
    const marks = await engine.evaluate(() => performance.getEntriesByType('mark').map(({ name }) => name));
    expect(marks).toContain('kernels: webassembly');

    const kept = await keptRecording(page);
    const profile = (await readLocal<{ audioData: string; source: string }>(page, 'fragranceProfile'))!;
    expect(profile.source).toBe('spectral');
    const stored = await request.get(profile.audioData);
    expect(stored.ok()).toBe(true);
    expect(kept.length).toBeGreaterThan(10_000);
    expect((await stored.body()).equals(kept)).toBe(true);
    expect(await readLocal(page, 'persist:root')).toEqual({ audioInfo: JSON.stringify({ link: profile.audioData }) });

    // The fragrance is there again after a reload.
    await page.reload();
    expect(sortNotes(await shownEssence(page))).toEqual(sortNotes(MELODY_NOTES));
  },
);
