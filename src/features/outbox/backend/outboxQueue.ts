import { codedError, toCodedError, isCoded } from '#core/values/errors.ts';
import type { Scope } from '#core/lifetime/scope.ts';
import { withAudioDatabase, type OutboxEntry } from '#core/recordings/database.ts';
import type { AddOptions, Outbox, Sender, SendOutcome, StorageKind } from './outboxContract.ts';
import { isRetriable } from '#core/backend/errors.ts';
import { createOutboxStore, newEntry, pauseAfter, withPause, waitOf } from './outboxStore.ts';
import { createListeners, openOutboxSignals, type OutboxSignals } from './outboxSignals.ts';
import { withLock, tryWithLock } from '#core/storage/withLock.ts';

/** Dependencies of the outbox. Its contract is in outboxContract.ts. */
interface OutboxOptions {
  senders?: Readonly<Record<string, Sender>>;
  now?: () => number;
  random?: () => number;
  database?: typeof withAudioDatabase;
  /** Receives errors of listeners. */
  report?: (error: unknown) => void;
}

/** A kind that is being sent. */
interface Queue {
  /** Another round was requested meanwhile: of due entries or of all. */
  again: 'no' | 'due' | 'all';
  done: Promise<void>;
}

/** Pause before looking again at an entry that another tab is sending, ms. */
const BUSY_ELSEWHERE_MS = 15_000;

const removedError = () => codedError('aborted', 'The entry was removed before it was tried.');

const lockOf = (id: string): string => `accord-outbox:${id}`;

