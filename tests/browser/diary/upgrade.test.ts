import { deleteDB, openDB } from 'idb';
import { expect, test } from 'vitest';
import { changePlan, readPlan } from '../../../src/features/diary/backend/accountPlan.ts';
import { addEntries, DIARY_DATABASE, isTakenOver, readDiary } from '../../../src/features/diary/backend/diaryStore.ts';
import { entryAt } from '../../fixtures/diary.ts';

// A file of its own: a page that has opened the database once keeps it.
test('a diary whose entries had their id alone as a key opens without loss', async () => {
  await deleteDB(DIARY_DATABASE);
  const old = await openDB(DIARY_DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore('entries', { keyPath: 'id' });
      database.createObjectStore('meta');
    },
  });
  const [visitors, adas, pressed] = [
    entryAt('2026-07-01T12:00:00Z'),
    { ...entryAt('2026-07-02T12:00:00Z', { owner: 'ada' }), inAccount: 'kept' as const },
    { ...entryAt('2026-07-03T12:00:00Z', { owner: 'ben' }), pressed: true },
  ];
  for (const row of [visitors, adas, pressed, { id: 'hostile', owner: 7, at: 'never' }, { id: 'newer', owner: 'ben' }])
    await old.put('entries', row);
  await old.put('meta', true, 'takenOver');
  await old.put('meta', { keeping: true, wanted: null, struck: ['x'], emptied: false, trouble: null }, 'account:ada');
  old.close();

  const { entries, unreadable, lasts } = await readDiary();
  expect(lasts).toBe(true);
  expect(unreadable.toSorted()).toEqual(['ben', null]);
  expect(entries.sort((a, b) => a.at - b.at)).toEqual([visitors, adas, pressed]);
  expect(await isTakenOver()).toBe(true);
  expect(await readPlan('ada')).toMatchObject({ keeping: true, struck: ['x'] });
  // Now another member may have what one has.
  expect(await addEntries([visitors, adas, { ...adas, owner: 'ben' }])).toBe(1);
  await changePlan('ada', () => ({ struck: [] }));
  expect((await readDiary()).entries).toHaveLength(4);
});
