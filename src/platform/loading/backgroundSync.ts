import { SYNC_MESSAGE, SYNC_TAG } from '../../../service-worker/protocol.ts';

/*
 * Background Sync, where a browser has it: the service worker is woken when the connection is back and wakes the open
 * pages, which send what waits. Without an open page it is left for the next start: only a page knows how.
 */

interface SyncingRegistration {
  sync?: { register(tag: string): Promise<void> };
}

/** Asks to be woken when the connection is back; does nothing where there is no service worker or no Background Sync. */
export async function registerBackgroundSync(): Promise<void> {
  try {
    const registration = (await navigator.serviceWorker?.getRegistration()) as SyncingRegistration | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // Not allowed (a private window, a permission): the page's own timers remain.
  }
}

/** True for the service worker's call to send what waits. */
export function isSyncMessage(data: unknown): boolean {
  return typeof data === 'object' && data !== null && (data as { type?: unknown }).type === SYNC_MESSAGE.type;
}
