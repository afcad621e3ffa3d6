import { registerBackgroundSync, isSyncMessage } from '#core/loading/backgroundSync.ts';
import { connection } from '#core/network/connection.ts';
import type { Scope } from '#core/lifetime/scope.ts';
import type { SendOutcome, Outbox } from './outboxContract.ts';

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/**
 * Listeners to the outbox in this tab.
 * @param report receives errors of listeners; by default rethrows them
 */
export function createListeners(
  report: (error: unknown) => void = throwLater,
): Pick<Outbox, 'onSettled' | 'onChanged'> & { settled: (outcome: SendOutcome) => void; changed: () => void } {
  const listeners = new Map<string, Set<(outcome: SendOutcome) => void>>();
  const watchers = new Set<() => void>();
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
  return {
    settled: (outcome) => call(listeners.get(outcome.entry.kind) ?? [], outcome),
    changed: () => call(watchers),
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

/** Signals between the outbox of this page and the outside: occasions to send, and changes in other tabs. */
export interface OutboxSignals {
  /** Notifies other tabs, and requests that the service worker wakes this one when the connection is back. */
  changed(): void;
  settled(outcome: SendOutcome): void;
}

type Message = { type: 'changed' } | { type: 'settled'; outcome: SendOutcome };

const CHANNEL_NAME = 'accord-outbox';

interface OutboxSignalListeners {
  /** The connection may be back. */
  onWake: () => void;
  /** Another tab has added, sent or removed an entry. */
  onChanged: () => void;
  /** An entry that another tab sent was stored or refused. */
  onSettled: (outcome: SendOutcome) => void;
}

/** Listens until the scope ends. */
export function openOutboxSignals(
  scope: Scope,
  { onWake, onChanged, onSettled }: OutboxSignalListeners,
): OutboxSignals {
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL_NAME);
  const post = (message: Message): void => {
    if (scope.disposed) return;
    try {
      channel?.postMessage(message);
    } catch {
      // A result that cannot be cloned stays in this tab; the others see that the entry is gone.
    }
  };
  if (channel !== null) {
    scope.add(() => channel.close());
    scope.listen<MessageEvent<Message>>(channel, 'message', ({ data }) => {
      onChanged();
      if (data.type === 'settled') onSettled(data.outcome);
    });
  }
  if (typeof window !== 'undefined') scope.listen(window, 'online', onWake);
  if (typeof document !== 'undefined') scope.onVisible(onWake);
  // The browser's offline state may be wrong: any answer is an occasion too.
  scope.add(
    connection.subscribe(() => {
      if (connection.online) onWake();
    }),
  );
  const worker = typeof navigator === 'undefined' ? undefined : navigator.serviceWorker;
  if (worker !== undefined) {
    scope.listen<MessageEvent>(worker, 'message', ({ data }) => {
      if (isSyncMessage(data)) onWake();
    });
  }
  return {
    changed: () => {
      post({ type: 'changed' });
      if (!connection.online) void registerBackgroundSync();
    },
    settled: (outcome) => post({ type: 'settled', outcome }),
  };
}
