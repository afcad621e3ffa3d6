import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fragrance } from '../../../src/features/fragrance/domain/composition/model.ts';
import { GENERATED } from '../../fixtures/make.ts';
import { MELODY_NOTES } from '../../fixtures/melody.ts';
import { createFragrance, drop, local, recordButton, shownEssence, sorted, stopButton } from '../support/createFlow.ts';
import { expectNoEmptySpace } from '../support/measures/emptySpace.ts';
import { expect, expectAccessible, test } from '../support/fixture.ts';

const fixture = (name: string): Buffer => readFileSync(join(GENERATED, name));

test('a dropped melody becomes its notes and accents, and is stored byte for byte', async ({ page, request }) => {
  await page.goto('/');
  await drop(page, 'text.mp3', 'audio/mpeg', fixture('text.mp3'));
  await expect(page.getByText('Invalid audio file. Please try a different file.')).toBeVisible();
  await drop(page, 'melody.mp3', 'audio/mpeg', fixture('melody.mp3'));
  await createFragrance(page);
  expect(sorted(await shownEssence(page))).toEqual(sorted(MELODY_NOTES));
  const stored = async () => (await local<Fragrance>(page, 'fragranceProfile'))!;
  expect((await stored()).accents?.map(({ note }) => note)).toEqual(['G5']);
  // The upload goes on beside the results.
  await expect.poll(async () => (await stored()).audioData ?? '').not.toBe('');
  const { audioData } = await stored();
  expect((await (await request.get(audioData!)).body()).equals(fixture('melody.mp3'))).toBe(true);
});

test('a microphone that is refused is told with a way out', async ({ page }) => {
  await page.addInitScript(() => {
    const real = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    let refused = false;
    navigator.mediaDevices.getUserMedia = (constraints) => {
      if (refused) return real(constraints);
      refused = true;
      return Promise.reject(new DOMException('refused', 'NotAllowedError'));
    };
  });
  await page.goto('/');
  await recordButton(page).click();
  await expect(page.getByText('Microphone Access Blocked', { exact: true })).toBeVisible();
  await page.getByText('More help').click();
  await expect(page.getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await expectNoEmptySpace(page);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(stopButton(page)).toBeVisible();
});
