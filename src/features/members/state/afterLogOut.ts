import { drafts, deleteChunks, unlockedDrafts, unlistDraft, deleteUnusedRecordings } from '#core/recordings/drafts.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { drawnPart } from '#features/fragrance/domain/composition/trace.ts';
import { readFragrance } from '#features/fragrance/domain/schema/fragrance.ts';
import { onWindow } from '#core/lifetime/pageEvents.ts';
import { localStore } from '#core/storage/localStore.ts';
import {
  deleteCurrentFragrance,
  setCurrentFragrance,
  loadCurrentFragrance,
} from '#features/fragrance/state/fragrance.ts';
import { fragrance } from '#features/fragrance/state/current.ts';
import { persisted } from '#core/appState/persist.ts';
import { dropRecordsOf } from '#features/share/state/shares.ts';

/* Data of a member that stays on this device after the log-out. The next person may use the same device. */

/**
 * Removes what the app would offer to the next person: recordings without a fragrance, links that the member shared,
 * and recordings that nothing here refers to. Entries of the outbox stay for their owner, with their recordings; they
 * are sent only while that member is signed in. Never rejects.
 */
export async function deleteOfferedRecordings(memberId: string): Promise<void> {
  dropRecordsOf(memberId);
  try {
    // Keep the draft of an open page: it is on its screen, not an offer.
    const free = await unlockedDrafts();
    for (const { id } of free) unlistDraft(id);
    await deleteUnusedRecordings(JSON.stringify(await outbox.entries()));
  } catch {
    // Without a database for this page there is nothing to remove.
  }
}

/** Local key of the fragrances that were current when members logged out, by member, oldest first. */
const STASH_KEY = 'accord:put-away';
/** Maximum number of members per device whose fragrance is stashed. */
const MAX_STASHED = 8;

function stashedFragrances(): [memberId: string, fragrance: unknown][] {
  const stored = localStore.read(STASH_KEY);
  return Array.isArray(stored)
    ? stored.filter(
        (entry): entry is [string, unknown] =>
          Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string',
      )
    : [];
}

/**
 * Stashes the current fragrance of a member who logs out: hidden from the next visitor, restored at the next log-in.
 */
export function stashFragrance(memberId: string): void {
  const current = loadCurrentFragrance();
  if (current === null) return;
  const entries = [...stashedFragrances().filter(([id]) => id !== memberId), [memberId, current]].slice(-MAX_STASHED);
  // Remove the current copy before writing the stash: both may not fit.
  deleteCurrentFragrance();
  persisted.audioInfo = null;
  const { trace, ...rest } = current;
  const bare = trace === undefined ? rest : { ...rest, face: drawnPart(trace) };
  if (localStore.save(STASH_KEY, entries).ok || localStore.save(STASH_KEY, [[memberId, bare]]).ok) return;
  // The device is full: put the fragrance back, so that nothing is lost.
  setCurrentFragrance(current);
}

/** Restores the fragrance that was current at the log-out, unless there is a newer one. */
export function restoreFragrance(memberId: string): void {
  const entries = stashedFragrances();
  const stashed = readFragrance(entries.find(([id]) => id === memberId)?.[1]);
  if (stashed === null || loadCurrentFragrance() !== null) return;
  deleteStash(memberId);
  setCurrentFragrance(stashed);
}

/** Deletes the stash of a member whose account is gone. */
export function deleteStash(memberId: string): void {
  const otherMembers = stashedFragrances().filter(([id]) => id !== memberId);
  if (otherMembers.length === 0) localStore.remove(STASH_KEY);
  else localStore.save(STASH_KEY, otherMembers);
}

// A log-out in another tab also applies to this one.
onWindow('storage', ({ key }) => {
  if (key !== STASH_KEY) return;
  fragrance.current = null;
  fragrance.former = null;
  loadCurrentFragrance();
});

/** Deletes all drafts, pieces included, after an account was deleted. */
export async function deleteDrafts(): Promise<void> {
  for (const { id } of drafts()) {
    unlistDraft(id);
    await deleteChunks(id);
  }
}
