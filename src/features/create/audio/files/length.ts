import type { Container } from './kind.ts';
import { mpegFrameAt } from '#shared/common/mpegFrames.ts';

/**
 * The length of a sound, counted from its file. Players estimate some lengths by the bit rate of the first frame.
 */

/** A shorter rest is the padding of an encoder: at most this long, s, or this share of the sound. */
const REST_SECONDS = 1;
const REST_SHARE = 0.1;

/** True when a file of a counted length was decoded in part only; both in s. */
export function isPartOf(decoded: number, counted: number): boolean {
  return counted - decoded > Math.max(REST_SECONDS, REST_SHARE * counted);
}

/** The length in s counted from the bytes, or null for other containers. */
export function declaredSeconds(bytes: Uint8Array, container: Container): number | null {
  switch (container) {
    case 'mpeg':
    case 'adts':
      return secondsOfFrames(bytes);
    case 'ogg':
      return secondsOfOgg(bytes);
    case 'flac':
      return secondsOfFlac(bytes);
    default:
      return null;
  }
}

/** FLAC's STREAMINFO (RFC 9639): the rate in 20 bits, and the number of frames in 36, 0 when unknown. */
function secondsOfFlac(bytes: Uint8Array): number | null {
  const at = find(bytes, 'fLaC', 0);
  if (at === -1 || at + 26 > bytes.length) return null;
  const byte = (i: number): number => bytes[at + 8 + i]!;
  const rate = (byte(10) << 12) | (byte(11) << 4) | (byte(12) >> 4);
  const frames = (byte(13) & 15) * 2 ** 32 + byte(14) * 2 ** 24 + ((byte(15) << 16) | (byte(16) << 8) | byte(17));
  return rate > 0 && frames > 0 ? frames / rate : null;
}

interface OggStream {
  serial: number;
  /** Hz. */
  rate: number;
  /** Positions of the first page with sound and of the last. */
  first: number | null;
  last: number;
}

/** A later first position means a recording from the middle of a broadcast, s. */
const BEGAN_LATER = 10;

function secondsOfStream(stream: OggStream | null): number {
  if (stream === null || stream.first === null) return 0;
  const { first, last, rate } = stream;
  return first / rate > BEGAN_LATER ? (last - first) / rate : last / rate;
}

/**
 * Ogg's granule positions (RFC 3533) give the end of each stream; chained streams (RFC 7845, section 7) add up.
 */
function secondsOfOgg(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let seconds = 0;
  let stream: OggStream | null = null;
  for (let at = find(bytes, 'OggS', 0); at !== -1 && at + 27 <= bytes.length;) {
    const segments = bytes[at + 26]!;
    let end = at + 27 + segments;
    for (let i = at + 27; i < at + 27 + segments; i++) end += bytes[i] ?? 0;
    const serial = view.getUint32(at + 14, true);
    const granule = Number(view.getBigInt64(at + 6, true));
    if ((bytes[at + 5]! & 2) !== 0) {
      const rate = rateOfOgg(bytes, view, at + 27 + segments);
      if (rate !== null) {
        seconds += secondsOfStream(stream);
        stream = { serial, rate, first: null, last: 0 };
      }
    } else if (stream !== null && serial === stream.serial && granule > stream.last) {
      stream.first ??= granule;
      stream.last = granule;
    }
    at = find(bytes, 'OggS', Math.max(end, at + 4));
  }
  seconds += secondsOfStream(stream);
  return seconds > 0 ? seconds : null;
}

/** The rate of a stream's granule positions, Hz; null for one that is not sound. */
function rateOfOgg(bytes: Uint8Array, view: DataView, at: number): number | null {
  // Opus counts at 48 kHz, whatever its input rate.
  if (find(bytes, 'OpusHead', at, at + 8) === at) return 48_000;
  if (find(bytes, '\x01vorbis', at, at + 7) === at && at + 16 <= bytes.length)
    return view.getUint32(at + 12, true) || null;
  if (find(bytes, '\x7fFLAC', at, at + 5) === at && at + 30 <= bytes.length) {
    const byte = (i: number): number => bytes[at + 17 + i]!;
    return (byte(10) << 12) | (byte(11) << 4) | (byte(12) >> 4) || null;
  }
  return null;
}

/** The first position of some letters, or -1. */
function find(bytes: Uint8Array, letters: string, from: number, to = bytes.length): number {
  const first = letters.charCodeAt(0);
  for (let at = bytes.indexOf(first, from); at !== -1 && at + letters.length <= to; at = bytes.indexOf(first, at + 1)) {
    let same = 1;
    while (same < letters.length && bytes[at + same] === letters.charCodeAt(same)) same++;
    if (same === letters.length) return at;
  }
  return -1;
}

/**
 * The length of all frames of a file, s; null without frames. Searches byte by byte where other data is in between. A
 * frame counts when another of its kind or the end of the file follows.
 */
function secondsOfFrames(bytes: Uint8Array): number | null {
  let seconds = 0;
  let following = false;
  for (let at = 0; at + 4 <= bytes.length;) {
    const frame = bytes[at] === 0xff ? mpegFrameAt(bytes, at) : null;
    const end = frame === null ? 0 : at + frame.bytes;
    if (frame === null || (!following && end + 4 <= bytes.length && mpegFrameAt(bytes, end)?.kind !== frame.kind)) {
      following = false;
      const next = bytes.indexOf(0xff, at + 1);
      if (next === -1) break;
      at = next;
      continue;
    }
    seconds += frame.samples / frame.sampleRate;
    following = true;
    at = end;
  }
  return seconds > 0 ? seconds : null;
}
