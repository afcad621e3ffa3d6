import { proxy } from 'valtio';
import { MAX_RECORDING_BYTES } from '#shared/common/recordingLimit.ts';
import { isRetriable } from '#core/backend/errors.ts';
import { outbox, sendRecordingNow } from '#features/outbox/backend/outbox.ts';
import {
  ensureRecordingStored,
  isRecordingOnDevice,
  keepRecordingBytes,
  onStored,
  refusalOf,
  storedUrl,
} from '#core/recordings/storedRecordings.ts';
import { UPLOAD_TIMEOUT_SECONDS } from '#core/recordings/uploadAudio.ts';
import { connection } from '#core/network/connection.ts';
import { notify } from '#core/shell/notices.ts';
import { persisted } from '#core/shell/persist.ts';
import { currentRecordingId, updateCurrentFragrance } from '#features/fragrance/state/fragrance.ts';
import { ownerId } from '#features/session/state/session.ts';

/**
 * Stores a finished recording: on this device, in storage, and in the outbox while storage is unreachable. All of it
 * is loaded with the create screen, because it could not be fetched without a connection.
 */

/** Recordings being uploaded in the interactive attempt. */
export const uploading = proxy<{ ids: string[] }>({ ids: [] });

const FAILED = 'Failed to submit audio. Please try again later.';

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

/** Titles for a recording that storage refuses for good: it is reported once and not sent again. */
const TITLES = {
  not_audio: 'This kind of file cannot be kept online.',
  too_large: `This recording is too large to keep online (${MAX_RECORDING_BYTES / 2 ** 20} MB at most).`,
  empty: 'This recording is empty, so there is nothing to keep online.',
} as const;

/** Shows why a recording stays on this device. @returns false when the reason is unknown */
export function tellRefused(error: unknown): boolean {
  const reason = refusalOf(error);
  if (reason === null) return false;
  notify({
    kind: 'warning',
    title: TITLES[reason],
    description: 'It stays on this device, and your fragrance is made of it. What you share plays its notes.',
    duration: 8000,
    key: 'upload',
  });
  return true;
}

let following = false;

/**
 * Follows what becomes of the recordings of this page, once: stored, or refused for good, by this tab or another.
 */
export function followStoredRecordings(): void {
  if (following) return;
  following = true;
  // Set the URL of the current fragrance only for its own recording.
  onStored((recordingId, audioUrl) => {
    if (currentRecordingId() !== recordingId) return;
    persisted.audioInfo = { link: audioUrl };
    updateCurrentFragrance({ audioData: audioUrl });
  });

  // A recording that the backend refuses cannot be repaired: report it and remove the entry.
  outbox.onSettled('recording', (settled) => {
    if (settled.ok) return;
    if (!tellRefused(settled.error)) notify({ kind: 'error', title: FAILED, key: 'upload' });
    void outbox.remove(settled.entry.id).catch(() => undefined);
  });
}

followStoredRecordings();
