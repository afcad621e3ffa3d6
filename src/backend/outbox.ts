import type { Scope } from '../platform/scope.ts';
import { BackendError, isTransient } from './errors.ts';
import { createOutbox, type Sender } from './outboxQueue.ts';
import type { Preorder } from './preorders.ts';
import { recordingId } from './recordingId.ts';
import { uploadAudio } from './uploadAudio.ts';

/** The app's outbox: what it knows how to send later. */

const sendRecording: Sender = async (_payload, { id, blob, signal }) => {
  if (blob === null) throw new BackendError('rejected', 'The recording is no longer on this device.', { detail: 'empty' });
  const { audioUrl } = await uploadAudio(blob, { id, signal });
  return audioUrl;
};

const sendWaitingPreorder: Sender = async (payload, { signal }) => {
  const { sendPreorder } = await import('./preorders.ts');
  try {
    await sendPreorder(payload as Preorder, { signal });
  } catch (error) {
    // Stored already, only the answer was lost, or ordered from another device: the buyer is on the list.
    if (error instanceof BackendError && error.code === 'duplicate') return;
    // A buyer is never lost: only what the backend has understood and refused is given up. A missing table or a wrong
    // key is a backend that is not ready yet.
    if (error instanceof BackendError && error.code !== 'rejected' && error.code !== 'aborted' && !isTransient(error)) throw new BackendError('server', error.message, { cause: error.code });
    throw error;
  }
};

export const outbox = createOutbox({ senders: { recording: sendRecording, preorder: sendWaitingPreorder } });

/** Sends what waits, now and whenever the browser is back online, until the scope ends. Call it once the app is idle. */
export function startOutbox(scope: Scope): void {
  outbox.start(scope);
}

/**
 * Keeps a recording on this device until it is stored; resolves once it is safely kept. `onStored` learns the URL if
 * that happens while this page is open. Hand over the very blob that was given to `uploadAudio`: its id goes along, so
 * that an upload whose answer was lost is not stored twice.
 */
export async function queueRecording(recording: Blob, onStored: (audioUrl: string) => void = () => undefined): Promise<void> {
  const id = recordingId(recording);
  const end = outbox.onSettled('recording', (outcome) => {
    if (outcome.entry.id !== id) return;
    end();
    if (outcome.ok) onStored(String(outcome.result));
  });
  try {
    await outbox.add('recording', {}, { blob: recording, id });
  } catch (error) {
    end();
    throw error;
  }
}

/** Keeps a preorder on this device until the backend has it; resolves with its id once it is safely kept. */
export function queuePreorder(preorder: Preorder): Promise<string> {
  return outbox.add('preorder', preorder);
}
