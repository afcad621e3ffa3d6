import { audioStore } from '#core/recordings/database.ts';
import { outbox } from '../../outbox/backend/outbox.ts';
import { deleteRecordingBytes, forgetStored, recordingKey, soundKeys } from '#core/recordings/storedRecordings.ts';
import { localStore } from '#core/storage/localStore.ts';
import { forgetOwnerSecret } from '#core/storage/ownerSecret.ts';
import { ASKED_KEY } from './requestedMails.ts';
import { BEEN_HERE_KEY } from '../../session/state/returningVisitor.ts';
import { forgetCurrentFragrance } from '../../fragrance/state/fragrance.ts';
import {
  FALLBACK_KEY,
  PLAYLIST_KEY,
  readFragrances,
  SAVED_KEY,
  forgetSavedFragrances,
} from '../../fragrance/state/savedFragrances.ts';
import { forgetDrafts, forgetStashed } from './afterLogOut.ts';
import { persisted } from '#core/appState/persist.ts';
import { PREORDER_KEY } from '../../community/state/preorder.ts';
import { isOwnDevice } from '../../session/state/session.ts';
import { dropRecordsOf } from '../../share/state/shareRecords.ts';

/* Removes a member's data from this device, together with the account. */

/** Ids of the recordings that still wait for another member or for the visitor of this device. */
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
  for (const key of await soundKeys()) {
    if (kept.has(key) || key.startsWith('outbox:')) continue;
    if (key.startsWith('recording:')) await deleteRecordingBytes(key.slice('recording:'.length));
    else await audioStore.remove(key);
  }
}

/**
 * Removes fragrances, recordings, orders and waiting entries of a member. Call it while the member is still signed
 * in. Without a database in this browser there is nothing to remove there.
 */
export async function forgetMemberHere(memberId: string): Promise<void> {
  forgetSavedFragrances();
  for (const key of [FALLBACK_KEY, SAVED_KEY, PREORDER_KEY, ASKED_KEY, BEEN_HERE_KEY]) localStore.remove(key);
  const others = readFragrances(PLAYLIST_KEY).filter(({ creatorId }) => creatorId !== memberId);
  if (others.length === 0) localStore.remove(PLAYLIST_KEY);
  else localStore.save(PLAYLIST_KEY, others);
  forgetCurrentFragrance();
  forgetStashed(memberId);
  persisted.audioInfo = null;
  // After a sign-in by mail link the secret may own another person's data: keep it.
  if (isOwnDevice(memberId)) forgetOwnerSecret();
  dropRecordsOf(memberId);
  forgetStored();
  await forgetDrafts();
  try {
    await outbox.removeAllOf(memberId);
    await forgetRecordings();
  } catch {
    // Without a database for this page there is nothing to remove.
  }
}
