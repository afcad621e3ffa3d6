import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addEntries,
  DIARY_DATABASE,
  onDiaryChange,
  pressEntries,
  readDiary,
  removeEntries,
} from '../../../src/features/diary/backend/diaryStore.ts';
import { deleteDiary, deleteEntry, diary, openDiary, press } from '../../../src/features/diary/state/diary.ts';
import {
  enter,
  entriesOf,
  strike,
  strikeAllOf,
  whereEntered,
} from '../../../src/features/diary/state/entries/entries.ts';
import { entriesInFile, diaryFile, importDiary } from '../../../src/features/diary/state/files.ts';
import { forgetCurrentFragrance, setCurrentFragrance } from '../../../src/features/fragrance/state/fragrance.ts';
import { SAVED_KEY, toSaved } from '../../../src/features/fragrance/state/localFragrances.ts';
import { session } from '../../../src/features/members/state/session/index.ts';
import { onNotice } from '../../../src/core/shell/notices.ts';
import { entryAt, july, sung } from '../../fixtures/diary.ts';

/** Runs on the raw database, as another program would. */
async function onRows(work: (store: IDBObjectStore) => void, name = 'kept'): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DIARY_DATABASE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error('No database.'));
  });
  const transaction = database.transaction(name, 'readwrite');
  work(transaction.objectStore(name));
  await new Promise((resolve) => {
    transaction.oncomplete = resolve;
  });
  database.close();
}

const ids = async () => (await readDiary()).entries.map(({ id }) => id).sort();
const ended: (() => void)[] = [];

/** The titles of the notices from now on. */
function notices(): () => string[] {
  const titles: string[] = [];
  ended.push(onNotice(({ title }) => void titles.push(title)));
  return () => titles;
}

beforeEach(async () => {
  localStorage.clear();
  await removeEntries();
  await onRows((store) => store.clear(), 'meta');
});

afterEach(() => {
  for (const end of ended.splice(0)) end();
  session.user = null;
  forgetCurrentFragrance();
});

describe('the diary on the device', () => {
  test('keeps every fragrance once, also when two tabs enter it at the same time', async () => {
    const made = sung('rose', '2026-11-24T12:00:00Z');
    expect(await Promise.all([enter(made), enter(made), enter(sung('oak', '2026-11-24T12:00:00Z'))])).toEqual([
      true,
      true,
      true,
    ]);
    expect(await ids()).toHaveLength(2);
    expect(await whereEntered(made)).toBe('here');
    expect(await whereEntered(sung('elm', '2026-11-24T12:00:00Z'))).toBeNull();
  });

  test('keeps what is pressed when the same fragrance is entered again', async () => {
    const entry = entryAt('2026-11-24T12:00:00Z');
    await addEntries([entry]);
    await pressEntries([entry], true);
    expect(await addEntries([entry])).toBe(0);
    expect((await readDiary()).entries).toEqual([{ ...entry, pressed: true }]);
    await pressEntries([{ owner: null, id: 'not there' }], true);
    expect(await ids()).toEqual([entry.id]);
  });

  test('leaves rows that it cannot read, counts them, and deletes them with the whole diary', async () => {
    const entry = entryAt('2026-11-24T12:00:00Z');
    await addEntries([entry]);
    await onRows((store) => {
      store.put({ id: 'hostile', owner: '', at: 'never', fragrance: { name: '<script>' } });
      store.put({ ...entry, id: 'another id', zone: 'Nowhere', owner: 7 });
    });
    const kept = await readDiary();
    expect(kept.unreadable).toEqual([null]);
    expect(kept.entries.map(({ id, zone }) => [id, zone])).toContainEqual([entry.id, 'UTC']);
    await strike(entry.fragrance);
    expect((await readDiary()).unreadable).toEqual([null]);
    await removeEntries();
    expect(await readDiary()).toEqual({ entries: [], unreadable: [], lasts: true });
  });

  test('adds nothing when the device is full, and keeps what it has', async () => {
    await addEntries([entryAt('2026-11-24T12:00:00Z')]);
    const put = IDBObjectStore.prototype.put;
    let writes = 0;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
      // The third write finds no room.
      if (++writes === 3) throw new DOMException('full', 'QuotaExceededError');
      return put.call(this, value);
    });
    await expect(addEntries(july())).rejects.toThrow('full');
    writes = 2;
    expect(await enter(sung('oak', '2026-11-25T12:00:00Z'))).toBe(false);
    full.mockRestore();
    expect(await ids()).toHaveLength(1);
    expect(await enter(sung('oak', '2026-11-25T12:00:00Z'))).toBe(true);
  });

  test('hears of what another tab does', async () => {
    ended.push(openDiary());
    await expect.poll(() => diary.status).toBe('ready');
    expect(diary.count).toBe(0);
    await onRows((store) => store.put({ ...entryAt('2026-11-24T12:00:00Z'), owner: '' }));
    const other = new BroadcastChannel('accord-diary');
    other.postMessage('changed');
    await expect.poll(() => diary.count).toBe(1);
    other.close();
  });

  test('tells of each change until it is not listened to', async () => {
    let heard = 0;
    const end = onDiaryChange(() => heard++);
    await addEntries([entryAt('2026-11-24T12:00:00Z')]);
    expect(heard).toBe(1);
    end();
    await removeEntries();
    expect(heard).toBe(1);
  });
});

