import type { Outbox, Settled } from './outboxContract.ts';

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** Who listens to the outbox in this tab. @param report receives errors of listeners; by default rethrows them */
export function createListeners(
  report: (error: unknown) => void = throwLater,
): Pick<Outbox, 'onSettled' | 'onChanged'> & { settled: (outcome: Settled) => void; changed: () => void } {
  const listeners = new Map<string, Set<(outcome: Settled) => void>>();
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
