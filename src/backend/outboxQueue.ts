import type { CodedError } from '../domain/errors.ts';
import { codedFrom, isCoded } from '../domain/errors.ts';
import type { Scope } from '../platform/scope.ts';
import { openAudioDatabase, type AudioDatabase, type OutboxEntry } from './database.ts';
import { isTransient } from './errors.ts';

/**
 * What could not be sent yet and goes out later: on the next start, when the browser comes back online, and in
 * between with growing pauses. An entry is written before it is sent and removed only after the backend has
 * confirmed it, so nothing is lost; one tab sends at a time, and every entry carries its own id for the backend to
 * recognise, so nothing arrives twice.
 */
export interface Outbox {
  /**
   * Keeps something to be sent; resolves with its id once it is safely stored, and starts sending.
   * `blob` is kept in the audio store under the key `outbox:{id}`. An id that already waits is the same thing again.
   */
  add(kind: string, payload: unknown, more?: { blob?: Blob; id?: string }): Promise<string>;
  /** What waits (or was refused), oldest first; of one kind or of all. */
  entries(kind?: string): Promise<OutboxEntry[]>;
  /** Tries everything that is due now; with `force`, also what still has to wait. */
  flush(force?: boolean): Promise<void>;
  /** Gives up an entry. */
  remove(id: string): Promise<void>;
  /** Sends on start, when the browser is back online, and after each pause, until the scope ends. */
  start(scope: Scope): void;
  /** Tells the outcome of each entry of a kind while this page is open; returns what ends it. */
  onSettled(kind: string, listener: (outcome: Settled) => void): () => void;
}

export type Settled =
  | { entry: OutboxEntry; ok: true; result: unknown }
  /** Refused for good. */
  | { entry: OutboxEntry; ok: false; error: CodedError };

/** Sends one entry. Transient failures (see {@link isTransient}) are tried again, any other refuses it for good. */
export type Sender = (payload: unknown, more: { id: string; blob: Blob | null; signal: AbortSignal }) => Promise<unknown>;

/** Pause after the n-th failed try, ms: 5 s doubled each time, at most 10 minutes, up to a fifth more at random. */
export function pauseAfter(attempts: number, random: () => number): number {
  return Math.min(600_000, 5000 * 2 ** Math.max(0, attempts - 1)) * (1 + random() / 5);
}

export interface OutboxOptions {
  senders: Readonly<Record<string, Sender>>;
  now?: () => number;
  random?: () => number;
  newId?: () => string;
  database?: () => Promise<AudioDatabase>;
}

const LOCK = 'accord-outbox';

export function createOutbox({ senders, now = Date.now, random = Math.random, newId = () => crypto.randomUUID(), database = openAudioDatabase }: OutboxOptions): Outbox {
  const listeners = new Map<string, Set<(outcome: Settled) => void>>();
  let scope: Scope | null = null;
  let cancelTimer: (() => void) | null = null;
  let running: Promise<void> | null = null;
  /** Asked for while a round was running: another one, of what is due or of everything. */
  let again: 'no' | 'due' | 'all' = 'no';

  async function entries(kind?: string): Promise<OutboxEntry[]> {
    const all = await (await database()).getAll('outbox');
    return all.filter((entry) => kind === undefined || entry.kind === kind).sort((a, b) => a.createdAt - b.createdAt);
  }

  async function remove(id: string): Promise<void> {
    const transaction = (await database()).transaction(['outbox', 'audio'], 'readwrite');
    await Promise.all([transaction.objectStore('outbox').delete(id), transaction.objectStore('audio').delete(audioKeyOf(id)), transaction.done]);
  }

  function tell(outcome: Settled): void {
    for (const listener of listeners.get(outcome.entry.kind) ?? []) listener(outcome);
  }

  async function send(entry: OutboxEntry, signal: AbortSignal): Promise<void> {
    const sender = senders[entry.kind];
    // A kind that this version does not know waits for one that does.
    if (!sender) return;
    const store = await database();
    const blob = entry.audioKey === undefined ? null : ((await store.get('audio', entry.audioKey)) ?? null);
    try {
      const result = await sender(entry.payload, { id: entry.id, blob, signal });
      await remove(entry.id);
      tell({ entry, ok: true, result });
    } catch (error) {
      // The page is closing or the sending was stopped: not the entry's fault.
      if (signal.aborted || isCoded(error, 'aborted')) return;
      const attempts = entry.attempts + 1;
      if (isTransient(error)) {
        const asked = ((error as { retryAfter?: number }).retryAfter ?? 0) * 1000;
        await store.put('outbox', { ...entry, attempts, notBefore: now() + Math.max(asked, pauseAfter(attempts, random)) });
        return;
      }
      const told = codedFrom(error, 'rejected');
      const refused = { code: told.code, message: told.message };
      await store.put('outbox', { ...entry, attempts, refused });
      tell({ entry: { ...entry, attempts, refused }, ok: false, error: told });
    }
  }

  async function round(force: boolean): Promise<void> {
    const controller = new AbortController();
    const release = scope?.add(() => controller.abort());
    try {
      const work = async () => {
        for (const entry of await entries()) {
          if (controller.signal.aborted) return;
          if (entry.refused === undefined && (force || entry.notBefore <= now())) await send(entry, controller.signal);
        }
      };
      // Another tab that is sending has the lock; it also sends what this one has just added. Without the lock
      // (old browsers), the ids keep the backend from taking anything twice.
      if (navigator.locks) await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => lock && (await work()));
      else await work();
    } finally {
      release?.();
    }
  }

  async function plan(): Promise<void> {
    cancelTimer?.();
    cancelTimer = null;
    if (!scope || scope.disposed) return;
    const waiting = (await entries()).filter((entry) => entry.refused === undefined && senders[entry.kind] !== undefined);
    if (waiting.length === 0) return;
    const next = Math.min(...waiting.map((entry) => entry.notBefore));
    cancelTimer = scope.timeout(() => void flush(), Math.max(1000, next - now()));
  }

  async function rounds(force: boolean): Promise<void> {
    let all = force;
    for (;;) {
      again = 'no';
      await round(all);
      const asked = again as 'no' | 'due' | 'all';
      if (asked === 'no' || scope?.disposed) break;
      all = asked === 'all';
    }
    await plan();
  }

  function flush(force = false): Promise<void> {
    if (running) {
      again = force || again === 'all' ? 'all' : 'due';
      return running;
    }
    running = rounds(force).finally(() => {
      running = null;
    });
    return running;
  }

  return {
    entries,
    remove,
    flush,
    async add(kind, payload, { blob, id = newId() } = {}) {
      const entry: OutboxEntry = { id, kind, payload, attempts: 0, notBefore: 0, createdAt: now(), ...(blob ? { audioKey: audioKeyOf(id) } : {}) };
      const transaction = (await database()).transaction(['outbox', 'audio'], 'readwrite');
      await Promise.all([
        transaction.objectStore('outbox').put(entry),
        ...(blob ? [transaction.objectStore('audio').put(blob, audioKeyOf(id))] : []),
        transaction.done,
      ]);
      void flush().catch(() => undefined);
      return id;
    },
    start(owner) {
      scope = owner;
      const go = () => void flush(true).catch(() => undefined);
      if (typeof window !== 'undefined') owner.listen(window, 'online', go);
      go();
    },
    onSettled(kind, listener) {
      const set = listeners.get(kind) ?? new Set();
      set.add(listener);
      listeners.set(kind, set);
      return () => set.delete(listener);
    },
  };
}

function audioKeyOf(id: string): string {
  return `outbox:${id}`;
}
