/** What the page and its service worker read in a stored page. */

/** Name of the meta tag in a page served offline. */
export const OFFLINE_TAG = 'accord-offline';

const ENTRY = /<script[^>]+type="module"[^>]+src="([^"]+)"/;
const BACKEND_TAG = /<meta name="accord-backend"[^>]*>/;

/**
 * Path of a page's first script, which identifies its build: its name has a hash of all that it loads. Null for a page
 * that is not the app's.
 */
export function entryOf(html: string): string | null {
  return ENTRY.exec(html)?.[1] ?? null;
}

/** Replaces the backend's tag (address and key) of a stored page by that of a newer one, if that has one. */
export function withBackendOf(stored: string, newer: string): string {
  const tag = BACKEND_TAG.exec(newer)?.[0];
  // A function, since `$` is special in a replacement text.
  return tag === undefined ? stored : stored.replace(BACKEND_TAG, () => tag);
}

/** Marks a stored page as served offline. */
export function markedOffline(html: string): string {
  return html.replace('</head>', `<meta name="${OFFLINE_TAG}" content="true"></head>`);
}
