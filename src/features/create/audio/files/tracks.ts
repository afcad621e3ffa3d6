/** The tracks of an MP4, QuickTime, WebM or Matroska file. */

/** The tracks of a file; null when it cannot be parsed, for instance because it was cut off. */
export function tracksIn(bytes: Uint8Array): Tracks | null {
  const tracks = bytes[0] === 0x1a && bytes[1] === 0x45 ? tracksOfMatroska(bytes) : tracksOfMp4(bytes);
  return tracks.video || tracks.sound.length > 0 ? tracks : null;
}

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
function tracksOfMatroska(bytes: Uint8Array): Tracks {
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

/** The tracks of a file. */
export interface Tracks {
  /** True with a video track. */
  video: boolean;
  /** Codecs of its sound tracks as in the file (`alac`, `A_AC3` ...). */
  sound: string[];
  /** Length of its sound by its samples, s; null if unknown. */
  seconds: number | null;
}

/** Reads the tracks in the boxes of MP4 and QuickTime (ISO 14496-12). */

/** Boxes with child boxes. */
const PARENT_BOXES = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);

interface Track {
  handler: string;
  codec: string;
  /** Ticks a second. */
  scale: number;
  ticks: number;
}

/** The tracks of a file, even if it is cut off. */
function tracksOfMp4(bytes: Uint8Array): Tracks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  const u32 = (at: number): number => (at + 4 <= bytes.length ? view.getUint32(at) : 0);
  const tracks: Track[] = [];
  // Enter a parent by skipping its header only, so that every step goes forward.
  for (let at = 0; at + 8 <= bytes.length;) {
    const name = tag(at + 4);
    const short = u32(at);
    const long = short === 1 && at + 16 <= bytes.length;
    const size = long ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short;
    const body = at + (long ? 16 : 8);
    if (size < body - at) break;
    const track = tracks.at(-1);
    if (name === 'trak') tracks.push({ handler: '', codec: '', scale: 0, ticks: 0 });
    else if (track !== undefined) {
      // QuickTime has a second handler, of the data, inside `minf`.
      if (name === 'hdlr' && track.handler === '') track.handler = tag(body + 8);
      if (name === 'mdhd') track.scale = u32(body + (bytes[body] === 1 ? 20 : 12));
      if (name === 'stsd') track.codec = tag(body + 12);
      if (name === 'stts') track.ticks = ticksIn(u32, body, Math.min(bytes.length, at + size));
    }
    at = PARENT_BOXES.has(name) ? body : at + size;
  }
  const sound = tracks.filter(({ handler }) => handler === 'soun');
  const [first] = sound;
  return {
    video: tracks.some(({ handler }) => handler === 'vide'),
    sound: sound.map(({ codec }) => codec),
    // A fragmented file has no samples here.
    seconds: first !== undefined && first.scale > 0 && first.ticks > 0 ? first.ticks / first.scale : null,
  };
}

/** The sum of a table of sample counts and durations. */
function ticksIn(u32: (at: number) => number, body: number, end: number): number {
  let ticks = 0;
  for (let at = body + 8; at + 8 <= end; at += 8) ticks += u32(at) * u32(at + 4);
  return ticks;
}
