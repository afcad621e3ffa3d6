import { backendConfig } from '#core/backend/config.ts';
import { saveFile } from '#core/storage/saveFile.ts';
import { exportDevice, deleteDeviceRows } from '#features/session/backend/account.ts';
import { outbox } from '#features/outbox/backend/outbox.ts';
import { forgetStored } from '#core/recordings/storedRecordings.ts';
import { tryAgainWords } from '#core/values/errors.ts';
import { deleteOwnerSecret, hasOwnerSecret } from '#core/storage/ownerSecret.ts';
import { deleteReportList } from '#features/moderation/state/reports.ts';
import { setCurrentFragrance, loadCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { notify } from '#core/appState/notices.ts';
import { persisted } from '#core/appState/persist.ts';
import { clearReturningVisitor } from '#features/session/state/returningVisitor.ts';
import { session } from '#features/session/state/session.ts';
import { dropRecordsOf } from './shares.ts';

/** Data that this device has sent without an account. */

/** True when there may be something to withdraw. */
export function hasSentSomething(): boolean {
  return hasOwnerSecret();
}

/**
 * Withdraws everything that visitors of this device have sent: shares, submissions, messages, reports and recordings,
 * with their files, and waiting entries. Orders and local data stay, but for the mark that a member was here. True when
 * done; shows a notice on failure.
 */
export async function takeBackEverything(): Promise<boolean> {
  try {
    // Remove waiting entries first, so that they are not sent meanwhile. A waiting preorder is an order and stays.
    await outbox.removeAllOf(null, 'preorder');
    await deleteDeviceRows();
  } catch (error) {
    notify({
      kind: 'error',
      title: 'It could not be taken back.',
      description: tryAgainWords(error),
      key: 'device',
    });
    return false;
  }
  dropRecordsOf(null);
  forgetStored();
  deleteReportList();
  if (session.user === null) {
    forgetRecordingUrl();
    clearReturningVisitor();
  }
  deleteOwnerSecret();
  return true;
}

/**
 * Saves a copy of everything that visitors of this device have sent, and of the outbox, as one JSON file; addresses in
 * it are complete. True when done; shows a notice on failure.
 */
export async function saveDeviceData(now: Date): Promise<boolean> {
  try {
    const sent = await exportDevice();
    const waiting = (await outbox.entries().catch(() => [])).filter(({ ownerId = null }) => ownerId === null);
    const copy = JSON.stringify(
      { product: 'Accord', exportedAt: now.toISOString(), ...sent, waitingToBeSent: waiting },
      null,
      2,
    );
    const whole = copy.replaceAll('"/storage/v1/', `"${backendConfig().url}/storage/v1/`);
    saveFile(new Blob([whole], { type: 'application/json' }), `accord-device-${now.toISOString().slice(0, 10)}.json`);
    return true;
  } catch (error) {
    notify({
      kind: 'error',
      title: 'The copy could not be made.',
      description: tryAgainWords(error),
      key: 'device',
    });
    return false;
  }
}

/** Removes the URL of a deleted public file from the current fragrance; its recording is on this device. */
function forgetRecordingUrl(): void {
  persisted.audioInfo = null;
  const current = loadCurrentFragrance();
  if (current?.audioData === undefined || current.audioData.startsWith('data:')) return;
  const { audioData: _gone, ...rest } = current;
  setCurrentFragrance(rest);
}
