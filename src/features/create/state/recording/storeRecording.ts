import { proxy } from 'valtio';
import { isRetriable } from '#core/backend/errors.ts';
import { sendRecordingNow } from '#features/outbox/backend/outbox.ts';
import {
  ensureRecordingStored,
  isRecordingOnDevice,
  keepRecordingBytes,
  storedUrl,
} from '#core/recordings/storedRecordings.ts';
import { UPLOAD_TIMEOUT_SECONDS } from '#core/recordings/uploadAudio.ts';
import { connection } from '#core/network/connection.ts';
import { notify } from '#core/shell/notices.ts';
import { persisted } from '#core/shell/persist.ts';
import { ownerId } from '#features/session/state/session.ts';
import { tellRefused } from './refusedRecording.ts';
import { followStoredRecordings } from './storedOutcome.ts';

/**
 * Stores a finished recording: on this device, in storage, and in the outbox while storage is unreachable. All of it
 * is loaded with the create screen, because it could not be fetched without a connection.
 */

followStoredRecordings();

/** Recordings being uploaded in the interactive attempt. */
export const uploading = proxy<{ ids: string[] }>({ ids: [] });

const FAILED = 'Failed to submit audio. Please try again later.';

/** Stores the recording in IndexedDB; where that is full, keeps it in memory only. */
export function keepRecording(id: string, blob: Blob): Promise<'device' | 'page'> {
  return keepRecordingBytes(id, blob);
}

/**
 * URL of a stored recording; uploads it first if necessary, from the bytes on this device. Two callers at once, even
 * in different tabs, upload it once.
 * @throws BackendError; transient ones when it has to wait, `rejected` with the detail `gone` when its bytes are not
 * on this device
 */
export function ensureStored(recordingId: string, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
  return ensureRecordingStored(recordingId, { signal, ownerId: ownerId() });
}

/**
 * Uploads a recording, with a timeout of 30 s. Never rejects and never delays the fragrance, which gets the URL as
 * soon as there is one. Shows a refusal; when storage is unreachable, the upload waits in the outbox.
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
    title: 'Your recording could not be uploaded yet, and this device cannot store it.',
    description: 'Please leave this page open: it is sent as soon as the connection is back.',
    duration: 8000,
    key: 'upload',
  });
}
