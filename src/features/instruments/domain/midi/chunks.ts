/** The chunks of a Standard MIDI File (SMF 1.0, RP-001): header and tracks. */
import { indexOfChunk, isChunk, longAt } from './container.ts';

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

/** True at a possible chunk, known or not: four letters and a length. */
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
    const whole = to === bytes.length || (to < bytes.length && beginsChunk(bytes, to));
    const next = whole ? to : indexOfChunk(bytes, 'MTrk', from);
    const end = next < 0 ? bytes.length : next;
    found ||= isTrack;
    if (isTrack && end > from) tracks.push({ from, to: end, loose: !whole });
    at = next;
  }
  return found ? { format: bytes[9]!, division: divisionOf(bytes[12]!, bytes[13]!), tracks } : null;
}
