/** Where a Standard MIDI File begins among the bytes of a file. */

/** Bytes from the beginning of a file that tell whether it is a MIDI file. */
export const MIDI_HEAD = 1024;
/** A header is 6 bytes long; later versions of the format may have a few more (SMF 1.0, RP-001). */
const HEADER = { least: 6, most: 255 } as const;

/** True when these four letters of ASCII stand there. */
export function isChunk(bytes: Uint8Array, at: number, name: string): boolean {
  for (let i = 0; i < 4; i++) if (bytes[at + i] !== name.charCodeAt(i)) return false;
  return true;
}

/** A 32-bit number, high byte first; bytes that are missing count as 0. */
export function longAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) * 0x1000000 + (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  );
}

/** The first place from `from` on where these four letters stand, -1 without any. */
export function indexOfChunk(bytes: Uint8Array, name: string, from: number, end = bytes.length): number {
  const first = name.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0 && at + 4 <= end; at = bytes.indexOf(first, at + 1))
    if (isChunk(bytes, at, name)) return at;
  return -1;
}

function headerIn(bytes: Uint8Array, end: number): number {
  for (let at = indexOfChunk(bytes, 'MThd', 0, end); at >= 0; at = indexOfChunk(bytes, 'MThd', at + 4, end)) {
    const length = longAt(bytes, at + 4);
    if (length >= HEADER.least && length <= HEADER.most) return at;
  }
  return -1;
}

const isRmid = (bytes: Uint8Array): boolean => isChunk(bytes, 0, 'RIFF') && isChunk(bytes, 8, 'RMID');

/** Whether a file is a MIDI file, by its first {@link MIDI_HEAD} bytes (or more). */
export function isMidi(head: Uint8Array): boolean {
  return isChunk(head, 0, 'MThd') || isRmid(head) || headerIn(head, MIDI_HEAD) >= 0;
}

/**
 * The Standard MIDI File in a file: the file itself, the `data` of a RIFF file (RMID, RP-029), or what stands behind a
 * header of MacBinary (128 bytes) or other bytes that were put in front. Null when there is none.
 */
export function smfIn(bytes: Uint8Array): Uint8Array | null {
  if (!isRmid(bytes)) {
    const at = headerIn(bytes, MIDI_HEAD);
    return at < 0 ? null : bytes.subarray(at);
  }
  // The lengths of RIFF are little-endian, and a chunk begins at an even place.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (isChunk(bytes, at, 'data') && isChunk(data, 0, 'MThd')) return data;
    at += 8 + length + (length % 2);
  }
  // A length is wrong: the letters themselves are looked for.
  const at = headerIn(bytes, bytes.length);
  return at < 0 ? null : bytes.subarray(at);
}
