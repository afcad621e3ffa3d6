/** The parts of a Standard MIDI File (SMF 1.0, RP-001): its header, and where its tracks stand. */
import { indexOfChunk, isChunk, longAt } from './container.ts';

/** How the ticks of a file count time. */
export type Division =
  | { kind: 'beats'; ticksPerBeat: number }
  /** SMPTE: real time, whatever the tempo. */
  | { kind: 'seconds'; ticksPerSecond: number };

/** Where the bytes of a track are. */
export interface TrackSpan {
  from: number;
  to: number;
  /** Its length was wrong: what is behind the end that it names itself is not of it. */
  loose: boolean;
}

export interface Chunks {
  /** Tracks together (0, 1), or patterns that are independent of each other (2). */
  format: number;
  division: Division;
  tracks: TrackSpan[];
}

/** Ticks of a beat where a file names none: what most programs write. */
const USUAL_TICKS = 480;
/** A format that counts its tracks with 16 bits has no more. */
const MAX_TRACKS = 0xffff;
/** The 29 of SMPTE stands for 30 frames of "drop" time, which are 29.97 a second. */
const DROP_FRAMES = 30_000 / 1001;

function divisionOf(high: number, low: number): Division {
  if (high < 0x80) return { kind: 'beats', ticksPerBeat: high * 256 + low || USUAL_TICKS };
  const frames = 256 - high;
  return { kind: 'seconds', ticksPerSecond: (frames === 29 ? DROP_FRAMES : frames) * (low || 1) };
}

/** True where another chunk can begin, known or not: four letters and a length. */
function beginsChunk(bytes: Uint8Array, at: number): boolean {
  for (let i = at; i < at + 4; i++) if (!(bytes[i]! >= 0x20 && bytes[i]! < 0x7f)) return false;
  return at + 8 <= bytes.length;
}

/**
 * The parts of a file that begins with `MThd`; null when no track can be found where there should be one. The number of
 * tracks in the header is not believed, chunks of other kinds are passed over, and where a length is wrong the next track
 * is looked for.
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
    const whole = to === bytes.length || (to < bytes.length && beginsChunk(bytes, to));
    const next = whole ? to : indexOfChunk(bytes, 'MTrk', from);
    const end = next < 0 ? bytes.length : next;
    found ||= isTrack;
    if (isTrack && end > from) tracks.push({ from, to: end, loose: !whole });
    at = next;
  }
  return found ? { format: bytes[9]!, division: divisionOf(bytes[12]!, bytes[13]!), tracks } : null;
}
