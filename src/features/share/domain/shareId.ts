export { isShareId, shareIdIn } from '#shared/common/shareIdIn.ts';

/** Share ids: 8 letters and digits, unguessable with secure random bytes. */

const ID_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The largest multiple of 62 in a byte. Higher bytes are dropped to keep all letters equally likely. */
const UNBIASED_LIMIT = 256 - (256 % ID_ALPHABET.length);

const SHARE_ID_LENGTH = 8;

/** Returns that many random bytes, for example `(n) => crypto.getRandomValues(new Uint8Array(n))`. */
export type ByteSource = (count: number) => Uint8Array;

/** Creates a share id. @throws RangeError when the source gives no usable byte */
export function createShareId(randomBytes: ByteSource): string {
  let id = '';
  // A byte is usable with probability 248/256; a source that needs many rounds is broken.
  for (let round = 0; round < 64; round++) {
    for (const byte of randomBytes(SHARE_ID_LENGTH * 2)) {
      if (byte >= UNBIASED_LIMIT) continue;
      id += ID_ALPHABET[byte % ID_ALPHABET.length]!;
      if (id.length === SHARE_ID_LENGTH) return id;
    }
  }
  throw new RangeError('createShareId: the byte source gives no usable bytes');
}
