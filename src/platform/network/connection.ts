import { OFFLINE_TAG as TAG_NAME } from '../../../service-worker/protocol.ts';

/*
 * Whether there is a connection, as far as this page can know. The browser's own word can be wrong either way: a
 * captive portal counts as online, a virtual network card as offline. So an answer that really came counts as a
 * connection too, until the browser says that it was lost.
 */

/** Written by the service worker into a page that it had to answer by itself, since nobody else did. */
const OFFLINE_TAG = `meta[name="${TAG_NAME}"]`;

/** A machine without any network still reaches itself, which is where `npm start` serves the app. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function atStart(): boolean {
  if (typeof document === 'undefined') return true;
  if (document.querySelector(OFFLINE_TAG) !== null) return false;
  return navigator.onLine !== false || LOOPBACK.test(window.location.hostname);
}

let online = atStart();
const listeners = new Set<() => void>();

function become(now: boolean): void {
  if (online === now) return;
  online = now;
  for (const listener of listeners) listener();
}

/** The connection; a store for `useSyncExternalStore` (src/ui/loading/useOnline.ts) and for everybody without React. */
export const connection = {
  get online(): boolean {
    return online;
  },
  /** There is nobody to ask: a request would only fail, and every failed one is an error in the browser's console. */
  get cut(): boolean {
    return !online && navigator.onLine === false;
  },
  /** Calls after every change; returns an unsubscribe function. */
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