export function createOutbox({
  senders = {},
  now = Date.now,
  random = Math.random,
  database = withAudioDatabase,
  report,
}: OutboxOptions = {}): Outbox {
  const store = createOutboxStore(database);
  const known = new Map(Object.entries(senders));
  const here = createListeners(report);
  let member: () => string | null = () => null;
  let scope: Scope | null = null;
  let signals: OutboxSignals | null = null;
  let cancelTimer = (): void => {};
  /** Number of the newest plan: an older one sets no timer. */
  let plans = 0;
  /** The kinds that are being sent now. */
  const queues = new Map<string, Queue>();
  /** Entries that another tab was sending at our last try. */
  const busyElsewhere = new Set<string>();
  /** Entries whose next try was forced during a pause that the backend requested: sent as soon as that time is over. */
  const called = new Set<string>();

  function notifyChange(): void {
    here.changed();
    signals?.changed();
  }
  function applyOutcome(outcome: SendOutcome): void {
    notifyChange();
    here.settled(outcome);
    signals?.settled(outcome);
  }

  /** False for entries of another member and for kinds unknown to this version. */
  const mayGo = ({ id, kind, ownerId, refused }: OutboxEntry): boolean =>
    refused === undefined &&
    known.has(kind) &&
    !store.isInHand(id) &&
    ((ownerId ?? null) === null || ownerId === member());

  async function put(entry: OutboxEntry, more: AddOptions): Promise<StorageKind> {
    const kept = await store.put(entry, more);
    notifyChange();
    return kept;
  }

  /** Schedules another try after a pause, ms, or at the time that the backend requested. */
  async function postpone(entry: OutboxEntry, error: unknown, pause?: number): Promise<void> {
    called.delete(entry.id);
    await store.replace(withPause(entry, error, now(), pause ?? pauseAfter(entry.attempts + 1, random)));
    notifyChange();
  }

  /**
   * One try by a caller that has the entry's lock. `handleFailure` handles a failure, unless the entry was removed
   * meanwhile.
   */
  async function tryOnce<T>(
    entry: OutboxEntry,
    work: () => Promise<T>,
    handleFailure: (error: unknown) => Promise<void>,
  ): Promise<T> {
    if (store.isRemoved(entry.id)) throw removedError();
    try {
      const result = await work();
      await store.remove(entry.id);
      return result;
    } catch (error) {
      if ((await store.get(entry.id)) !== null) await handleFailure(error);
      throw error;
    }
  }

  /** Tries an entry with the sender of its kind, and reports the outcome. */
  async function send(entry: OutboxEntry, signal: AbortSignal): Promise<void> {
    const { id, kind, payload, ownerId = null } = entry;
    const work = async () => known.get(kind)!(payload, { id, ownerId, signal, blob: await store.blobOf(entry) });
    const handleFailure = async (error: unknown): Promise<void> => {
      // The page closes or sending was stopped: keep the entry as it is.
      if (signal.aborted || isCoded(error, 'aborted')) return;
      if (isRetriable(error)) return postpone(entry, error);
      const refusal = toCodedError(error, 'rejected');
      const refused = { code: refusal.code, message: refusal.message };
      const kept = { ...entry, attempts: entry.attempts + 1, refused };
      await store.replace(kept);
      applyOutcome({ entry: kept, ok: false, error: refusal });
    };
    await tryOnce(entry, work, handleFailure).then(
      (result) => applyOutcome({ entry, ok: true, result }),
      () => undefined,
    );
  }

  /**
   * Sends an entry unless another tab is sending it. Without locks (old browsers) the backend recognises repetitions by
   * their id.
   */
  const sendOnce = (id: string, signal: AbortSignal): Promise<void> =>
    tryWithLock(
      lockOf(id),
      async () => {
        busyElsewhere.delete(id);
        // Since it was listed another tab may have sent it, or the visitor may have logged out.
        const entry = await store.get(id);
        if (entry !== null && mayGo(entry) && !signal.aborted) await send(entry, signal);
      },
      () => busyElsewhere.add(id),
    );

  function isDue(entry: OutboxEntry, force: boolean): boolean {
    if (!mayGo(entry)) return false;
    const { due, asked } = waitOf(entry, now());
    if (asked <= now()) return force || called.has(entry.id) || due <= now();
    if (force) called.add(entry.id);
    return false;
  }

  /** Sends the due entries of a kind one after the other, then again if another round was requested. */
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
    // Plan now: an upload that takes an hour must not delay the next try of another kind.
    await plan();
  }

  async function plan(): Promise<void> {
    cancelTimer();
    if (!scope || scope.disposed) return;
    const number = ++plans;
    const waiting = (await store.all()).filter((entry) => mayGo(entry) && !queues.has(entry.kind));
    if (waiting.length === 0 || number !== plans) return;
    const times = waiting.map((entry) => {
      const { due, asked } = waitOf(entry, now());
      const elsewhere = busyElsewhere.has(entry.id) ? now() + BUSY_ELSEWHERE_MS : 0;
      return Math.max(called.has(entry.id) ? 0 : due, asked, elsewhere);
    });
    cancelTimer = scope.timeout(flushNow, Math.max(1000, Math.min(...times) - now()));
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

  const flushNow = (force?: boolean): void => void flush(force).catch(() => undefined);

  return {
    flush,
    register: (kind, sender) => void known.set(kind, sender),
    entries: async (kind) => (await store.all()).filter((entry) => kind === undefined || entry.kind === kind),
    async add(kind, payload, more = {}) {
      const entry = store.begin(newEntry(kind, payload, more, now()));
      const kept = await put(entry, more).finally(() => store.end(entry));
      flushNow();
      return { id: entry.id, kept };
    },
    attempt(kind, payload, more, work, waits) {
      const entry = store.begin(newEntry(kind, payload, more, now()));
      const { id } = entry;
      // The lock keeps other tabs from sending it meanwhile.
      return withLock(lockOf(id), async () => {
        if (!store.isBegun(entry)) throw removedError();
        const kept = await put(entry, more);
        // Tries the waiting entry again at once, with the outbox's longer time limit.
        const handleFailure = (error: unknown) => (waits(error, kept) ? postpone(entry, error, 0) : store.remove(id));
        return tryOnce(entry, () => work(kept), handleFailure);
      }).finally(() => {
        store.end(entry);
        busyElsewhere.delete(id);
        notifyChange();
        flushNow();
      });
    },
    async remove(id) {
      if (!store.isInHand(id) && (await store.get(id)) === null) return;
      await store.cancel(id);
      notifyChange();
    },
    async removeAllOf(ownerId, keptKind) {
      await store.cancelAllOf(ownerId, keptKind);
      notifyChange();
    },
    start(owner, whoIsHere = () => null) {
      scope = owner;
      member = whoIsHere;
      signals = openOutboxSignals(owner, {
        onWake: () => flushNow(true),
        onChanged: here.changed,
        onSettled: here.settled,
      });
      flushNow(true);
    },
    onSettled: here.onSettled,
    onChanged: here.onChanged,
  };
}