describe('what the device kept before it had a diary', () => {
  test('is taken over once where it has a date, and does not come back when it is deleted', async () => {
    const [atHand, saved] = [sung('rose', '2026-11-24T12:00:00Z'), sung('oak', '2026-11-20T12:00:00Z')];
    setCurrentFragrance(atHand);
    localStorage.setItem(
      SAVED_KEY,
      JSON.stringify([
        toSaved(saved, null, new Date(0)),
        toSaved({ ...sung('elm', '2026-11-20T12:00:00Z'), created: 'once' }, null, new Date(0)),
      ]),
    );
    ended.push(openDiary());
    await expect.poll(() => diary.count).toBe(2);
    expect([...diary.byDay.keys()].sort()).toEqual(['2026-11-20', '2026-11-24']);
    await strike(saved);
    ended.push(openDiary());
    await expect.poll(() => diary.count).toBe(1);
    expect(await whereEntered(saved)).toBeNull();
  });
});

describe('whose diary it is', () => {
  const member = { id: 'a-member', email: 'a@a.test', liquidName: 'A' } as NonNullable<typeof session.user>;

  test('a member sees their own, and nobody else after they have logged out', async () => {
    await addEntries([
      entryAt('2026-11-24T12:00:00Z', { seed: 'mine', owner: member.id }),
      entryAt('2026-11-24T13:00:00Z', { seed: 'of another', owner: 'another' }),
      entryAt('2026-11-24T14:00:00Z', { seed: 'of a visitor' }),
    ]);
    const owners = () => [...diary.byDay.values()].flat().map(({ owner }) => owner);
    ended.push(openDiary());
    await expect.poll(() => owners()).toEqual([null]);
    session.user = member;
    await expect.poll(() => owners()).toEqual([member.id]);
    session.user = null;
    await expect.poll(() => owners()).toEqual([null]);
    localStorage.setItem('accord:own-device', JSON.stringify(member.id));
    session.user = member;
    await expect.poll(() => owners()).toEqual([member.id, null]);
  });

  test('what cannot be read goes with the diary of its owner alone', async () => {
    await addEntries([entryAt('2026-11-24T12:00:00Z', { owner: member.id })]);
    await onRows((store) => {
      store.put({ id: 'newer', owner: 'another', at: 'in a way of later' });
      store.put({ id: 'newer', owner: member.id, at: 'in a way of later' });
    });
    session.user = member;
    ended.push(openDiary());
    await expect.poll(() => diary.unreadable).toBe(1);
    expect(await deleteDiary()).toBe(true);
    expect(await readDiary()).toMatchObject({ entries: [], unreadable: ['another'] });
  });

  test('two members of one browser have one fragrance, each their own', async () => {
    const [other, entry] = ['another', entryAt('2026-11-24T12:00:00Z', { owner: member.id })];
    session.user = member;
    ended.push(openDiary());
    await expect.poll(() => diary.status).toBe('ready');
    expect(await addEntries([entry])).toBe(1);
    expect(await addEntries([{ ...entry, owner: other }])).toBe(1);
    await expect.poll(() => diary.count).toBe(1);
    await press(entry.id, true);
    expect((await entriesOf(other)).map(({ pressed }) => pressed)).toEqual([false]);
    expect((await entriesOf(member.id)).map(({ pressed }) => pressed)).toEqual([true]);
    expect(await deleteEntry(entry.id)).toBe(true);
    expect(await whereEntered(entry.fragrance)).toBeNull();
    expect(await entriesOf(other)).toHaveLength(1);
    await addEntries([entry]);
    await strike(entry.fragrance);
    expect([await entriesOf(member.id), await entriesOf(other)].map(({ length }) => length)).toEqual([0, 1]);
  });

  test('what was made here without an account and is in the account too is one entry, and goes as one', async () => {
    localStorage.setItem('accord:own-device', JSON.stringify(member.id));
    session.user = member;
    const entry = entryAt('2026-11-24T12:00:00Z');
    await addEntries([entry, { ...entry, owner: member.id, inAccount: 'kept' }]);
    ended.push(openDiary());
    await expect.poll(() => diary.count).toBe(1);
    expect([...diary.byDay.values()].flat()[0]!.owner).toBe(member.id);
    expect(await whereEntered(entry.fragrance)).toBe('account');
    const heard = notices();
    await importDiary((await diaryFile(new Date(0))).file as File);
    expect(heard()).toEqual(['Your diary has all of it already.']);
    await deleteEntry(entry.id);
    expect(await ids()).toEqual([]);
  });

  test('goes with the account, that of another stays', async () => {
    const entries = [
      entryAt('2026-11-24T12:00:00Z', { seed: 'mine', owner: member.id }),
      entryAt('2026-11-24T13:00:00Z', { seed: 'of another', owner: 'another' }),
      entryAt('2026-11-24T14:00:00Z', { seed: 'of a visitor' }),
    ];
    await addEntries(entries);
    await strikeAllOf(member.id, false);
    expect(await ids()).toEqual([entries[1]!.id, entries[2]!.id].sort());
    await strikeAllOf(member.id, true);
    expect(await ids()).toEqual([entries[1]!.id]);
    expect(await entriesOf('another')).toHaveLength(1);
    expect(await entriesOf(null)).toHaveLength(0);
  });
});

