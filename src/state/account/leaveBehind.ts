import { drafts, forgetParts, freeDrafts, dropDraft, sweepRecordings } from '../../backend/recordings/drafts.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { forgetProfile, fragrance, keepProfile, loadProfile, readableProfile } from '../fragrance/fragrance.ts';
import { persisted } from '../shell/persist.ts';
import { dropRecordsOf } from '../sharing/shareRecords.ts';

/* What a member who logs out leaves on a device that the next person may use. */

/**
 * Takes away what would be offered to whoever comes next: recordings that have not become a fragrance, links that the
 * member has shared, and recordings that nothing here needs any more. What waits to be sent stays for its owner, with
 * its recording: it goes out only while that very member is here. Never rejects.
 */
export async function forgetOffers(memberId: string): Promise<void> {
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

/** Local key of the fragrances that were at hand when members logged out, by member, oldest first. */
const PUT_AWAY_KEY = 'accord:put-away';
/** Members of one device whose fragrance is put away. */
const MAX_PUT_AWAY = 8;

function putAwayHere(): [memberId: string, profile: unknown][] {
  const stored = localStore.read(PUT_AWAY_KEY);
  return Array.isArray(stored) ? stored.filter((entry): entry is [string, unknown] => Array.isArray(entry) && entry.length === 2 && typeof entry[0] === 'string') : [];
}

/** Puts the fragrance at hand away for a member who logs out: it is not the next visitor's, and there again at the next log-in. */
export function putAway(memberId: string): void {
  const profile = loadProfile();
  if (profile === null) return;
  const entries = [...putAwayHere().filter(([id]) => id !== memberId), [memberId, profile]].slice(-MAX_PUT_AWAY);
  // One copy after the other: two may be more than fits.
  forgetProfile();
  persisted.audioInfo = null;
  const { trace: _large, ...bare } = profile;
  if (localStore.save(PUT_AWAY_KEY, entries).ok || localStore.save(PUT_AWAY_KEY, [[memberId, bare]]).ok) return;
  // Nothing is lost for a full device.
  keepProfile(profile);
}

/** Brings back what was at hand when a member logged out, unless something newer is. */
export function bringBack(memberId: string): void {
  const entries = putAwayHere();
  const profile = readableProfile(entries.find(([id]) => id === memberId)?.[1]);
  if (profile === null || loadProfile() !== null) return;
  forgetPutAway(memberId);
  keepProfile(profile);
}

/** Forgets what was put away for a member whose account is gone. */
export function forgetPutAway(memberId: string): void {
  const others = putAwayHere().filter(([id]) => id !== memberId);
  if (others.length === 0) localStore.remove(PUT_AWAY_KEY);
  else localStore.save(PUT_AWAY_KEY, others);
}

// A member who logs out in another tab is not here either.
globalThis.addEventListener?.('storage', (event) => {
  if ((event as StorageEvent).key !== PUT_AWAY_KEY) return;
  fragrance.profile = null;
  loadProfile();
});

/** Takes every recording off the list of what can be opened again, pieces included; for an account that is gone. */
export async function forgetDrafts(): Promise<void> {
  for (const { id } of drafts()) {
    dropDraft(id);
    await forgetParts(id);
  }
}
