/** Counts in windows of a fixed length, in memory. */

/** Limit of keys in one counter; the oldest are dropped. */
const MAX_KEYS = 50_000;

export interface Windows {
  /** Counts once and returns the count of the key's window. */
  add(key: string): number;
  /** Seconds until the key's window ends, at least 1. */
  wait(key: string): number;
  /** Subtracts one. */
  undo(key: string): void;
  forget(key: string): void;
}

/**
 * @param lengthMs length of a window
 * @param now ms since any fixed moment
 */
export function createWindows(lengthMs: number, now: () => number): Windows {
  const windows = new Map<string, { start: number; hits: number }>();
  const running = (key: string) => {
    const window = windows.get(key);
    return window !== undefined && window.start + lengthMs > now() && window.start <= now() ? window : null;
  };
  return {
    add(key) {
      const window = running(key);
      if (window) return ++window.hits;
      // Delete and set again: keeps the oldest windows first.
      windows.delete(key);
      windows.set(key, { start: now(), hits: 1 });
      if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value!);
      return 1;
    },
    wait: (key) => Math.max(1, Math.ceil(((running(key)?.start ?? now()) + lengthMs - now()) / 1000)),
    undo(key) {
      const window = running(key);
      if (window && window.hits > 0) window.hits--;
    },
    forget: (key) => void windows.delete(key),
  };
}
