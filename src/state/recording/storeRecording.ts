import { proxy } from 'valtio';
import { isRetriable } from '../../backend/connection/errors.ts';
import { sendRecordingNow } from '../../backend/outbox/outbox.ts';
import {
  ensureRecordingStored,
  isRecordingOnDevice,
  keepRecordingBytes,
  storedUrl,
} from '../../backend/recordings/storedRecordings.ts';
import { UPLOAD_TIMEOUT_SECONDS } from '../../backend/recordings/uploadAudio.ts';
import { connection } from '../../platform/network/connection.ts';
import { notify } from '../shell/notices.ts';
import { persisted } from '../shell/persist.ts';
import { ownerId } from '../account/session.ts';
import { tellRefused } from './refusedRecording.ts';

/**
 * Where a finished recording goes: this device, storage, and the outbox while storage cannot be reached. All of it is
 * loaded with the create screen: what is needed when the connection fails cannot be fetched then.
 */

export { forgetAllRecordings } from '../../backend/recordings/drafts.ts';
export {
  forgetStored as forgetStoredUrl,
  onStored as onRecordingStored,
  rememberStored,
  storedUrl,
} from '../../backend/recordings/storedRecordings.ts';

/** The recordings that are on their way right now, in the interactive try. */
export const uploading = proxy<{ ids: string[] }>({ ids: [] });

const FAILED = 'Failed to submit audio. Please try again later.';

/** Keeps the recording in IndexedDB. Where that is full, it is kept in memory alone: nothing is lost yet. */
export function keepRecording(id: string, blob: Blob): Promise<'device' | 'page'> {
  return keepRecordingBytes(id, blob);
}

/**
 * The URL under which a recording is stored; stores it first where that has not happened yet, from the bytes on this
 * device. Two callers at once, in whichever tabs, store it once.
 * @throws BackendError; transient ones when it has to wait, `rejected` with the detail `gone` when its bytes are not on this device
 */
export function ensureStored(recordingId: string, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
  return ensureRecordingStored(recordingId, { signal, ownerId: ownerId() });
}

/**
 * Stores a recording, in 30 s. Never rejects and never keeps the visitor from the fragrance, which learns
 * the URL as soon as there is one: what storage refuses is told, what it cannot be reached for
 * waits in the outbox.
 */
export async function storeRecording(
  id: string,
  blob: Blob,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<void> {
  const known = storedUrl(id);
  persisted.audioInfo = known === null ? null : { link: known };
  if (known !== null) return;
  uploading.ids = [...uploading.ids, id];
  let kept: 'device' | 'page' = 'page';
  try {
    kept = (await isRecordingOnDevice(id)) ? 'device' : await keepRecordingBytes(id, blob);
    const audioUrl = await sendRecordingNow(id, kept, ownerId(), () =>
      ensureRecordingStored(id, {
        recording: blob,
        ownerId: ownerId(),
        timeout: UPLOAD_TIMEOUT_SECONDS,
        signal,
        onProgress,
      }),
    );
    persisted.audioInfo = { link: audioUrl };
  } catch (error) {
    if (signal.aborted) return;
    if (isRetriable(error)) tellWaiting(kept);
    else if (!tellRefused(error)) notify({ kind: 'error', title: FAILED, key: 'upload' });
  } finally {
    uploading.ids = uploading.ids.filter((other) => other !== id);
  }
}

function tellWaiting(kept: 'device' | 'page'): void {
  if (kept === 'device') {
    notify({
      kind: 'info',
      title: connection.online
        ? 'Your recording is safe on this device and will be uploaded as soon as our server answers.'
        : 'Your recording is safe on this device and will be uploaded when the connection is back.',
      key: 'upload',
    });
    return;
  }
  notify({
    kind: 'warning',
    title: 'Your recording could not be uploaded yet, and this device has no room to keep it.',
    description: 'Please leave this page open: it is sent as soon as the connection is back.',
    duration: 8000,
    key: 'upload',
  });
}
