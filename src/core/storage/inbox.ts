import { FILE_NAME_HEADER, INBOX_CACHE, INBOX_KEY } from '../../../service-worker/protocol.ts';

/** Takes and removes the file that another app shared with this one; null when there is none. */
export async function takeSharedFile(): Promise<File | null> {
  try {
    const cache = await caches.open(INBOX_CACHE);
    const kept = await cache.match(INBOX_KEY);
    if (kept === undefined) return null;
    await cache.delete(INBOX_KEY);
    const blob = await kept.blob();
    return new File([blob], nameOf(kept), { type: blob.type });
  } catch {
    return null;
  }
}

function nameOf(kept: Response): string {
  try {
    return decodeURIComponent(kept.headers.get(FILE_NAME_HEADER) ?? '') || 'sound';
  } catch {
    return 'sound';
  }
}
