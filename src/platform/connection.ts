/*
 * Whether there is a connection, as far as this page can know. The browser's own word can be wrong either way: a
 * captive portal counts as online, a virtual network card as offline. So an answer that really came counts as a
 * connection too, until the browser says that it was lost.
 */

let online = typeof navigator === 'undefined' || navigator.onLine !== false;
const listeners = new Set<() => void>();

function become(now: boolean): void {
  if (online === now) return;
  online = now;
  for (const listener of listeners) listener();
}

/** The connection; a store for `useSyncExternalStore` (src/ui/useOnline.ts) and for everybody without React. */
export const connection = {
  get online(): boolean {
    return online;
  },
  /** Calls after every change; returns the way out. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Said by whoever got an answer from our backend. */
  answered(): void {
    become(true);
  },
};

// For the page's life: there is one connection, and whoever asks later must be told the truth.
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => become(true));
  window.addEventListener('offline', () => become(false));
}
