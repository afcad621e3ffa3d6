import type { Scope } from '#core/lifetime/scope.ts';
import { isRetriable } from '#core/backend/errors.ts';
import type { Sender } from './outboxContract.ts';
import { createOutbox } from './outboxQueue.ts';
import { ensureRecordingStored } from '#core/recordings/storedRecordings.ts';

/** The app's outbox with the sender of recordings. Features add theirs with `outbox.register`. */

const sendRecording: Sender = async (_payload, { id, blob, ownerId, signal }) =>
  ensureRecordingStored(id, { ownerId, signal, ...(blob === null ? {} : { recording: blob }) });

export const outbox = createOutbox({ senders: { recording: sendRecording } });

/** Sends waiting entries now and at every occasion until the scope ends. Call it once the app is idle. */
export function startOutbox(scope: Scope, member: () => string | null = () => null): void {
  outbox.start(scope, member);
}

/**
 * Stores a recording with `work`. Keeps an entry under the recording's id meanwhile, and after a transient failure, to
 * send it later. `storeRecordingBytes` has stored the bytes; where they are in this page only, so is the entry.
 */
export function sendRecordingNow<T>(
  id: string,
  kept: 'device' | 'page',
  ownerId: string | null,
  work: () => Promise<T>,
): Promise<T> {
  return outbox.attempt('recording', {}, { id, ownerId, pageOnly: kept === 'page' }, work, isRetriable);
}
