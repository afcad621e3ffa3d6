/** What the rest of the app does with the diary: entering, deleting and exporting. */
import type { Fragrance } from '../../../fragrance/domain/index.ts';
import { ownerId } from '../../../members/state/session/index.ts';
import { zoneHere } from '../../domain/calendar/days.ts';
import { entryId, entryOf, type DiaryEntry } from '../../domain/entry.ts';
import { addEntries, hasEntry, onDiaryChange, readDiary, removeEntries } from '../../backend/diaryStore.ts';

/** Enters a fragrance that was just made. @returns false when the device has no room for it */
export async function enter(fragrance: Fragrance): Promise<boolean> {
  const entry = entryOf(fragrance, { zone: zoneHere(), owner: ownerId() });
  if (entry === null) return false;
  try {
    await addEntries([entry]);
    return true;
  } catch {
    return false;
  }
}

/** True when a fragrance is in the diary. */
export async function isEntered(fragrance: Fragrance): Promise<boolean> {
  const id = entryId(fragrance);
  return id !== null && hasEntry(id).catch(() => false);
}

/** Deletes the entry of a fragrance that was deleted elsewhere. */
export async function strike(fragrance: Pick<Fragrance, 'created' | 'musicEssence'>): Promise<void> {
  const id = entryId(fragrance);
  if (id !== null) await removeEntries((entry) => entry.id === id, false);
}

/** Deletes the entries of a member; `visitors` also those that were made here without an account. */
export function strikeAllOf(memberId: string, visitors: boolean): Promise<void> {
  return removeEntries(({ owner }) => owner === memberId || (visitors && owner === null), visitors);
}

/** The entries of a member, or of visitors (null), for a file with everything. */
export async function entriesOf(owner: string | null, visitors = owner === null): Promise<DiaryEntry[]> {
  const { entries } = await readDiary();
  return entries.filter((entry) => entry.owner === owner || (visitors && entry.owner === null));
}

export { onDiaryChange };
