/** Ids of rooms: 128 random bits as 22 characters of base64url (RFC 4648, 5). Whoever knows the id may enter. */

/** Returns that many random bytes, for example `(n) => crypto.getRandomValues(new Uint8Array(n))`. */
export type ByteSource = (count: number) => Uint8Array;

const BYTES = 16;

/** Creates a room id. @throws RangeError when the source gives another number of bytes */
export function createRoomId(randomBytes: ByteSource): string {
  const bytes = randomBytes(BYTES);
  if (bytes.length !== BYTES) throw new RangeError('createRoomId: the byte source gives no 16 bytes');
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
}

/** True for 22 characters of base64url. */
export function isRoomId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9_-]{22}$/.test(value);
}

/** Path of the page on which visitors of a room sing. */
export const roomPath = (id: string): string => `/room/${id}`;
/** Path of the wall of a room. */
export const wallPath = (id: string): string => `/room/${id}/wall`;
