import { drafts, forgetParts, freeDrafts, dropDraft, sweepRecordings } from '../../backend/recordings/drafts.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { drawnPart } from '../../domain/fragrance/trace.ts';
import { readFragrance } from '../../domain/schema/fragrance.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { forgetCurrentFragrance, fragrance, setCurrentFragrance } from '../fragrance/fragrance.ts';
import { loadCurrentFragrance } from '../fragrance/loadFragrance.ts';
import { persisted } from '../shell/persist.ts';
import { dropRecordsOf } from '../sharing/shareRecords.ts';

/* What a member who logs out leaves on a device that the next person may use. */

/**
 * Takes away what would be offered to whoever comes next: recordings that have not become a fragrance, links that the
 * member has shared, and recordings that nothing here needs any more. What waits to be sent stays for its owner, with
 * its recording: it goes out only while that very member is here. Never rejects.
 */
export async function forgetOffered(memberId: string): Promise<void> {
  dropRecordsOf(memberId);
  try {
    // What a page still holds is on its screen, not an offer.
    const free = await freeDrafts();
    for (const { id } of free) dropDraft(id);
    await sweepRecordings(JSON.stringify(await outbox.entries()));
  } catch {
    // The browser has no database for this page, hence nothing in it.
  }
}

/** Local key of the fragrances that were current when members logged out, by member, oldest first. */
const STASH_KEY = 'accord:put-away';
/** Members of one device whose fragrance is put away. */
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

/** Puts the current fragrance away for a member who logs out: it is not the next visitor's, and there again at the next log-in. */
export function stashFragrance(memberId: string): void {
  const current = loadCurrentFragrance();
  if (current === null) return;
  const entries = [...stashedFragrances().filter(([id]) => id !== memberId), [memberId, current]].slice(-MAX_STASHED);
  // One copy after the other: two may be more than fits.
  forgetCurrentFragrance();
  persisted.audioInfo = null;
  const { trace, ...rest } = current;
  const bare = trace === undefined ? rest : { ...rest, face: drawnPart(trace) };
  if (localStore.save(STASH_KEY, entries).ok || localStore.save(STASH_KEY, [[memberId, bare]]).ok) return;
  // Nothing is lost for a full device.
  setCurrentFragrance(current);
}

/** Brings back what was current when a member logged out, unless something newer is. */
export function restoreFragrance(memberId: string): void {
  const entries = stashedFragrances();
  const stashed = readFragrance(entries.find(([id]) => id === memberId)?.[1]);
  if (stashed === null || loadCurrentFragrance() !== null) return;
  forgetStashed(memberId);
  setCurrentFragrance(stashed);
}

/** Forgets what was put away for a member whose account is gone. */
export function forgetStashed(memberId: string): void {
  const others = stashedFragrances().filter(([id]) => id !== memberId);
  if (others.length === 0) localStore.remove(STASH_KEY);
  else localStore.save(STASH_KEY, others);
}

// A member who logs out in another tab is not here either.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key !== STASH_KEY) return;
  fragrance.current = null;
  fragrance.former = null;
  loadCurrentFragrance();
});

/** Takes every recording off the list of what can be opened again, pieces included; for an account that is gone. */
export async function forgetDrafts(): Promise<void> {
  for (const { id } of drafts()) {
    dropDraft(id);
    await forgetParts(id);
  }
}
