import type { CodedError } from '#core/values/errors.ts';
import type { Scope } from '#core/lifetime/scope.ts';
import type { OutboxEntry } from '#core/recordings/database.ts';

/** Place of an entry: this device, or this page until it closes, if the database is full or missing. */
export type StorageKind = 'device' | 'page';

/**
 * Sends stored entries later: at the next start, when the connection is back, when the page becomes visible, and in
 * between with increasing pauses. An entry is written before it is sent and removed after the backend has confirmed it,
 * so that none is lost. One tab at a time sends an entry, and its id lets the backend recognise a repetition, so that
 * none arrives twice. Each kind has its own queue: an upload that takes an hour delays no order. Inside one an
 * entry that waits holds back none (docs/decisions.md, 68).
 */
export interface Outbox {
  /** Registers the sender of a kind. */
  register(kind: string, sender: Sender): void;
  /**
   * Adds an entry and starts sending. `id` is the idempotency key: adding the id of a stored entry replaces that entry.
   * `blob` is sent along. Resolves with the place of the entry; `page` means until this page closes.
   */
  add(kind: string, payload: unknown, more?: AddOptions): Promise<{ id: string; kept: StorageKind }>;
  /**
   * Adds an entry and makes the first try with `work`, for a caller with its own time limit and messages. The entry is
   * written first, so that closing the page loses nothing, and the outbox does not send it until `work` has settled.
   * When `work` settles, this removes the entry, unless `work` failed and `waits` returns true. Returns the result of
   * `work`.
   */
  attempt<T>(
    kind: string,
    payload: unknown,
    more: AddOptions,
    work: (kept: StorageKind) => Promise<T>,
    waits: (error: unknown, kept: StorageKind) => boolean,
  ): Promise<T>;
  /** Waiting and refused entries, oldest first; of one kind or of all. */
  entries(kind?: string): Promise<OutboxEntry[]>;
  /** Sends everything that is due; with `force` also entries whose pause has not ended. */
  flush(force?: boolean): Promise<void>;
  /** Removes an entry without sending it, also one that is being written or waits for its first try. */
  remove(id: string): Promise<void>;
  /**
   * Does so with all entries of an owner, a member's id or null for a visitor's, but for those of a kind that stays.
   */
  removeAllOf(ownerId: string | null, keptKind?: string): Promise<void>;
  /**
   * Sends now, and at each occasion in the comment of {@link Outbox}, until the scope ends. `member` returns the id of
   * the signed-in member.
   */
  start(scope: Scope, member?: () => string | null): void;
  /**
   * Reports the outcome of each entry of a kind while this page is open, whichever tab sent it. Several tabs get the
   * same report, so listeners must be idempotent. Returns an unsubscribe function.
   */
  onSettled(kind: string, listener: (outcome: SendOutcome) => void): () => void;
  /**
   * Calls `listener` whenever {@link Outbox.entries} may have changed, in this tab or another. Returns an unsubscribe
   * function.
   */
  onChanged(listener: () => void): () => void;
}

export interface AddOptions {
  blob?: Blob;
  id?: string;
  /** The member it belongs to: sent only while that member is signed in. */
  ownerId?: string | null;
  /** Keep it in this page's memory only. */
  pageOnly?: boolean;
}

export type SendOutcome =
  | { entry: OutboxEntry; ok: true; result: unknown }
  /** The backend rejected it; it is not sent again. */
  | { entry: OutboxEntry; ok: false; error: CodedError };

export interface SendContext {
  id: string;
  blob: Blob | null;
  ownerId: string | null;
  signal: AbortSignal;
}

/** Sends one entry. A retriable failure (`isRetriable`) is retried; any other refuses the entry for good. */
export type Sender = (payload: unknown, more: SendContext) => Promise<unknown>;
