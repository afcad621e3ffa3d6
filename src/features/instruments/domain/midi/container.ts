/** Finds a Standard MIDI File in the bytes of a file. */

/** Bytes needed to recognise a MIDI file. */
const MIDI_HEAD = 1024;
/** Length of a header: 6 bytes, maybe more in later versions (SMF 1.0, RP-001). */
const HEADER = { least: 6, most: 255 } as const;

/** True for these four ASCII letters at a position. */
export function isChunk(bytes: Uint8Array, at: number, name: string): boolean {
  for (let i = 0; i < 4; i++) if (bytes[at + i] !== name.charCodeAt(i)) return false;
  return true;
}

/** A big-endian 32-bit number; missing bytes count as 0. */
export function longAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) * 0x1000000 + (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  );
}

/** The first position of these four letters from `from` on, or -1. */
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

/** True for a MIDI file, by its first {@link MIDI_HEAD} bytes (or more). */
export function isMidi(head: Uint8Array): boolean {
  return isChunk(head, 0, 'MThd') || isRmid(head) || headerIn(head, MIDI_HEAD) >= 0;
}

/**
 * The Standard MIDI File in a file: the file itself, the `data` of a RIFF file (RMID, RP-029), or the bytes after a
 * MacBinary header (128 bytes) or other leading bytes. Null when there is none.
 */
export function smfIn(bytes: Uint8Array): Uint8Array | null {
  if (!isRmid(bytes)) {
    const at = headerIn(bytes, MIDI_HEAD);
    return at < 0 ? null : bytes.subarray(at);
  }
  // RIFF lengths are little-endian, and chunks begin at even positions.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (isChunk(bytes, at, 'data') && isChunk(data, 0, 'MThd')) return data;
    at += 8 + length + (length % 2);
  }
  // A length is wrong: search for the letters.
  const at = headerIn(bytes, bytes.length);
  return at < 0 ? null : bytes.subarray(at);
}
