/**
 * The diary on this device. Whatever is read passes the schema; a row that cannot be read is left where it is and counted.
 */
import { changed, inMemory, orMemory } from './diaryDatabase.ts';
import { readEntry, type DiaryEntry } from '../domain/entry.ts';

export { DIARY_DATABASE, onDiaryChange } from './diaryDatabase.ts';

/** Key of the mark that fragrances from before the diary were taken over. */
const TAKEN_OVER = 'takenOver';

export interface KeptDiary {
  entries: DiaryEntry[];
  /** Number of rows that cannot be read. */
  unreadable: number;
  /** False without a database: the entries last as long as the page. */
  lasts: boolean;
}

/** Everything that the device keeps, of all its members. */
export async function readDiary(): Promise<KeptDiary> {
  const [rows, lasts] = await orMemory<[unknown[], boolean]>(
    async (database) => [await database.getAll('entries'), true],
    () => [[...inMemory.entries.values()], false],
  );
  const entries = rows.map(readEntry).filter((entry) => entry !== null);
  return { entries, unreadable: rows.length - entries.length, lasts };
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
 * Adds entries; one that is there stays as it is.
 * @returns how many are new
 * @throws DOMException (QuotaExceededError) when the device is full: then none is added
 */
export async function addEntries(entries: readonly DiaryEntry[]): Promise<number> {
  const added = await orMemory(
    async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      // A failed request aborts the transaction, and is thrown below.
      transaction.done.catch(() => undefined);
      let fresh = 0;
      try {
        for (const entry of entries) {
          if ((await transaction.store.getKey(entry.id)) !== undefined) continue;
          await transaction.store.put(entry);
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
      for (const entry of entries) if (!kept.has(entry.id)) kept.set(entry.id, entry);
      return kept.size - before;
    },
  );
  if (added > 0) changed();
  return added;
}

/** An entry by its id; null when the diary does not have it. */
export const findEntry = (id: string): Promise<DiaryEntry | null> =>
  orMemory(
    async (database) => readEntry(await database.get('entries', id)),
    () => inMemory.entries.get(id) ?? null,
  );

/** Changes entries in one transaction, those that are still there; null deletes one. */
export async function changeEntries(
  changes: ReadonlyMap<string, (entry: DiaryEntry) => DiaryEntry | null>,
): Promise<void> {
  if (changes.size === 0) return;
  await orMemory(
    async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      for (const [id, change] of changes) {
        const entry = readEntry(await transaction.store.get(id));
        if (entry === null) continue;
        const next = change(entry);
        await (next === null ? transaction.store.delete(id) : transaction.store.put(next));
      }
      await transaction.done;
    },
    () => {
      for (const [id, change] of changes) {
        const entry = inMemory.entries.get(id);
        const next = entry === undefined ? null : change(entry);
        if (next === null) inMemory.entries.delete(id);
        else inMemory.entries.set(id, next);
      }
    },
  );
  changed();
}

/** Presses an entry, or takes it out of the press. Nothing happens when another tab has deleted it. */
export const pressEntry = (id: string, pressed: boolean): Promise<void> =>
  changeEntries(
    new Map([
      [
        id,
        (entry) => ({ ...entry, pressed, ...(entry.inAccount === undefined ? {} : { inAccount: 'changed' as const }) }),
      ],
    ]),
  );

/** Deletes the rows that a test holds for; without a test all of them, also those that cannot be read. */
export async function removeEntries(
  goes: (entry: DiaryEntry) => boolean = () => true,
  unreadable = true,
): Promise<void> {
  const isGone = (row: unknown): boolean => {
    const entry = readEntry(row);
    return entry === null ? unreadable : goes(entry);
  };
  await orMemory(
    async (database) => {
      const transaction = database.transaction('entries', 'readwrite');
      for (let cursor = await transaction.store.openCursor(); cursor !== null; cursor = await cursor.continue())
        if (isGone(cursor.value)) await cursor.delete();
      await transaction.done;
    },
    () => {
      for (const [id, entry] of inMemory.entries) if (isGone(entry)) inMemory.entries.delete(id);
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