describe('the diary as a file', () => {
  test('comes back whole on another device, and twice changes nothing', async () => {
    const entries = july();
    await addEntries(entries);
    await pressEntries([entries[3]!], true);
    const before = (await readDiary()).entries;
    const { name, file } = await diaryFile(new Date('2026-08-01T00:00:00Z'));
    expect(name).toBe('accord-diary-2026-08-01.json');
    await removeEntries();
    const heard = notices();
    await importDiary(new File([file], name));
    await importDiary(new File([file], name));
    expect(heard()).toEqual(['36 fragrances entered.', 'Your diary has all of it already.']);
    expect((await readDiary()).entries).toEqual(before);
  });

  test('is read from a file with everything, for whoever opens it, without what is no entry', () => {
    const entry = entryAt('2026-11-24T12:00:00Z', { owner: 'somebody' });
    const file = { onThisDevice: { diary: [entry, { ...entry, at: -5 }, null] } };
    expect(entriesInFile(JSON.stringify(file))).toEqual([{ ...entry, owner: null }]);
  });

  test('is refused when it holds no diary', async () => {
    const heard = notices();
    for (const text of ['', 'no JSON', '[]', '{"diary":7}', JSON.stringify({ diary: Array(10_001).fill(null) })])
      expect(entriesInFile(text)).toBeNull();
    await importDiary(new File(['{}'], 'a.json'));
    expect(heard()).toEqual(['This file holds no diary.']);
  });
});
