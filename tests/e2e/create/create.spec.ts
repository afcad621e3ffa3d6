import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { GENERATED_FOLDER } from '#tests/fixtures/make.ts';
import { MELODY_NOTES } from '#tests/fixtures/melody.ts';
import { createFragrance, drop, readLocal, shownEssence, sortNotes } from '../support/createFlow.ts';
import { expect, test } from '../support/fixture.ts';

const fixture = (name: string): Buffer => readFileSync(join(GENERATED_FOLDER, name));

test('a dropped melody becomes its notes and accents, and is stored byte for byte', async ({ page, request }) => {
  await page.goto('/');
  await drop(page, 'text.mp3', 'audio/mpeg', fixture('text.mp3'));
  await expect(page.getByText('Invalid audio file. Please try a different file.')).toBeVisible();
  await drop(page, 'melody.wav', 'audio/wav', fixture('melody.wav'));
  await createFragrance(page);
  expect(sortNotes(await shownEssence(page))).toEqual(sortNotes(MELODY_NOTES));
  const storedFragrance = async () => (await readLocal<Fragrance>(page, 'fragranceProfile'))!;
  expect((await storedFragrance()).accents?.map(({ note }) => note)).toEqual(['G5']);
  // The upload goes on while the results are open.
  await expect.poll(async () => (await storedFragrance()).audioData ?? '').not.toBe('');
  const { audioData } = await storedFragrance();
  expect((await (await request.get(audioData!)).body()).equals(fixture('melody.wav'))).toBe(true);
});
