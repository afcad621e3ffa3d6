import { afterEach, beforeEach, expect, test } from 'vitest';
import { readDiary, removeEntries } from '../../../src/features/diary/backend/diaryStore.ts';
import { KeptInDiary } from '../../../src/features/fragrance/screen/results/KeptInDiary.tsx';
import { forgetCurrentFragrance, fragrance } from '../../../src/features/fragrance/state/fragrance.ts';
import { makeFragranceOfTake } from '../../../src/features/instruments/state/take/takeFragrance.ts';
import { sung } from '../../fixtures/diary.ts';
import { byRole, change, mount, text } from '../support/mount.tsx';

beforeEach(async () => {
  localStorage.clear();
  await removeEntries();
});

afterEach(() => forgetCurrentFragrance());

test('what is played is entered with its time, and its page says so', async () => {
  makeFragranceOfTake({ notes: [{ midi: 69, onset: 0, offset: 1, velocity: 1 }], duration: 1 });
  const made = fragrance.current!;
  const entered = async () =>
    (await readDiary()).entries.map(({ at, owner, fragrance: { name } }) => [at, owner, name]);
  await expect.poll(entered).toEqual([[Date.parse(made.created), null, made.name]]);
  await mount(<KeptInDiary fragrance={made} />);
  await expect.poll(() => text()).toContain('Kept in your diary, in this browser alone.');
  expect(byRole('link', 'your diary').getAttribute('href')).toBe('/diary');
  await change(() => removeEntries());
  await expect.poll(() => text()).not.toContain('Kept in your diary');
});

test('the page of what is not in the diary says nothing', async () => {
  await mount(<KeptInDiary fragrance={sung('of somebody else', '2026-11-24T12:00:00Z')} />);
  expect(text()).not.toContain('diary');
});
