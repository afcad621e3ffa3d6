import type { CodedError } from '../../domain/errors.ts';
import { codedFrom, isCoded } from '../../domain/errors.ts';
import type { Scope } from '../../platform/lifetime/scope.ts';
import { openAudioDatabase, type AudioDatabase, type OutboxEntry } from '../recordings/database.ts';
import { mayGoLater } from '../connection/errors.ts';
import { audioKeyOf, createOutboxStore, type Kept } from './outboxStore.ts';
import { openOutboxLine, type OutboxLine } from './outboxLine.ts';

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

/** Sends one entry. What may go later (see {@link mayGoLater}) is tried again, any other failure refuses it for good. */
export type Sender = (payload: unknown, more: SendContext) => Promise<unknown>;

/** Pause after the n-th failed try, ms: 5 s doubled each time, at most 10 minutes, up to a fifth more at random. */
export function pauseAfter(attempts: number, random: () => number): number {
  return Math.min(600_000, 5000 * 2 ** Math.max(0, attempts - 1)) * (1 + random() / 5);
}

export interface OutboxOptions {
  senders?: Readonly<Record<string, Sender>>;
  now?: () => number;
  random?: () => number;
  newId?: () => string;
  database?: () => Promise<AudioDatabase>;
  /** Gets what a listener has thrown; by default it is thrown again where it harms nobody. */
  report?: (error: unknown) => void;
}

