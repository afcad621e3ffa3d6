import { forgetDevice } from '../../backend/members/account.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { forgetStored } from '../../backend/recordings/storedRecordings.ts';
import { isCoded } from '../../domain/errors.ts';
import { forgetOwnerSecret, hasOwnerSecret } from '../../platform/storage/ownerSecret.ts';
import { setCurrentFragrance } from '../fragrance/fragrance.ts';
import { loadCurrentFragrance } from '../fragrance/loadFragrance.ts';
import { notify } from '../shell/notices.ts';
import { persisted } from '../shell/persist.ts';
import { session } from '../account/session.ts';
import { dropRecordsOf } from './shareRecords.ts';

/** What this device has sent without an account. */

/** True when there may be something to take back. */
export function hasSentSomething(): boolean {
  return hasOwnerSecret();
}

/**
 * Takes back everything that visitors of this device have sent: shares, submissions, messages and recordings, with their
 * files, and what still waits. Orders stay. What this device itself keeps, it keeps. True when it is done; told in a
 * notice otherwise.
 */
export async function takeBackEverything(): Promise<boolean> {
  try {
    // First what waits, so that it cannot go out meanwhile; a preorder that waits is an order, and stays.
    for (const { id, kind, ownerId = null } of await outbox.entries())
      if (ownerId === null && kind !== 'preorder') await outbox.remove(id);
    await forgetDevice();
  } catch (error) {
    const away = isCoded(error) && (error.code === 'network' || error.code === 'timeout');
    notify({
      kind: 'error',
      title: 'It could not be taken back.',
      description: away ? 'Please check your connection and try again.' : 'Please try again.',
      key: 'device',
    });
    return false;
  }
  dropRecordsOf(null);
  forgetStored();
  if (session.user === null) forgetRecordingUrl();
  forgetOwnerSecret();
  return true;
}

/** The current fragrance no longer names a public file that is gone; its recording is on this device. */
function forgetRecordingUrl(): void {
  persisted.audioInfo = null;
  const current = loadCurrentFragrance();
  if (current?.audioData === undefined || current.audioData.startsWith('data:')) return;
  const { audioData: _gone, ...rest } = current;
  setCurrentFragrance(rest);
}
