/** What the rest of the app does with the diary: entering, deleting and exporting. */
import type { Fragrance } from '../../../fragrance/domain/index.ts';
import { ownerId } from '../../../members/state/session/index.ts';
import { zoneHere } from '../../domain/calendar/days.ts';
import { entryId, entryOf, type DiaryEntry } from '../../domain/entry.ts';
import { addEntries, findEntry, onDiaryChange, readDiary, removeEntries } from '../../backend/diaryStore.ts';
import { forgetPlan } from '../../backend/accountPlan.ts';
import { noteStruck, syncSoon } from '../account/plan.ts';
import { isVisibleTo, keysOf } from '../visible.ts';

/** Enters a fragrance that was just made. @returns false when the device has no room for it */
export async function enter(fragrance: Fragrance): Promise<boolean> {
  const entry = entryOf(fragrance, { zone: zoneHere(), owner: ownerId() });
  if (entry === null) return false;
  try {
    await addEntries([entry]);
  } catch {
    return false;
  }
  // An entry that is not sent now goes with the next one.
  await syncSoon().catch(() => undefined);
  return true;
}

/** Where the diary has a fragrance: on this device, in the account as well, or nowhere (null). */
export async function whereEntered(fragrance: Fragrance): Promise<'here' | 'account' | null> {
  const id = entryId(fragrance);
  if (id === null) return null;
  for (const key of keysOf(id, ownerId())) {
    const entry = await findEntry(key).catch(() => null);
    if (entry !== null) return entry.inAccount === undefined ? 'here' : 'account';
  }
  return null;
}

/** Deletes the entry of a fragrance that was deleted elsewhere; those of other members stay. */
export async function strike(fragrance: Pick<Fragrance, 'created' | 'musicEssence'>): Promise<void> {
  const id = entryId(fragrance);
  if (id === null) return;
  await noteStruck([id]);
  const member = ownerId();
  await removeEntries(
    (entry) => entry.id === id && isVisibleTo(entry, member),
    () => false,
  );
  await syncSoon();
}

/** Takes away what the account of a member who logs out has: it comes back with them. */
export function putAway(memberId: string): Promise<void> {
  return removeEntries(
    ({ owner, inAccount }) => owner === memberId && inAccount === 'kept',
    () => false,
  );
}

/** Deletes the entries of a member whose account is gone; `visitors` also those that were made here without an account. */
export async function strikeAllOf(memberId: string, visitors: boolean): Promise<void> {
  await forgetPlan(memberId);
  const goes = ({ owner }: Pick<DiaryEntry, 'owner'>) => owner === memberId || (visitors && owner === null);
  return removeEntries(goes, goes);
}

/** The entries of a member, or of visitors (null), for a file with everything. */
export async function entriesOf(owner: string | null, visitors = owner === null): Promise<DiaryEntry[]> {
  const { entries } = await readDiary();
  return entries.filter((entry) => entry.owner === owner || (visitors && entry.owner === null));
}

export { onDiaryChange };
