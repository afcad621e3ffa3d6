import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import {
  createButton,
  readLocal,
  recordButton,
  recordedFor,
  shownEssence,
  sortNotes,
  stopButton,
} from '../support/createFlow.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';
import { preview, openVideo, watch, seenVideo, openTracks } from '../support/steps/video.ts';

test(
  'a video is recorded, played back, and its sound becomes the same fragrance as the sound alone',
  { tag: '@slow' },
  async ({ page }) => {
    await watch(page);
    await openVideo(page);
    await expectAccessible(page);
    const turn = page.getByRole('button', { name: /Switch to the (back|front) camera/ });
    await turn.click();
    await expect(preview(page)).toBeVisible();
    await expect(turn).toBeEnabled();
    const { constraints } = await seenVideo(page);
    expect(constraints.at(-1)!.video).toEqual({
      facingMode: expect.stringMatching(/^(user|environment)$/) as unknown,
      width: { ideal: 1280 },
      height: { ideal: 720 },
    });
    expect(constraints.at(-1)!.video.facingMode).not.toBe(constraints.at(-2)!.video.facingMode);
    expect(constraints.at(-1)!.audio).toEqual({
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    });

    await recordButton(page).click();
    await expect(turn).toBeDisabled();
    await recordedFor(page, 6);
    await expectAccessible(page);
    await stopButton(page).click();
    await expect(createButton(page)).toBeVisible();
    const { types, slices } = await seenVideo(page);
    expect(types).toEqual(['video/webm;codecs=vp9,opus']);
    expect(slices).toEqual([100]);
    // The camera goes off with the recording.
    expect(await openTracks(page)).toBe(0);

    await page.getByRole('button', { name: 'Play Recording' }).click();
    await expect(page.getByRole('button', { name: 'Playing...' })).toBeVisible();
    const played = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
    await expect.poll(played).toBeGreaterThan(0.3);
    await page.getByRole('button', { name: 'Playing...' }).click();
    await expectAccessible(page);

    await createButton(page).click();
    await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
    await expect(page).toHaveURL(/\/processing$/);
    await expect(page).toHaveURL(/\/results$/);
    const essence = await shownEssence(page);
    // Voice processing of the microphone may cost a passing note; the melody is there all the same.
    expect(
      sortNotes(essence.filter((note) => (MELODY_NOTES as readonly string[]).includes(note))).length,
    ).toBeGreaterThanOrEqual(4);
    expect((await readLocal<{ source: string; audioData: string }>(page, 'fragranceProfile'))!.source).toBe('spectral');
    expect(await openTracks(page)).toBe(0);
  },
);
