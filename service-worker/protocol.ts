/** What the page and its service worker agree on. */

/** Where another app's share sheet posts to (the manifest's `share_target`); only the service worker answers there. */
export const SHARE_TARGET_PATH = '/share-target';
/** Cache in which a shared file waits for the page. */
export const INBOX_CACHE = 'accord-inbox';
/** The one file in it. */
export const INBOX_KEY = '/shared-file';
/** Header that carries a waiting file's name, URI-encoded. */
export const FILE_NAME_HEADER = 'X-File-Name';
/** The create screen with this in its address takes the waiting file. */
export const SHARED_PARAMETER = 'shared';

/** Tag of the Background Sync under which a page asks to be woken when the connection is back. */
export const SYNC_TAG = 'accord-outbox';
/** What the service worker posts to every open page then; without one it is left for the next start. */
export const SYNC_MESSAGE = { type: 'accord-outbox-sync' } as const;

/** Name of the tag in a page that was answered without a connection. */
export const OFFLINE_TAG = 'accord-offline';

/** Sent with a port, on which one boolean comes back. */
export type Question =
  /** Is this script of the build that the worker keeps? */
  | { ask: 'same-build'; entry: string }
  /** Does the server answer? Asked here, since a page that asks in vain has an error in its console. */
  | { ask: 'reachable' };

const ENTRY = /<script[^>]+type="module"[^>]+src="([^"]+)"/;
const BACKEND_TAG = /<meta name="accord-backend"[^>]*>/;

/** The path of a page's first script, which names its build (each has a hash of all that it loads in its name); null for a page that is not the app's. */
export function entryOf(html: string): string | null {
  return ENTRY.exec(html)?.[1] ?? null;
}

/** A kept page with the backend's tag (address and key) of a newer one; as it was when the newer one has none. */
export function withBackendOf(kept: string, newer: string): string {
  const tag = BACKEND_TAG.exec(newer)?.[0];
  // A function, since a `$` in a replacement text has a meaning.
  return tag === undefined ? kept : kept.replace(BACKEND_TAG, () => tag);
}

/** A kept page that says that it was answered without a connection. */
export function markedOffline(html: string): string {
  return html.replace('</head>', `<meta name="${OFFLINE_TAG}" content="true"></head>`);
}
