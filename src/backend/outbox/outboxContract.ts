import type { CodedError } from '../../domain/errors.ts';
import type { Scope } from '../../platform/lifetime/scope.ts';
import type { OutboxEntry } from '../recordings/database.ts';
import type { Kept } from './outboxStore.ts';

/**
 * What could not be sent yet and goes out later: on the next start, when the connection is back, when the page is
 * looked at again, and in between with growing pauses. An entry is written before it is sent and removed only after
 * the backend has confirmed it, so nothing is lost; one tab at a time sends an entry, and every entry carries its own
 * id for the backend to recognise, so nothing arrives twice. Each kind is a queue of its own: a recording that takes an
 * hour holds up no order.
 */
export interface Outbox {
  /** Adds what sends a kind. */
  register(kind: string, sender: Sender): void;
  /**
   * Keeps something to be sent and starts sending. `id` is the idempotency key: one that already waits is the same
   * thing again. `blob` goes along. Resolves with where it is kept: `page` means until this page closes.
   */
  add(kind: string, payload: unknown, more?: AddOptions): Promise<{ id: string; kept: Kept }>;
  /**
   * Keeps something and makes the first try with `work`, for a caller with a time limit and words of its own. It is kept
   * before, so that a page that closes meanwhile loses nothing, and nobody else sends it until `work` is over. Then it is
   * removed, unless `work` failed and `waits` says that it is to go out by itself. Settles as `work` does.
   */
  attempt<T>(
    kind: string,
    payload: unknown,
    more: AddOptions,
    work: (kept: Kept) => Promise<T>,
    waits: (error: unknown, kept: Kept) => boolean,
  ): Promise<T>;
  /** What waits (or was refused), oldest first; of one kind or of all. */
  entries(kind?: string): Promise<OutboxEntry[]>;
  /** Tries everything that is due now; with `force`, also what still has to wait. */
  flush(force?: boolean): Promise<void>;
  /** Gives up an entry. */
  remove(id: string): Promise<void>;
  /** Gives up everything of an owner: a member's id, or null for what this device gave as a visitor. */
  removeAllOf(ownerId: string | null): Promise<void>;
  /** Sends on start and at every occasion until the scope ends. `member` is the id of who is signed in. */
  start(scope: Scope, member?: () => string | null): void;
  /**
   * Tells the outcome of each entry of a kind while this page is open, whichever tab has sent it: listeners of several
   * tabs hear the same, so what they do must bear being done twice. Returns what ends it.
   */
  onSettled(kind: string, listener: (outcome: Settled) => void): () => void;
  /** Calls whenever {@link Outbox.entries} may have changed, in this tab or another; returns what ends it. */
  onChanged(listener: () => void): () => void;
}

export interface AddOptions {
  blob?: Blob;
  id?: string;
  /** The member it belongs to: it goes out only while that very member is signed in. */
  ownerId?: string | null;
  /** In this page alone, for what is worth nothing after it. */
  pageOnly?: boolean;
}

export type Settled =
  | { entry: OutboxEntry; ok: true; result: unknown }
  /** Refused for good. */
  | { entry: OutboxEntry; ok: false; error: CodedError };

export interface SendContext {
  id: string;
  blob: Blob | null;
  ownerId: string | null;
  signal: AbortSignal;
}

/** Sends one entry. What may go later (see `isRetriable`) is tried again, any other failure refuses it for good. */
export type Sender = (payload: unknown, more: SendContext) => Promise<unknown>;
