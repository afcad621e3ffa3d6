import { isOwnDevice, ownerId } from '../../members/state/session/index.ts';
import { fieldsOf } from '../../../core/schema/checks.ts';
import { notify } from '../../../core/shell/notices.ts';
import { saveFile } from '../../../core/storage/saveFile.ts';
import { addEntries, readDiary } from '../backend/diaryStore.ts';
import { MAX_ENTRIES, readEntry, type DiaryEntry } from '../domain/entry.ts';
import { syncSoon } from './account/plan.ts';
import { entriesOf } from './entries/entries.ts';
import { counted } from '../../../core/values/words.ts';
import { visibleTo } from './visible.ts';

/* The diary as a file, and from one. */

/** Maximum size of a file, bytes: ten thousand entries of 4 kB. */
const MAX_FILE_BYTES = 48 * 2 ** 20;

/** The diary as JSON. Its entries are those of a file with everything. */
export async function diaryFile(now: Date): Promise<{ name: string; file: Blob }> {
  const member = ownerId();
  const diary = await entriesOf(member, member === null || isOwnDevice(member));
  return {
    name: `accord-diary-${now.toISOString().slice(0, 10)}.json`,
    file: new Blob([JSON.stringify({ product: 'Accord', exportedAt: now.toISOString(), diary }, null, 2)], {
      type: 'application/json',
    }),
  };
}

/** Saves the diary in the downloads. */
export async function exportDiary(now: Date): Promise<void> {
  try {
    const { name, file } = await diaryFile(now);
    saveFile(file, name);
  } catch {
    notify({ kind: 'error', title: 'The diary could not be saved. Please try again.', key: 'diary' });
  }
}

/** The entries in a file of the diary, or in one with everything; null when it holds no diary. */
export function entriesInFile(json: string): DiaryEntry[] | null {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return null;
  }
  const file = fieldsOf(value);
  const lists = [file['diary'], fieldsOf(file['onThisDevice'])['diary'], file['diary_in_account']].filter(
    Array.isArray,
  );
  const list: unknown[] = lists.flat();
  if (lists.length === 0 || lists.some(({ length }) => length > MAX_ENTRIES)) return null;
  // A file belongs to whoever opens it.
  const owner = ownerId();
  return list.flatMap((entry) => {
    const read = readEntry(entry);
    return read === null ? [] : [{ ...read, owner, inAccount: undefined }];
  });
}

/** Adds the entries of a file to the diary; those that are there stay as they are. Says what came of it. */
export async function importDiary(file: File): Promise<void> {
  const say = (kind: 'success' | 'error', title: string, description?: string): void =>
    notify({ kind, title, ...(description === undefined ? {} : { description }), key: 'diary' });
  const entries = file.size > MAX_FILE_BYTES ? null : entriesInFile(await file.text().catch(() => ''));
  if (entries === null) {
    say('error', 'This file holds no diary.', 'Please choose a JSON file that was exported from Accord.');
    return;
  }
  try {
    const has = new Set(visibleTo((await readDiary()).entries, ownerId()).map(({ id }) => id));
    const added = await addEntries(entries.filter(({ id }) => !has.has(id)));
    await syncSoon();
    say('success', added === 0 ? 'Your diary has all of it already.' : `${counted(added, 'fragrance')} entered.`);
  } catch {
    say('error', 'This device has no room for that diary.', 'Nothing was entered.');
  }
}
