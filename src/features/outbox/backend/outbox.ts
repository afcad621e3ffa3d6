import { createOutbox } from './outboxQueue.ts';
import type { Sender } from './outboxContract.ts';
import { ensureRecordingStored } from '#core/recordings/storedRecordings.ts';

const sendRecording: Sender = async (_payload, { id, blob, ownerId, signal }) =>
  ensureRecordingStored(id, { ownerId, signal, ...(blob === null ? {} : { recording: blob }) });

/** The app's outbox with the sender of recordings. Features add theirs with `outbox.register`. */
export const outbox = createOutbox({ senders: { recording: sendRecording } });
