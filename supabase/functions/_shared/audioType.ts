/**
 * Detects an audio file's container by its first bytes. Ignores the type in the header of the request: types vary by
 * system, and a text file can be renamed to look like audio.
 */

import { mpegFrameAt } from './common/mpegFrames.ts';

export interface AudioType {
  /** MIME type that the object is served with. */
  mime: 'audio/webm' | 'audio/mp4' | 'audio/mpeg' | 'audio/wav' | 'audio/ogg' | 'audio/aac' | 'audio/flac';
  /** File extension of the stored name, without a dot. */
  extension: string;
}

function ascii(bytes: Uint8Array, at: number, text: string): boolean {
  if (bytes.length < at + text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Largest distance of the first frame from the end of tags and padding, bytes. */
const SEARCH_BYTES = 64 * 1024;
/** Frames in a row that cannot be chance, needed when other data precedes them. */
const FRAMES_IN_A_ROW = 4;

/** Index behind the data that may precede a sound: ID3v2 tags, one or several, and zeros. */
function behindTags(bytes: Uint8Array): number {
  let at = 0;
  for (;;) {
    if (ascii(bytes, at, 'ID3') && bytes.length >= at + 10) {
      const size = [6, 7, 8, 9].reduce((sum, i) => (sum << 7) | (bytes[at + i]! & 0x7f), 0);
      at += 10 + size + (bytes[at + 5]! & 0x10 ? 10 : 0);
    } else if (bytes[at] === 0) {
      const end = Math.min(bytes.length, at + SEARCH_BYTES);
      while (at < end && bytes[at] === 0) at++;
      if (at === end) return at;
    } else return at;
  }
}

const AAC_TYPE: AudioType = { mime: 'audio/aac', extension: 'aac' };
const MP3_TYPE: AudioType = { mime: 'audio/mpeg', extension: 'mp3' };

/**
 * The kind of frames in a row of `count` from here on, or of fewer up to the end of the file; null when there is none.
 */
function rowFrom(bytes: Uint8Array, from: number, count: number): AudioType | null {
  const kind = mpegFrameAt(bytes, from)?.kind === 'adts' ? AAC_TYPE : MP3_TYPE;
  let at = from;
  for (let seen = 0; seen < count; seen++) {
    const frame = mpegFrameAt(bytes, at);
    if (frame === null || (frame.kind === 'adts') !== (kind === AAC_TYPE)) return null;
    at += frame.bytes;
    if (at === bytes.length) break;
  }
  return kind;
}

/**
 * Finds MPEG or AAC frames at `start`, or further on: a cut stream begins within a frame, and some tags state a wrong
 * size.
 */
function findFrame(bytes: Uint8Array, start: number): AudioType | null {
  // Two sync bytes alone occur in any binary file, so the next frame has to be right behind.
  const atStart = rowFrom(bytes, start, 2);
  if (atStart) return atStart;
  for (const from of new Set([start, 0]))
    for (let at = from; at < Math.min(bytes.length, from + SEARCH_BYTES); at++) {
      const found = bytes[at] === 0xff ? rowFrom(bytes, at, FRAMES_IN_A_ROW) : null;
      if (found) return found;
    }
  return null;
}

/** Bytes of an EBML file that are searched for its document type and the codecs of its tracks. */
const EBML_BYTES = 64 * 1024;
/** Audio codecs that browsers play in Matroska. */
const MATROSKA_CODECS = /A_(OPUS|VORBIS|AAC|FLAC|MPEG\/L3|PCM\/)/;

/**
 * WebM, or Matroska with a codec that browsers play: WebM is a subset of it, and browsers treat it as such.
 */
function ebml(bytes: Uint8Array): AudioType | null {
  const front = String.fromCharCode(...bytes.subarray(4, 64));
  const tracks = () => new TextDecoder('latin1').decode(bytes.subarray(0, EBML_BYTES));
  if (front.includes('webm') || (front.includes('matroska') && MATROSKA_CODECS.test(tracks())))
    return { mime: 'audio/webm', extension: 'webm' };
  return null;
}

/** Brands of pictures in the same boxes as MP4: HEIC, AVIF, JPEG 2000 and XL, Canon's raw. */
const PICTURE_BRANDS = /^(he[iv].|mif.|msf.|avi[fs]|avc[is]|crx |j[px].|mj[p2].)/;
/** First boxes of a QuickTime file from before `ftyp`. */
const OLD_BOXES = /^(moov|mdat|wide|free|skip|pnot)$/;

function mp4(bytes: Uint8Array, start: number): boolean {
  const name = (at: number) => String.fromCharCode(...bytes.subarray(at + 4, at + 8));
  if (name(start) === 'ftyp')
    return (
      bytes.length >= start + 16 && !PICTURE_BRANDS.test(String.fromCharCode(...bytes.subarray(start + 8, start + 12)))
    );
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start; at + 8 <= bytes.length && OLD_BOXES.test(name(at));) {
    if (name(at) === 'moov') return true;
    const size = view.getUint32(at);
    if (size < 8) return false;
    at += size;
  }
  return false;
}

/**
 * Formats of WAVE that browsers play: integers, floats of 32 bits, A-law, mu-law, and any of them as `extensible`.
 */
const WAVE_CODES = [1, 3, 6, 7, 0xfffe];

function wave(bytes: Uint8Array, start: number): boolean {
  if (!['RIFF', 'RF64', 'BW64'].some((name) => ascii(bytes, start, name)) || !ascii(bytes, start + 8, 'WAVE'))
    return false;
  if (bytes.length < start + 44) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = start + 12; at + 24 <= bytes.length && at < start + SEARCH_BYTES;) {
    if (ascii(bytes, at, 'fmt ')) {
      const code = view.getUint16(at + 8, true);
      return WAVE_CODES.includes(code) && !(code === 3 && view.getUint16(at + 22, true) === 64);
    }
    const size = view.getUint32(at + 4, true);
    at += 8 + size + (size % 2);
  }
  return true;
}

/** Ogg, except with Speex, which no browser plays. */
function ogg(bytes: Uint8Array, start: number): boolean {
  if (!ascii(bytes, start, 'OggS') || bytes.length < start + 28) return false;
  return !ascii(bytes, start + 27 + bytes[start + 26]!, 'Speex');
}

/** The type of the sound in `bytes`; null when browsers do not play it. */
export function audioTypeOf(bytes: Uint8Array): AudioType | null {
  if (bytes.length >= 32 && bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3)
    return ebml(bytes);
  // The size of a first box may begin with zeros, which are no padding.
  for (const start of new Set([0, behindTags(bytes)])) {
    if (mp4(bytes, start)) return { mime: 'audio/mp4', extension: 'm4a' };
    if (wave(bytes, start)) return { mime: 'audio/wav', extension: 'wav' };
    if (ogg(bytes, start)) return { mime: 'audio/ogg', extension: 'ogg' };
    if (ascii(bytes, start, 'fLaC') && bytes.length >= start + 42) return { mime: 'audio/flac', extension: 'flac' };
  }
  return findFrame(bytes, behindTags(bytes));
}
