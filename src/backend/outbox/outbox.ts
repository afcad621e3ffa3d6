import type { Scope } from '../../platform/lifetime/scope.ts';
import { BackendError, isRetriable } from '../connection/errors.ts';
import type { Sender } from './outboxContract.ts';
import { createOutbox } from './outboxQueue.ts';
import { ensureRecordingStored } from '../recordings/storedRecordings.ts';

/** The app's outbox with its built-in senders. Add others with `outbox.register`. */

const sendRecording: Sender = async (_payload, { id, blob, ownerId, signal }) =>
  ensureRecordingStored(id, { ownerId, signal, ...(blob === null ? {} : { recording: blob }) });

const sendWaitingPreorder: Sender = async (payload, { id, signal }) => {
  const [{ sendPreorder }, { readWaitingOrder }] = await Promise.all([
    import('../repositories/preorders.ts'),
    import('../../domain/schema/waiting.ts'),
  ]);
  const order = readWaitingOrder(payload);
  try {
    return await sendPreorder({ id, ...order }, { signal });
  } catch (error) {
    // Stored by an earlier try whose answer was lost, or ordered from another device: the buyer is on the list.
    if (error instanceof BackendError && error.code === 'duplicate') return 'known';
    // Never lose a buyer: give up only an order that the backend understood and refused.
    if (error instanceof BackendError && error.code !== 'rejected' && error.code !== 'aborted' && !isRetriable(error))
      throw new BackendError('server', error.message, { cause: error.code });
    throw error;
  }
};

export const outbox = createOutbox({ senders: { recording: sendRecording, preorder: sendWaitingPreorder } });

/** Sends waiting entries now and at every occasion until the scope ends. Call it once the app is idle. */
export function startOutbox(scope: Scope, member: () => string | null = () => null): void {
  outbox.start(scope, member);
}

/**
 * Stores a recording with `work`. Keeps an entry under the recording's id meanwhile, and after a transient failure, to
 * send it later. `keepRecordingBytes` has stored the bytes; where they are in this page only, so is the entry.
 */
export function sendRecordingNow<T>(
  id: string,
  kept: 'device' | 'page',
  ownerId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  return outbox.attempt('recording', {}, { id, ownerId, pageOnly: kept === 'page' }, work, isRetriable);
}
