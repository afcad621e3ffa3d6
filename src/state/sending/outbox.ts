import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { outbox, startOutbox as startSending } from '../../backend/outbox/outbox.ts';
import type { Kept } from '../../backend/outbox/outboxStore.ts';
import { onStored } from '../../backend/recordings/storedRecordings.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { currentRecordingId, updateCurrentFragrance } from '../fragrance/fragrance.ts';
import { tellRefused } from '../recording/refusedRecording.ts';
import { notify } from '../shell/notices.ts';
import { persisted } from '../shell/persist.ts';
import { ownerId, session } from '../account/session.ts';

/*
 * What waits for the connection, for screens and for whoever sends something: sharing, saving, submitting, ordering,
 * writing. Everything here goes out by itself, once, as soon as it can.
 */

/** Something that waits, or that the backend has refused. */
export interface Waiting {
  /** The idempotency key it was given. */
  id: string;
  kind: string;
  payload: unknown;
  /** Tries so far; 0 while the first is under way. */
  attempts: number;
  /** ms since 1970. */
  createdAt: number;
  /** Why it was refused for good; such an entry stays until {@link removeWaiting}. */
  refused?: { code: string; message: string };
}

/** What waits of the visitor who is here, oldest first; `read` once it is known. */
export const outboxView = proxy<{ read: boolean; waiting: Waiting[] }>({ read: false, waiting: [] });

/** Grows with every reading: only the newest may be shown. */
let reading = 0;

async function refresh(): Promise<void> {
  const mine = ++reading;
  const entries = await outbox.entries();
  if (mine !== reading) return;
  outboxView.waiting = entries
    .filter((entry) => (entry.ownerId ?? null) === null || entry.ownerId === ownerId())
    .map(({ id, kind, payload, attempts, createdAt, refused }) => ({
      id,
      kind,
      payload,
      attempts,
      createdAt,
      ...(refused ? { refused } : {}),
    }));
  outboxView.read = true;
}

/**
 * Keeps something of whoever is here until the backend has it, and sends it as soon as it can. `id` is the idempotency
 * key: make it before the first try and use it for both. `kept` is `page` where this device has no room: it goes out
 * only while this page is open, and the visitor should know.
 */
export function sendLater(
  kind: string,
  payload: unknown,
  more: { blob?: Blob; id?: string } = {},
): Promise<{ id: string; kept: Kept }> {
  return outbox.add(kind, payload, { ...more, ownerId: ownerId() });
}

/**
 * Sends something of whoever is here with `work`, at once and in its caller's own way. It is kept under its idempotency
 * key before, so that it goes out all the same when the tab closes meanwhile; afterwards it stays only where `waits` says
 * so of the failure. Settles as `work` does.
 */
export function sendNow<T>(
  kind: string,
  payload: unknown,
  id: string,
  work: () => Promise<T>,
  waits: (error: unknown, kept: Kept) => boolean,
): Promise<T> {
  return outbox.attempt(kind, payload, { id, ownerId: ownerId() }, work, waits);
}

/** Takes something out that waits or was refused. */
export function removeWaiting(id: string): Promise<void> {
  return outbox.remove(id);
}

// The current fragrance learns the URL of its own recording, and of no other.
onStored((recordingId, audioUrl) => {
  if (currentRecordingId() !== recordingId) return;
  persisted.audioInfo = { link: audioUrl };
  updateCurrentFragrance({ audioData: audioUrl });
});

// A recording that is refused when it goes out at last is nothing that anybody could mend: it is told, and no longer kept as waiting.
outbox.onSettled('recording', (settled) => {
  if (settled.ok) return;
  if (!tellRefused(settled.error))
    notify({ kind: 'error', title: 'Failed to submit audio. Please try again later.', key: 'upload' });
  void outbox.remove(settled.entry.id).catch(() => undefined);
});

/** Sends what waits, now and whenever the connection may be back; for the start of the app. */
export function startOutbox(): void {
  outbox.onChanged(() => void refresh());
  // What waited for a member goes out when that member is here again.
  subscribeKey(session, 'user', () => {
    void refresh();
    void outbox.flush(true).catch(() => undefined);
  });
  startSending(new Scope(), ownerId);
  void refresh();
}
