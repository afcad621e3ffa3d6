/** Constants and messages shared by the page and its service worker. */

/** Path that a share sheet posts to (the manifest's `share_target`); only the service worker answers it. */
export const SHARE_TARGET_PATH = '/share-target';
/** Cache of a shared file until the page takes it. */
export const INBOX_CACHE = 'accord-inbox';
/** Key of the only file in it. */
export const INBOX_KEY = '/shared-file';
/** Header with the file's name, URI-encoded. */
export const FILE_NAME_HEADER = 'X-File-Name';
/** Query parameter with which the create screen takes that file. */
export const SHARED_PARAMETER = 'shared';

/** Tag of the Background Sync that a page requests for when the connection is back. */
export const SYNC_TAG = 'accord-outbox';
/** Message to every open page on that sync; without an open page the next start sends the queue. */
export const SYNC_MESSAGE = { type: 'accord-outbox-sync' } as const;

/** Name of the meta tag in a page served offline. */
export const OFFLINE_TAG = 'accord-offline';

/** Sent with a port, which receives one boolean. */
export type WorkerRequest =
  /** Is this script of the worker's build? */
  | { ask: 'same-build'; entry: string }
  /**
   * Is all of the build on the device? If not, the worker begins to fetch the rest, and answers before it has all of
   * it.
   */
  | { ask: 'complete' }
  /**
   * Does the server answer, if only with an error? The connection is then back, and each queue retries by its own
   * rules. The worker sends the request, since a failed request of the page logs an error to its console.
   */
  | { ask: 'reachable' };

const ENTRY_SCRIPT_PATTERN = /<script[^>]+type="module"[^>]+src="([^"]+)"/;
const BACKEND_TAG = /<meta name="accord-backend"[^>]*>/;

/**
 * Path of a page's first script, which identifies its build: its name has a hash of all that it loads. Null for a page
 * that is not the app's.
 */
export function entryOf(html: string): string | null {
  return ENTRY_SCRIPT_PATTERN.exec(html)?.[1] ?? null;
}

/** Replaces the backend's tag (address and key) of a stored page by that of a newer one, if that has one. */
export function withBackendOf(stored: string, newer: string): string {
  const tag = BACKEND_TAG.exec(newer)?.[0];
  // A function, since `$` is special in a replacement text.
  return tag === undefined ? stored : stored.replace(BACKEND_TAG, () => tag);
}

/** Marks a stored page as served offline. */
export function markOffline(html: string): string {
  return html.replace('</head>', `<meta name="${OFFLINE_TAG}" content="true"></head>`);
}