/** One kind that is being sent. */
interface Queue {
  /** Asked for meanwhile: another round, of what is due or of everything. */
  again: 'no' | 'due' | 'all';
  done: Promise<void>;
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** After this an entry that another tab is sending is looked at again, ms. */
const BUSY_ELSEWHERE_MS = 15_000;

export function createOutbox({
  senders = {},
  now = Date.now,
  random = Math.random,
  newId = () => crypto.randomUUID(),
  database = openAudioDatabase,
  report = throwLater,
}: OutboxOptions = {}): Outbox {
  const store = createOutboxStore(database);
  const known = new Map(Object.entries(senders));
  const listeners = new Map<string, Set<(outcome: Settled) => void>>();
  const watchers = new Set<() => void>();
  let member: () => string | null = () => null;
  let scope: Scope | null = null;
  let line: OutboxLine | null = null;
  let cancelTimer: (() => void) | null = null;
  /** The kinds that are being sent right now. */
  const queues = new Map<string, Queue>();
  /** Entries that another tab was sending when this one came to them. */
  const busyElsewhere = new Set<string>();
  /** Entries whose first try is the caller's, see {@link Outbox.attempt}. */
  const inHand = new Set<string>();
  /** Entries for which an occasion came while the backend had asked to be left alone: they go as soon as that is over. */
  const called = new Set<string>();

  /** A listener that throws is its own fault: what it was told stays true. */
  function call<T extends unknown[]>(set: Iterable<(...told: T) => void>, ...told: T): void {
    for (const listener of set) {
      try {
        listener(...told);
      } catch (error) {
        report(error);
      }
    }
  }
  const tell = (outcome: Settled): void => call(listeners.get(outcome.entry.kind) ?? [], outcome);
  function changed(): void {
    call(watchers);
    line?.changed();
  }
  function settled(outcome: Settled): void {
    tell(outcome);
    line?.settled(outcome);
  }

  /** A member's entry waits for that member; a kind that this version does not know waits for one that does. */
  const mayGo = ({ id, kind, ownerId, refused }: OutboxEntry): boolean =>
    refused === undefined && known.has(kind) && !inHand.has(id) && ((ownerId ?? null) === null || ownerId === member());

  function entryOf(kind: string, payload: unknown, { blob, id = newId(), ownerId = null }: AddOptions): OutboxEntry {
    return {
      id,
      kind,
      payload,
      ownerId,
      attempts: 0,
      notBefore: 0,
      createdAt: now(),
      ...(blob ? { audioKey: audioKeyOf(id) } : {}),
    };
  }

  /** Keeps an entry for another try, after a pause, ms, or as long as the backend asks. */
  async function postpone(entry: OutboxEntry, error: unknown, pause?: number): Promise<void> {
    const attempts = entry.attempts + 1;
    const asked = ((error as { retryAfter?: number }).retryAfter ?? 0) * 1000;
    called.delete(entry.id);
    await store.put({
      ...entry,
      attempts,
      notBefore: now() + Math.max(asked, pause ?? pauseAfter(attempts, random)),
      ...(asked > 0 ? { askedUntil: now() + asked } : {}),
    });
  }

  async function send(entry: OutboxEntry, signal: AbortSignal): Promise<void> {
    const { id, kind, payload, ownerId = null } = entry;
    let outcome: Settled;
    try {
      const result = await known.get(kind)!(payload, { id, ownerId, signal, blob: await store.blobOf(entry) });
      await store.remove(entry);
      outcome = { entry, ok: true, result };
    } catch (error) {
      // The page is closing or the sending was stopped: not the entry's fault.
      if (signal.aborted || isCoded(error, 'aborted')) return;
      // Given up while it was being sent.
      if ((await store.get(id)) === null) return;
      if (mayGoLater(error)) {
        await postpone(entry, error);
        changed();
        return;
      }
      const attempts = entry.attempts + 1;
      const told = codedFrom(error, 'rejected');
      const refused = { code: told.code, message: told.message };
      await store.put({ ...entry, attempts, refused });
      outcome = { entry: { ...entry, attempts, refused }, ok: false, error: told };
    }
    changed();
    settled(outcome);
  }

  /** Sends an entry unless another tab is at it. */
  async function sendOnce(id: string, signal: AbortSignal): Promise<void> {
    const work = async () => {
      // Another tab may have sent it, or this one's visitor have logged out, since it was listed.
      const entry = await store.get(id);
      if (entry !== null && mayGo(entry) && !signal.aborted) await send(entry, signal);
    };
    // Without locks (old browsers) the ids keep the backend from taking anything twice.
    if (!navigator.locks) await work();
    else
      await navigator.locks.request(`accord-outbox:${id}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) {
          busyElsewhere.add(id);
          return;
        }
        busyElsewhere.delete(id);
        await work();
      });
  }

  function isDue(entry: OutboxEntry, force: boolean): boolean {
    if (!mayGo(entry)) return false;
    if ((entry.askedUntil ?? 0) <= now()) return force || called.has(entry.id) || entry.notBefore <= now();
    if (force) called.add(entry.id);
    return false;
  }

  /** Sends what is due of one kind, one after the other, and once more whatever was asked for meanwhile. */
  async function runQueue(kind: string, force: boolean): Promise<void> {
    const controller = new AbortController();
    const release = scope?.add(() => controller.abort());
    const queue: Queue = { again: force ? 'all' : 'due', done: Promise.resolve() };
    queues.set(kind, queue);
    const work = async () => {
      while (queue.again !== 'no' && !controller.signal.aborted) {
        const all = queue.again === 'all';
        queue.again = 'no';
        for (const entry of await store.all()) {
          if (controller.signal.aborted) return;
          if (entry.kind === kind && isDue(entry, all)) await sendOnce(entry.id, controller.signal);
        }
      }
    };
    queue.done = work().finally(() => {
      queues.delete(kind);
      release?.();
    });
    await queue.done;
    // At once, whatever else is still being sent: an upload that takes an hour puts off no other kind's next try.
    await plan();
  }

  async function plan(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    if (!scope || scope.disposed) return;
    const waiting = (await store.all()).filter((entry) => mayGo(entry) && !queues.has(entry.kind));
    if (waiting.length === 0) return;
    const timeOf = ({ id, notBefore, askedUntil = 0 }: OutboxEntry): number =>
      Math.max(called.has(id) ? 0 : notBefore, askedUntil, busyElsewhere.has(id) ? now() + BUSY_ELSEWHERE_MS : 0);
    (cancelTimer as (() => void) | null)?.();
    cancelTimer = scope.timeout(
      () => void flush().catch(() => undefined),
      Math.max(1000, Math.min(...waiting.map(timeOf)) - now()),
    );
  }

  async function flush(force = false): Promise<void> {
    const kinds = new Set((await store.all()).filter((entry) => isDue(entry, force)).map(({ kind }) => kind));
    await Promise.all(
      [...kinds].map((kind) => {
        const queue = queues.get(kind);
        if (queue === undefined) return runQueue(kind, force);
        queue.again = force || queue.again === 'all' ? 'all' : 'due';
        return queue.done;
      }),
    );
    if (kinds.size === 0) await plan();
  }

  return {
    flush,
    register: (kind, sender) => void known.set(kind, sender),
    entries: async (kind) => (await store.all()).filter((entry) => kind === undefined || entry.kind === kind),
    async add(kind, payload, more = {}) {
      const entry = entryOf(kind, payload, more);
      const kept = more.pageOnly ? store.hold(entry) : await store.put(entry, more.blob);
      changed();
      void flush().catch(() => undefined);
      return { id: entry.id, kept };
    },
    async attempt(kind, payload, more, work, waits) {
      const entry = entryOf(kind, payload, more);
      const { id } = entry;
      const attempt = async () => {
        inHand.add(id);
        try {
          const kept = more.pageOnly ? store.hold(entry) : await store.put(entry, more.blob);
          changed();
          try {
            const result = await work(kept);
            await store.remove(entry);
            return result;
          } catch (error) {
            // At once: the outbox's own try may last longer than the caller's.
            await (waits(error, kept) ? postpone(entry, error, 0) : store.remove(entry));
            throw error;
          }
        } finally {
          inHand.delete(id);
          busyElsewhere.delete(id);
          changed();
          void flush().catch(() => undefined);
        }
      };
      // The lock keeps other tabs from sending it meanwhile.
      return navigator.locks ? navigator.locks.request(`accord-outbox:${id}`, attempt) : attempt();
    },
    async remove(id) {
      const entry = await store.get(id);
      if (entry === null) return;
      await store.remove(entry);
      changed();
    },
    async removeAllOf(ownerId) {
      for (const entry of await store.all()) if ((entry.ownerId ?? null) === ownerId) await store.remove(entry);
      changed();
    },
    start(owner, whoIsHere = () => null) {
      scope = owner;
      member = whoIsHere;
      line = openOutboxLine(owner, {
        onWake: () => void flush(true).catch(() => undefined),
        onChanged: () => call(watchers),
        onSettled: tell,
      });
      void flush(true).catch(() => undefined);
    },
    onSettled(kind, listener) {
      const set = listeners.get(kind) ?? new Set();
      set.add(listener);
      listeners.set(kind, set);
      return () => set.delete(listener);
    },
    onChanged(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
  };
}
