import { type Question, SYNC_MESSAGE, SYNC_TAG } from '#service-worker/protocol.ts';
import { withTimeout } from '../lifetime/withTimeout.ts';

/** Timeout of an answer of the service worker, ms. */
const ANSWER_MS = 5000;

/** Path of the service worker in the build. */
const SCRIPT = `${import.meta.env.BASE_URL}sw.js`;

/** The browser's service workers; null without a secure origin or in a private window. */
export function workers(): ServiceWorkerContainer | null {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : null;
}

/** Registers the service worker; null when the browser refuses. */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  try {
    return (await workers()?.register(SCRIPT)) ?? null;
  } catch {
    // The app works without it, but not offline.
    return null;
  }
}

/** Sends a request to the service worker of this page; null when there is none, or no answer. */
export async function sendToServiceWorker(question: Question): Promise<boolean | null> {
  const worker = workers()?.controller;
  if (worker === null || worker === undefined) return null;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  try {
    worker.postMessage(question, [port2]);
    return await withTimeout(answer, ANSWER_MS, () => null);
  } finally {
    port1.close();
  }
}

/*
 * Background Sync, where supported: when the connection is back, the browser wakes the service worker, which wakes open
 * pages to send waiting entries. Without an open page they wait for the next start: only a page can send them.
 */

interface SyncingRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Requests to be woken when the connection is back. Does nothing without a service worker or Background Sync. */
export async function registerBackgroundSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncingRegistration | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Not allowed (a private window, a permission): the page's own timers still run.
  }
}

/** True for the service worker's message to send waiting entries. */
export function isSyncMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && (data as { type?: unknown }).type === SYNC_MESSAGE.type;
}
