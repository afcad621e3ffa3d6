import { drafts, forgetParts, freeDrafts, dropDraft, sweepRecordings } from '../backend/drafts.ts';
import { outbox } from '../backend/outbox.ts';
import { dropRecordsOf } from './shareRecords.ts';

/* What a member who logs out leaves on a device that the next person may use. */

/**
 * Takes away what would be offered to whoever comes next: recordings that have not become a fragrance, links that the
 * member has shared, and recordings that nothing here needs any more. What waits to be sent stays for its owner, with
 * its recording: it goes out only while that very member is here. The fragrance at hand stays, as log-in promises to
 * keep it. Never rejects.
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

/** Takes every recording off the list of what can be opened again, pieces included; for an account that is gone. */
export async function forgetDrafts(): Promise<void> {
  for (const { id } of drafts()) {
    dropDraft(id);
    await forgetParts(id);
  }
}
