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
export function tracksOfMp4(bytes: Uint8Array): Tracks {
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
