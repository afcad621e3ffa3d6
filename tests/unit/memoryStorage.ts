import { vi } from 'vitest';

/** A Storage in memory, for state that runs without a page. */
function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

/**
 * Puts a page's worth of globals in place: local storage, and a desktop Chromium as the device. `vi.unstubAllGlobals`
 * ends it.
 */
export function stubBrowserGlobals(): Storage {
  const storage = memoryStorage();
  vi.stubGlobal('window', { localStorage: storage, innerWidth: 1440 });
  vi.stubGlobal('navigator', { userAgent: 'Chrome/140 Safari/537', maxTouchPoints: 0, onLine: true });
  return storage;
}
