import { expect, test, vi } from 'vitest';
import {
  addEntries,
  findEntry,
  isTakenOver,
  pressEntry,
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
  await pressEntry(entry.id, true);
  expect(await readDiary()).toEqual({ entries: [{ ...entry, pressed: true }], unreadable: 0, lasts: false });
  expect(await findEntry(entry.id)).toEqual({ ...entry, pressed: true });
  await removeEntries();
  expect((await readDiary()).entries).toEqual([]);
});
