/**
 * How long caches keep what belongs to a share (docs/decisions.md, 44): its page, picture and sound are fresh for half a minute,
 * and may be shown for another half while they are asked for again. A share that was taken back is gone everywhere after the
 * sum of both. `Age` counts across caches, so that a browser behind one adds nothing.
 */
export const FRESH_SECONDS = 30;
export const STALE_SECONDS = 30;

export const SHARED_CACHE = `public, max-age=${FRESH_SECONDS}, stale-while-revalidate=${STALE_SECONDS}`;

/** The ETag of a text: a strong one, since it is made of every byte. */
export async function etagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return `"${[...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`;
}

/** True when a request's `If-None-Match` names this ETag; caches that compress may have made it weak. */
export function isKnown(request: Request, etag: string): boolean {
  const known = request.headers.get('if-none-match');
  if (known === null) return false;
  return known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag || each.trim() === '*');
}

/** The id at the front of a piece of an address, or null: chats put marks, spaces and parameters behind a link. */
export function shareIdIn(piece: string): string | null {
  let text = piece;
  try {
    text = decodeURIComponent(piece);
  } catch {
    // A percent sign that begins nothing: as good as any other mark.
  }
  return /^[^A-Za-z0-9]*([A-Za-z0-9]{8})(?![A-Za-z0-9])/.exec(text)?.[1] ?? null;
}
