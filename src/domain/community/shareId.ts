/** Share ids: 8 letters and digits, unguessable when the bytes are. */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of 62 in a byte; higher bytes are thrown away, or the first letters would come up more often. */
const UNBIASED_LIMIT = 256 - (256 % ALPHABET.length);

export const SHARE_ID_LENGTH = 8;

/** Gives that many random bytes, for example `(n) => crypto.getRandomValues(new Uint8Array(n))`. */
export type ByteSource = (count: number) => Uint8Array;

/** A new share id; every letter and digit is equally likely. RangeError when the source gives no usable byte. */
export function createShareId(randomBytes: ByteSource): string {
  let id = '';
  // A byte is usable with probability 248/256, so a source that needs more than a few rounds is broken.
  for (let round = 0; round < 64; round++) {
    for (const byte of randomBytes(SHARE_ID_LENGTH * 2)) {
      if (byte >= UNBIASED_LIMIT) continue;
      id += ALPHABET[byte % ALPHABET.length]!;
      if (id.length === SHARE_ID_LENGTH) return id;
    }
  }
  throw new RangeError('createShareId: the byte source gives no usable bytes');
}

/** True for exactly 8 letters and digits (ASCII). */
export function isShareId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9]{8}$/.test(value);
}

/**
 * The id at the front of a piece of an address, or null: what a chat puts behind a link (a full stop, a bracket, a space that no
 * eye sees, another site's parameters) is no part of it. Ids differ by capitals, so that these are left as they are. The function
 * `share-page` reads addresses alike (supabase/functions/_shared/sharing.ts).
 */
export function shareIdIn(piece: string): string | null {
  let text = piece;
  try {
    text = decodeURIComponent(piece);
  } catch {
    // A percent sign that begins nothing: as good as any other mark.
  }
  return /^[^A-Za-z0-9]*([A-Za-z0-9]{8})(?![A-Za-z0-9])/.exec(text)?.[1] ?? null;
}
