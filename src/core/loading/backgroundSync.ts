import { SYNC_MESSAGE, SYNC_TAG } from '#service-worker/protocol.ts';

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
