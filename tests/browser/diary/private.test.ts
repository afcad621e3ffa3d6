import { expect, test, vi } from 'vitest';
import {
  addEntries,
  changeEntries,
  findEntry,
  isTakenOver,
  pressEntries,
  readDiary,
  removeEntries,
  setTakenOver,
} from '../../../src/features/diary/backend/diaryStore.ts';
import { entryAt } from '../../fixtures/diary.ts';

// A file of its own: a page that has opened the database once keeps it.
test('without a database, the diary lasts as long as the page, and says so', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  const entry = entryAt('2026-11-24T12:00:00Z');
  expect(await isTakenOver()).toBe(false);
  await setTakenOver();
  expect(await isTakenOver()).toBe(true);
  expect(await addEntries([entry, entry])).toBe(1);
  await pressEntries([entry], true);
  expect(await readDiary()).toEqual({ entries: [{ ...entry, pressed: true }], unreadable: [], lasts: false });
  expect(await findEntry(entry)).toEqual({ ...entry, pressed: true });
  // Another owner has the same fragrance, then takes it over.
  expect(await addEntries([{ ...entry, owner: 'ada' }])).toBe(1);
  await changeEntries([[entry, (it) => ({ ...it, owner: 'ada' })]]);
  expect((await readDiary()).entries).toEqual([{ ...entry, owner: 'ada', pressed: true }]);
  await removeEntries();
  expect((await readDiary()).entries).toEqual([]);
});
