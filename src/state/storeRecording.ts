import { isCoded } from '../domain/errors.ts';
import { notify } from './notices.ts';
import { persisted } from './persist.ts';
import { recordingStored, type PendingSound } from './processing.ts';

/** Where a finished recording goes: this device, storage, and the outbox while storage cannot be reached. */

/** The most that storage takes, bytes (decision 19). */
export const MOST_UPLOAD_BYTES = 25 * 2 ** 20;

/** Key of the recording at hand in the browser database `AudioDB`, store `audio`. */
export const CURRENT_KEY = 'current';

interface AudioStoreModule {
  putAudio(key: string, blob: Blob): Promise<void>;
}
interface UploadModule {
  uploadAudio(blob: Blob, options: { signal?: AbortSignal; onProgress?: (done: number) => void }): Promise<{ audioUrl: string }>;
}
interface OutboxModule {
  queueRecording(blob: Blob, onStored: (audioUrl: string) => void): Promise<void>;
}

// Loaded when they are needed: the first visit does not wait for what it may never use.
const modules = import.meta.glob('../backend/{audioStore,uploadAudio,outbox}.ts');
async function load<T>(name: 'audioStore' | 'uploadAudio' | 'outbox'): Promise<T> {
  return (await modules[`../backend/${name}.ts`]!()) as T;
}

/** Keeps the recording in IndexedDB. Where that is switched off or full, it is kept in memory alone. */
export async function keepRecording(blob: Blob): Promise<void> {
  try {
    await (await load<AudioStoreModule>('audioStore')).putAudio(CURRENT_KEY, blob);
  } catch {
    // Nothing is lost yet: the recording is in memory, and goes to storage from there.
  }
}

const FAILED = 'Failed to submit audio. Please try again later.';

/**
 * Stores a recording. Never rejects and never keeps the visitor from the fragrance: what storage refuses is told in the
 * specified words, what it cannot be reached for waits in the outbox, and `pending` learns the URL as soon as there is one.
 */
export async function storeRecording(blob: Blob, pending: PendingSound, signal: AbortSignal, onProgress: (done: number) => void): Promise<void> {
  persisted.audioInfo = null;
  if (blob.size > MOST_UPLOAD_BYTES) {
    notify({ kind: 'warning', title: 'This recording is too large to keep online (25 MB at most).', description: 'Your fragrance is made without it.', key: 'upload' });
    return;
  }
  try {
    const { uploadAudio } = await load<UploadModule>('uploadAudio');
    const { audioUrl } = await uploadAudio(blob, { signal, onProgress });
    pending.audioUrl = audioUrl;
    persisted.audioInfo = { link: audioUrl };
  } catch (error) {
    if (signal.aborted) return;
    if (isCoded(error, 'rejected')) {
      notify({ kind: 'error', title: FAILED, key: 'upload' });
      return;
    }
    try {
      const { queueRecording } = await load<OutboxModule>('outbox');
      await queueRecording(blob, (audioUrl) => {
        persisted.audioInfo = { link: audioUrl };
        recordingStored(pending, audioUrl);
      });
      notify({ kind: 'info', title: 'Your recording is safe on this device and will be uploaded when the connection is back.', key: 'upload' });
    } catch {
      notify({ kind: 'error', title: FAILED, key: 'upload' });
    }
  }
}
