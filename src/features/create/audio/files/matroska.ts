import type { Tracks } from './mp4.ts';

/** Reads the tracks in the elements of Matroska and WebM (RFC 9559). */

const ELEMENT_ID = {
  segment: 0x18538067,
  info: 0x1549a966,
  scale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  entry: 0xae,
  type: 0x83,
  codec: 0x86,
  cluster: 0x1f43b675,
  time: 0xe7,
  group: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
} as const;

/** Elements with children. Their size is unknown in live recordings, where the children just follow. */
const PARENT_IDS = new Set<number>([
  ELEMENT_ID.segment,
  ELEMENT_ID.info,
  ELEMENT_ID.tracks,
  ELEMENT_ID.entry,
  ELEMENT_ID.cluster,
  ELEMENT_ID.group,
]);

/** Default nanoseconds of a tick. */
const DEFAULT_TICK_NS = 1_000_000;

/** The tracks of a file, even if it is cut off; its length is the start of its last block. */
export function tracksOfMatroska(bytes: Uint8Array): Tracks {
  const tracks: { type: number; codec: string }[] = [];
  let scale = DEFAULT_TICK_NS;
  let cluster = 0;
  let last = 0;
  for (let at = 0; at < bytes.length;) {
    const id = numberAt(bytes, at, true);
    if (id === null) break;
    const size = numberAt(bytes, at + id.bytes, false);
    if (size === null) break;
    const body = at + id.bytes + size.bytes;
    const end = body + size.value;
    const track = tracks.at(-1);
    if (id.value === ELEMENT_ID.entry) tracks.push({ type: 0, codec: '' });
    else if (id.value === ELEMENT_ID.scale) scale = integerIn(bytes, body, end) || DEFAULT_TICK_NS;
    else if (id.value === ELEMENT_ID.type && track !== undefined) track.type = integerIn(bytes, body, end);
    else if (id.value === ELEMENT_ID.codec && track !== undefined) track.codec = textIn(bytes, body, end);
    else if (id.value === ELEMENT_ID.time) cluster = integerIn(bytes, body, end);
    else if (id.value === ELEMENT_ID.block || id.value === ELEMENT_ID.simpleBlock) {
      const number = numberAt(bytes, body, false);
      // A block's time is relative to its cluster, in 16 signed bits.
      const high = number === null ? 0 : body + number.bytes;
      const offset = ((((bytes[high] ?? 0) << 8) | (bytes[high + 1] ?? 0)) << 16) >> 16;
      last = Math.max(last, cluster + offset);
    }
    at = PARENT_IDS.has(id.value) ? body : end;
  }
  const seconds = (last * scale) / 1e9;
  return {
    video: tracks.some(({ type }) => type === 1),
    sound: tracks.filter(({ type }) => type === 2).map(({ codec }) => codec),
    seconds: seconds > 0 ? seconds : null,
  };
}

/** A variable-length number (RFC 8794), null when missing; ids keep the marker bit of the length. */
function numberAt(bytes: Uint8Array, at: number, marked: boolean): { value: number; bytes: number } | null {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = marked ? first : first & (0xff >> length);
  for (let i = 1; i < length; i++) value = value * 256 + bytes[at + i]!;
  return { value, bytes: length };
}

function integerIn(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < Math.min(to, from + 8, bytes.length); at++) value = value * 256 + bytes[at]!;
  return value;
}

/** Reads ASCII text, such as the short names of codecs. */
function textIn(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, Math.min(to, from + 64))).replace(/\0.*$/s, '');
}
