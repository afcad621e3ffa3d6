import { BackendError } from '../../../core/backend/errors.ts';
import { callRows, callRpc, type RpcOptions } from '../../../core/backend/rpc.ts';
import { fieldsOf } from '../../../core/schema/checks.ts';
import { readEntry, type DiaryEntry } from '../domain/entry.ts';

/* The diary of the signed-in member's account. All reject with a BackendError. */

/** Most entries of one call. */
export const MOST_AT_ONCE = 20;

/** Switches it on or off; off deletes what the account has. */
export async function keepDiary(wanted: boolean, options: RpcOptions): Promise<void> {
  await callRpc('keep_diary', { wanted }, options);
}

/** Ids of the entries in the account, with whether each is pressed; null when it keeps no diary. */
export async function accountIndex(options: RpcOptions): Promise<Map<string, boolean> | null> {
  const answer = await callRpc('my_diary', {}, { timeout: 60, ...options });
  if (answer === null) return null;
  if (!Array.isArray(answer)) throw new BackendError('server', 'my_diary gave no list.', { detail: 'unreadable_row' });
  return new Map(answer.map(fieldsOf).map(({ id, pressed }) => [String(id), pressed === true]));
}

/** Keeps entries; those that are there stay as they are. */
export async function keepEntries(entries: readonly DiaryEntry[], options: RpcOptions): Promise<void> {
  const sent = entries.map(({ id, at, zone, pressed, fragrance }) => ({ id, at, zone, pressed, fragrance }));
  await callRpc('keep_diary_entries', { entries: sent }, { timeout: 60, ...options });
}

/** Entries by their ids; those that this version cannot read are left out. */
export async function accountEntries(ids: readonly string[], options: RpcOptions): Promise<DiaryEntry[]> {
  const rows = await callRows('my_diary_entries', { ids }, { timeout: 60, ...options });
  return rows.map(readEntry).filter((entry) => entry !== null);
}

/** Presses an entry, or takes it out of the press. */
export async function pressInAccount({ id, pressed }: DiaryEntry, options: RpcOptions): Promise<void> {
  await callRpc('press_diary_entry', { entry_id: id, pressed }, options);
}

/** Deletes entries. */
export async function strikeInAccount(ids: readonly string[], options: RpcOptions): Promise<void> {
  await callRpc('strike_diary_entries', { ids }, { timeout: 60, ...options });
}
