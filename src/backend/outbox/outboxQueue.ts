import { codedFrom, isCoded } from '../../domain/errors.ts';
import type { Scope } from '../../platform/lifetime/scope.ts';
import { openAudioDatabase, type AudioDatabase, type OutboxEntry } from '../recordings/database.ts';
import type { AddOptions, Outbox, Sender, Settled } from './outboxContract.ts';
import { isRetriable } from '../connection/errors.ts';
import { audioKeyOf, createOutboxStore } from './outboxStore.ts';
import { openOutboxSignals, type OutboxSignals } from './outboxSignals.ts';
import { locked, lockedIfFree } from '../../platform/storage/locked.ts';

/** Pause after the n-th failed try, ms: 5 s doubled each time, at most 10 minutes, up to a fifth more at random. */
export function pauseAfter(attempts: number, random: () => number): number {
  return Math.min(600_000, 5000 * 2 ** Math.max(0, attempts - 1)) * (1 + random() / 5);
}

/** How the outbox works; what it promises stands in outboxContract.ts. */
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
  let signals: OutboxSignals | null = null;
  let cancelTimer: (() => void) | null = null;
  /** The kinds that are being sent right now. */
  const queues = new Map<string, Queue>();
  /** Entries that another tab was sending when this one came to them. */
  const busyElsewhere = new Set<string>();
  /** Entries whose first try is the caller's, see {@link Outbox.attempt}. */
  const inHand = new Set<string>();
  /** Entries for which an occasion came while the backend had asked to be left alone: they go as soon as that is over. */
  const called = new Set<string>();

  /** Calls every listener. One that throws is reported and stops neither the others nor the outbox. */
  function call<T extends unknown[]>(set: Iterable<(...args: T) => void>, ...args: T): void {
    for (const listener of set) {
      try {
        listener(...args);
      } catch (error) {
        report(error);
      }
    }
  }
  const tell = (outcome: Settled): void => call(listeners.get(outcome.entry.kind) ?? [], outcome);
  function changed(): void {
    call(watchers);
    signals?.changed();
  }
  function settled(outcome: Settled): void {
    tell(outcome);
    signals?.settled(outcome);
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
      if (isRetriable(error)) {
        await postpone(entry, error);
        changed();
        return;
      }
      const attempts = entry.attempts + 1;
      const refusal = codedFrom(error, 'rejected');
      const refused = { code: refusal.code, message: refusal.message };
      await store.put({ ...entry, attempts, refused });
      outcome = { entry: { ...entry, attempts, refused }, ok: false, error: refusal };
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
    await lockedIfFree(
      `accord-outbox:${id}`,
      () => {
        busyElsewhere.delete(id);
        return work();
      },
      () => busyElsewhere.add(id),
    );
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
            // Given up while it was being sent: it does not come back. Else at once: the outbox's own try may last longer.
            if ((await store.get(id)) !== null)
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
      return locked(`accord-outbox:${id}`, attempt);
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
      signals = openOutboxSignals(owner, {
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
