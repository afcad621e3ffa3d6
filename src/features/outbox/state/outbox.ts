import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { outbox } from '../backend/outbox.ts';
import type { Sender, StorageKind } from '../backend/outboxContract.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { ownerId, session } from '#features/session/state/session.ts';
import type { CodedError } from '#core/values/errors.ts';

/*
 * The outbox for screens and senders: shares, fragrances, submissions, orders and messages. Each entry is sent
 * automatically, once, as soon as possible.
 */

/** An entry that is not sent yet, or that the backend has refused. */
export interface Waiting {
  /** Its idempotency key. */
  id: string;
  kind: string;
  payload: unknown;
  /** Attempts so far; 0 during the first. */
  attempts: number;
  /** ms since 1970. */
  createdAt: number;
  /** Reason for a final refusal; the entry stays until {@link removeWaiting}. */
  refused?: { code: string; message: string };
}

/** The current visitor's entries, oldest first; `read` is true once they are loaded. */
export const outboxView = proxy<{ read: boolean; waiting: Waiting[] }>({ read: false, waiting: [] });

/** Increases with every read: only the newest result is shown. */
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
 * Stores an entry of the current visitor until the backend has it, and sends it as soon as possible. `id` is the
 * idempotency key: create it before the first attempt and reuse it. `kept` is `page` when this device is full: show a
 * notice, because the entry is sent only while this page is open.
 */
export function sendLater(
  kind: string,
  payload: unknown,
  more: { blob?: Blob; id?: string } = {},
): Promise<{ id: string; kept: StorageKind }> {
  return outbox.add(kind, payload, { ...more, ownerId: ownerId() });
}

/**
 * Sends an entry of the current visitor with `work`, at once. It is stored under its idempotency key first, so that
 * it is sent even when the tab closes; afterwards it stays only if `waits` returns true for the failure. Settles as
 * `work` does.
 */
export function sendNow<T>(
  kind: string,
  payload: unknown,
  id: string,
  work: () => Promise<T>,
  waits: (error: unknown, kept: StorageKind) => boolean,
): Promise<T> {
  return outbox.attempt(kind, payload, { id, ownerId: ownerId() }, work, waits);
}

/** Sets who sends the entries of a kind. */
export function registerSender(kind: string, sender: Sender): void {
  outbox.register(kind, sender);
}

/** True while an entry is in the outbox; false for a refused one. */
export async function isWaiting(kind: string, id: string): Promise<boolean> {
  return (await outbox.entries(kind)).some((entry) => entry.id === id && entry.refused === undefined);
}

/** Removes an entry, also a refused one. */
export function removeWaiting(id: string): Promise<void> {
  return outbox.remove(id);
}

/** Sends waiting entries, now and whenever the connection may be back; for the start of the app. */
export function startOutbox(): void {
  outbox.onChanged(() => void refresh());
  // A member's entries are sent when that member signs in again.
  subscribeKey(session, 'user', () => {
    void refresh();
    void outbox.flush(true).catch(() => undefined);
  });
  outbox.start(new Scope(), ownerId);
  void refresh();
}

/** Result of the first attempt of an outbox entry. */
export type FirstTry =
  | { status: 'sent'; result: unknown }
  | { status: 'waiting' }
  | { status: 'refused'; error: CodedError };

/** A first attempt that takes longer continues in the background, ms. */
const FIRST_TRY_MS = 25_000;

/**
 * Adds an entry to the outbox with `add` and resolves when its first attempt is over. The entry is stored on this
 * device before it is sent, so it survives a crash.
 */
export async function sendAndWait(kind: string, id: string, add: () => Promise<unknown>): Promise<FirstTry> {
  const scope = new Scope();
  try {
    return await new Promise<FirstTry>((resolve, reject) => {
      scope.add(
        outbox.onSettled(kind, (settled) => {
          if (settled.entry.id !== id) return;
          resolve(
            settled.ok ? { status: 'sent', result: settled.result } : { status: 'refused', error: settled.error },
          );
        }),
      );
      const look = async (): Promise<void> => {
        const entry = (await outbox.entries(kind)).find((other) => other.id === id);
        if (entry !== undefined && entry.attempts > 0 && entry.refused === undefined) resolve({ status: 'waiting' });
      };
      scope.add(outbox.onChanged(() => void look().catch(() => undefined)));
      scope.timeout(() => resolve({ status: 'waiting' }), FIRST_TRY_MS);
      add().catch(reject);
    });
  } finally {
    scope.dispose();
  }
}
