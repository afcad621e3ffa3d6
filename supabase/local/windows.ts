/** Counting in windows of a fixed length, in memory. */

/** Keys that one counter remembers at most; the oldest go first. */
const MAX_KEYS = 50_000;

export interface Windows {
  /** Counts once; what the key's window holds now. */
  add(key: string): number;
  /** What the key's window holds. */
  hits(key: string): number;
  /** Seconds until the key's window ends, 1 at least. */
  wait(key: string): number;
  /** Takes one back. */
  undo(key: string): void;
  forget(key: string): void;
}

/**
 * @param lengthMs of every window
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
      // Set anew, so that the oldest windows stand first.
      windows.delete(key);
      windows.set(key, { start: now(), hits: 1 });
      if (windows.size > MAX_KEYS) windows.delete(windows.keys().next().value!);
      return 1;
    },
    hits: (key) => running(key)?.hits ?? 0,
    wait: (key) => Math.max(1, Math.ceil(((running(key)?.start ?? now()) + lengthMs - now()) / 1000)),
    undo(key) {
      const window = running(key);
      if (window && window.hits > 0) window.hits--;
    },
    forget: (key) => void windows.delete(key),
  };
}
