import { audioStore } from '../../backend/recordings/audioStore.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { forgetRecordingBytes, forgetStored, recordingKey } from '../../backend/recordings/storedRecordings.ts';
import { localStore } from '../../platform/storage/localStore.ts';
import { forgetOwnerSecret } from '../../platform/storage/ownerSecret.ts';
import { ASKED_KEY } from './requestedMails.ts';
import { forgetCurrentFragrance } from '../fragrance/fragrance.ts';
import { forgetDrafts, forgetStashed } from './afterLogOut.ts';
import { FALLBACK_KEY, PLAYLIST_KEY, readFragrances, SAVED_KEY } from '../fragrance/localFragrances.ts';
import { persisted } from '../shell/persist.ts';
import { PREORDER_KEY } from '../store/preorder.ts';
import { forgetSavedFragrances } from '../fragrance/savedFragrances.ts';
import { isOwnDevice } from './session.ts';
import { dropRecordsOf } from '../sharing/shareRecords.ts';

/* What this device keeps of a member, taken away with the account. */

/** Ids of the recordings that still wait for somebody else: another member, or the visitor of this device. */
async function recordingsOfOthers(): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const { kind, id, payload } of await outbox.entries()) {
    if (kind === 'recording') ids.add(id);
    const { recordingId } = (payload ?? {}) as { recordingId?: unknown };
    if (typeof recordingId === 'string') ids.add(recordingId);
  }
  return ids;
}

async function forgetRecordings(): Promise<void> {
  const kept = new Set([...(await recordingsOfOthers())].map(recordingKey));
  for (const key of await audioStore.keys()) {
    if (kept.has(key) || key.startsWith('outbox:')) continue;
    if (key.startsWith('recording:')) await forgetRecordingBytes(key.slice('recording:'.length));
    else await audioStore.remove(key);
  }
}

/**
 * Forgets what this device keeps of a member: fragrances, recordings, orders, and what waits to be sent. Call it while
 * the member is still the one who is signed in. What cannot be reached (no database in this browser) is not there either.
 */
export async function forgetMemberHere(memberId: string): Promise<void> {
  forgetSavedFragrances();
  for (const key of [FALLBACK_KEY, SAVED_KEY, PREORDER_KEY, ASKED_KEY]) localStore.remove(key);
  const others = readFragrances(PLAYLIST_KEY).filter(({ creatorId }) => creatorId !== memberId);
  if (others.length === 0) localStore.remove(PLAYLIST_KEY);
  else localStore.save(PLAYLIST_KEY, others);
  forgetCurrentFragrance();
  forgetStashed(memberId);
  persisted.audioInfo = null;
  // After a mail's link the secret may own what somebody else made here.
  if (isOwnDevice(memberId)) forgetOwnerSecret();
  dropRecordsOf(memberId);
  forgetStored();
  await forgetDrafts();
  try {
    await outbox.removeAllOf(memberId);
    await forgetRecordings();
  } catch {
    // The browser has no database for this page, hence nothing in it.
  }
}
