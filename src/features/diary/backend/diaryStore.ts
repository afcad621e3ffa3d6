/**
 * The diary on this device. Whatever is read passes the schema; a row that cannot be read is left where it is and counted.
 */
import { changed, inMemory, keyOf, orMemory, rowOf, type EntryKey } from './diaryDatabase.ts';
import { ownerIn, readEntry, type DiaryEntry } from '../domain/entry.ts';

export { DIARY_DATABASE, onDiaryChange, type EntryKey } from './diaryDatabase.ts';

/** Key of the mark that fragrances from before the diary were taken over. */
const TAKEN_OVER = 'takenOver';

const nameOf = (key: EntryKey): string => JSON.stringify(keyOf(key));

export interface KeptDiary {
  entries: DiaryEntry[];
  /** Owners of the rows that cannot be read, one for each. */
  unreadable: (string | null)[];
  /** False without a database: the entries last as long as the page. */
  lasts: boolean;
}

/** Everything that the device keeps, of all its members. */
export async function readDiary(): Promise<KeptDiary> {
  const [rows, lasts] = await orMemory<[unknown[], boolean]>(
    async (database) => [await database.getAll('kept'), true],
    () => [[...inMemory.entries.values()], false],
  );
  const entries: DiaryEntry[] = [];
  const unreadable: (string | null)[] = [];
  for (const row of rows) {
    const entry = readEntry(row);
    if (entry === null) unreadable.push(ownerIn(row));
    else entries.push(entry);
  }
  return { entries, unreadable, lasts };
}

/** Aborts a transaction, unless it has aborted already. */
function abort(transaction: { abort: () => void }): void {
  try {
    transaction.abort();
  } catch {
    // It has.
  }
}

/**
 * Adds entries; one that its owner has stays as it is.
 * @returns how many are new
 * @throws DOMException (QuotaExceededError) when the device is full: then none is added
 */
export async function addEntries(entries: readonly DiaryEntry[]): Promise<number> {
  const added = await orMemory(
    async (database) => {
      const transaction = database.transaction('kept', 'readwrite');
      // A failed request aborts the transaction, and is thrown below.
      transaction.done.catch(() => undefined);
      let fresh = 0;
      try {
        for (const entry of entries) {
          if ((await transaction.store.getKey(keyOf(entry))) !== undefined) continue;
          await transaction.store.put(rowOf(entry));
          fresh++;
        }
      } catch (error) {
        abort(transaction);
        throw error;
      }
      await transaction.done;
      return fresh;
    },
    () => {
      const kept = inMemory.entries;
      const before = kept.size;
      for (const entry of entries) if (!kept.has(nameOf(entry))) kept.set(nameOf(entry), entry);
      return kept.size - before;
    },
  );
  if (added > 0) changed();
  return added;
}

/** An entry by its key; null when its owner does not have it here. */
export const findEntry = (key: EntryKey): Promise<DiaryEntry | null> =>
  orMemory(
    async (database) => readEntry(await database.get('kept', keyOf(key))),
    () => inMemory.entries.get(nameOf(key)) ?? null,
  );

/** What becomes of an entry; null deletes it. */
export type Change = readonly [key: EntryKey, change: (entry: DiaryEntry) => DiaryEntry | null];

/** Changes entries in one transaction, those that are still there. One that gets another owner takes the place of theirs. */
export async function changeEntries(changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  await orMemory(
    async (database) => {
      const transaction = database.transaction('kept', 'readwrite');
      for (const [key, change] of changes) {
        const entry = readEntry(await transaction.store.get(keyOf(key)));
        if (entry === null) continue;
        const next = change(entry);
        if (next?.owner !== key.owner) await transaction.store.delete(keyOf(key));
        if (next !== null) await transaction.store.put(rowOf(next));
      }
      await transaction.done;
    },
    () => {
      for (const [key, change] of changes) {
        const entry = inMemory.entries.get(nameOf(key));
        if (entry === undefined) continue;
        const next = change(entry);
        inMemory.entries.delete(nameOf(key));
        if (next !== null) inMemory.entries.set(nameOf(next), next);
      }
    },
  );
  changed();
}

/** Presses entries, or takes them out of the press. Nothing happens to one that another tab has deleted. */
export const pressEntries = (keys: readonly EntryKey[], pressed: boolean): Promise<void> =>
  changeEntries(
    keys.map((key) => [
      key,
      (entry) => ({ ...entry, pressed, ...(entry.inAccount === undefined ? {} : { inAccount: 'changed' as const }) }),
    ]),
  );

/** Deletes the rows that a test holds for, and those that cannot be read where one holds for their owner; by default all. */
export async function removeEntries(
  goes: (entry: DiaryEntry) => boolean = () => true,
  unreadableGoes: (row: Pick<DiaryEntry, 'owner'>) => boolean = () => true,
): Promise<void> {
  const isGone = (row: unknown): boolean => {
    const entry = readEntry(row);
    return entry === null ? unreadableGoes({ owner: ownerIn(row) }) : goes(entry);
  };
  await orMemory(
    async (database) => {
      const transaction = database.transaction('kept', 'readwrite');
      for (let cursor = await transaction.store.openCursor(); cursor !== null; cursor = await cursor.continue())
        if (isGone(cursor.value)) await cursor.delete();
      await transaction.done;
    },
    () => {
      for (const [name, entry] of inMemory.entries) if (isGone(entry)) inMemory.entries.delete(name);
    },
  );
  changed();
}

/** True when fragrances from before the diary were taken over: those that were deleted since do not come back. */
export const isTakenOver = (): Promise<boolean> =>
  orMemory(
    async (database) => (await database.get('meta', TAKEN_OVER)) === true,
    () => inMemory.meta.get(TAKEN_OVER) === true,
  );

/** Marks that they were taken over. */
export const setTakenOver = (): Promise<void> =>
  orMemory(
    async (database) => void (await database.put('meta', true, TAKEN_OVER)),
    () => void inMemory.meta.set(TAKEN_OVER, true),
  );
