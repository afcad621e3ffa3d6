/**
 * Lifetime of a share's page, picture and sound in caches (docs/decisions.md, 31): fresh for half a minute, and stale
 * for another half while revalidating. After both a withdrawn share is gone everywhere. `Age` counts across caches, so
 * a browser behind one adds no time.
 */
const FRESH_SECONDS = 30;
const STALE_SECONDS = 30;

export const SHARED_CACHE = `public, max-age=${FRESH_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`;

/** The ETag of a text; strong, since it is a hash of every byte. */
export async function etagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `"${[...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/** True when a request's `If-None-Match` names this ETag; a compressing cache may have made it weak. */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  if (known === null) return false;
  return known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*');
}
