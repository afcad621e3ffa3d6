/* The chunks of a Standard MIDI File (SMF 1.0, RP-001): header and tracks. */

/** The unit of a file's ticks. */
export type Division =
  | { kind: 'beats'; ticksPerBeat: number }
  /** SMPTE: real time, whatever the tempo. */
  | { kind: 'seconds'; ticksPerSecond: number };

/** Range of a track's bytes. */
export interface TrackSpan {
  from: number;
  to: number;
  /** Its length is wrong: the track ends at its own end event. */
  loose: boolean;
}

export interface Chunks {
  /** Simultaneous tracks (0, 1), or independent patterns (2). */
  format: number;
  division: Division;
  tracks: TrackSpan[];
}

/** Default ticks of a beat, usual in most programs. */
const USUAL_TICKS = 480;
/** The limit of the header's 16-bit count. */
const MAX_TRACKS = 0xffff;
/** SMPTE's 29 means 30 drop frames: 29.97 a second. */
const DROP_FRAMES = 30_000 / 1001;

function divisionOf(high: number, low: number): Division {
  if (high < 0x80) return { kind: 'beats', ticksPerBeat: high * 256 + low || USUAL_TICKS };
  const frames = 256 - high;
  return { kind: 'seconds', ticksPerSecond: (frames === 29 ? DROP_FRAMES : frames) * (low || 1) };
}

/** True at a possible chunk of any type: four letters and a length. */
function beginsChunk(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 4; i++) if (!(bytes[i]! >= 0x20 && bytes[i]! < 0x7f)) return false;
  return at + 8 <= bytes.length;
}

/**
 * The chunks of a file that begins with `MThd`; null without a track. Ignores the header's number of tracks, skips
 * other chunks, and searches the next track after a wrong length.
 */
export function chunksOf(bytes: Uint8Array): Chunks | null {
  if (bytes.length < 14) return null;
  const tracks: TrackSpan[] = [];
  let at = 8 + longAt(bytes, 4);
  if (!beginsChunk(bytes, at)) at = indexOfChunk(bytes, 'MTrk', 14);
  if (at < 0) return bytes.length === 14 ? { format: 0, division: divisionOf(0, 0), tracks } : null;
  let found = false;
  while (at >= 0 && at + 8 <= bytes.length && tracks.length < MAX_TRACKS) {
    const isTrack = isChunk(bytes, at, 'MTrk');
    const from = at + 8;
    const to = from + longAt(bytes, at + 4);
    const isComplete = to === bytes.length || (to < bytes.length && beginsChunk(bytes, to));
    const next = isComplete ? to : indexOfChunk(bytes, 'MTrk', from);
    const end = next < 0 ? bytes.length : next;
    found ||= isTrack;
    if (isTrack && end > from) tracks.push({ from, to: end, loose: !isComplete });
    at = next;
  }
  return found ? { format: bytes[9]!, division: divisionOf(bytes[12]!, bytes[13]!), tracks } : null;
}

/* Finds a Standard MIDI File in the bytes of a file. */

/** Bytes needed to recognise a MIDI file. */
const MIDI_HEAD = 1024;
/** Length of a header: 6 bytes, maybe more in later versions (SMF 1.0, RP-001). */
const HEADER_BYTES = { least: 6, most: 255 } as const;

/** True for these four ASCII letters at a position. */
function isChunk(bytes: Uint8Array, at: number, name: string): boolean {
  for (let i = 0; i < 4; i++) if (bytes[at + i] !== name.charCodeAt(i)) return false;
  return true;
}

/** A big-endian 32-bit number; missing bytes count as 0. */
function longAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) * 0x1000000 + (((bytes[at + 1] ?? 0) << 16) | ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  );
}

/** The first position of these four letters from `from` on, or -1. */
function indexOfChunk(bytes: Uint8Array, name: string, from: number, end = bytes.length): number {
  const first = name.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at >= 0 && at + 4 <= end; at = bytes.indexOf(first, at + 1))
    if (isChunk(bytes, at, name)) return at;
  return -1;
}

function headerIn(bytes: Uint8Array, end: number): number {
  for (let at = indexOfChunk(bytes, 'MThd', 0, end); at >= 0; at = indexOfChunk(bytes, 'MThd', at + 4, end)) {
    const length = longAt(bytes, at + 4);
    if (length >= HEADER_BYTES.least && length <= HEADER_BYTES.most) return at;
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
