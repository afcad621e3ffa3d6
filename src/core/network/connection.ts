import { OFFLINE_TAG as TAG_NAME } from '#service-worker/protocol.ts';
import { onWindow } from '../lifetime/pageEvents.ts';

/*
 * The connection as far as this page can find out. The browser's state can be wrong either way: a captive portal counts
 * as online, a virtual network card as offline. So a real answer also counts as online, until the browser reports a
 * loss.
 */

/** Marks a page that the service worker answered from its cache, without a connection. */
const OFFLINE_TAG = `meta[name="${TAG_NAME}"]`;

/** `npm start` serves from here, which works without a network. */
const LOOPBACK_PATTERN = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function atStart(): boolean {
  if (typeof document === 'undefined') return true;
  if (document.querySelector(OFFLINE_TAG) !== null) return false;
  return navigator.onLine !== false || LOOPBACK_PATTERN.test(window.location.hostname);
}

let online = atStart();
const listeners = new Set<() => void>();

function become(now: boolean): void {
  if (online === now) return;
  online = now;
  for (const listener of listeners) listener();
}

/** The connection; a store for `useSyncExternalStore`, usable without React. */
export const connection = {
  get online(): boolean {
    return online;
  },
  /** True when both sources report offline: skip requests, as each failure would be logged in the console. */
  get cut(): boolean {
    return !online && navigator.onLine === false;
  },
  /** Calls after every change; returns an unsubscribe function. */
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Call when our backend has answered. */
  markAnswered(): void {
    become(true);
  },
};

onWindow('online', () => become(true));
onWindow('offline', () => become(false));

/** Part of the Network Information API, which TypeScript's DOM types lack. */
interface DataSaver {
  connection?: { saveData?: boolean };
}

/** True where the visitor saves data: nothing is then loaded before it is needed. */
export const isDataSaverOn = (): boolean => (navigator as DataSaver).connection?.saveData === true;
