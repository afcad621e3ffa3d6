import { audioStore, CURRENT_RECORDING } from '../backend/audioStore.ts';
import { isTransient } from '../backend/errors.ts';
import { queueRecording } from '../backend/outbox.ts';
import { uploadAudio } from '../backend/uploadAudio.ts';
import { notify } from './notices.ts';
import { persisted } from './persist.ts';
import { recordingStored, type PendingSound } from './processing.ts';

/**
 * Where a finished recording goes: this device, storage, and the outbox while storage cannot be reached. All of it is
 * loaded with the create screen: what is needed when the connection fails cannot be fetched then.
 */

/** The most that storage takes, bytes (decision 19). */
export const MOST_UPLOAD_BYTES = 25 * 2 ** 20;

const FAILED = 'Failed to submit audio. Please try again later.';

/** Keeps the recording in IndexedDB. Where that is full, it is kept in memory alone: nothing is lost yet. */
export async function keepRecording(blob: Blob): Promise<void> {
  try {
    await audioStore.put(CURRENT_RECORDING, blob);
  } catch {
    // The upload reads the recording from memory, and the outbox tells when it has no room either.
  }
}

/**
 * Stores a recording. Never rejects and never keeps the visitor from the fragrance: what storage refuses is told in the
 * specified words, what it cannot be reached for waits in the outbox, and `pending` learns the URL as soon as there is one.
 */
export async function storeRecording(blob: Blob, pending: PendingSound, signal: AbortSignal, onProgress: (done: number) => void): Promise<void> {
  persisted.audioInfo = null;
  const stored = (audioUrl: string): void => {
    persisted.audioInfo = { link: audioUrl };
    recordingStored(pending, audioUrl);
  };
  if (blob.size > MOST_UPLOAD_BYTES) {
    notify({ kind: 'warning', title: 'This recording is too large to keep online (25 MB at most).', description: 'Your fragrance is made without it.', key: 'upload' });
    return;
  }
  try {
    stored((await uploadAudio(blob, { signal, onProgress })).audioUrl);
  } catch (error) {
    if (signal.aborted) return;
    try {
      if (!isTransient(error)) throw error;
      await queueRecording(blob, stored);
      notify({ kind: 'info', title: 'Your recording is safe on this device and will be uploaded when the connection is back.', key: 'upload' });
    } catch {
      notify({ kind: 'error', title: FAILED, key: 'upload' });
    }
  }
}
