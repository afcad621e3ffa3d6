import {
  offsetAfterId3,
  looksLikeTag,
  PcmError,
  tagAt,
  viewOf,
  type Encoding,
  type Range,
  type SampleFormat,
} from './pcm.ts';

/**
 * Reads WAVE files (Microsoft & IBM 1991, with the 1994 extensible format): RIFF, big-endian RIFX, RF64 and BW64 (EBU
 * Tech 3306, ITU-R BS.2088). Supports integers of 8 to 32 bits in containers of any width, floats of 32 and 64 bits,
 * mu-law and A-law, at any rate, in up to 64 channels.
 */

/** Supported format tags, and names of unsupported ones (mmreg.h). */
const ENCODINGS: Readonly<Record<number, Encoding>> = {
  1: 'signed',
  3: 'float',
  6: 'alaw',
  7: 'ulaw',
};
const UNSUPPORTED_CODECS: Readonly<Record<number, string>> = {
  2: 'ADPCM',
  0x11: 'ADPCM',
  0x31: 'GSM',
  0x45: 'G.726 ADPCM',
  0x50: 'MPEG Layer II',
  0x55: 'MP3',
  0x92: 'AC-3',
  0xff: 'AAC',
  0x160: 'Windows Media Audio',
  0x161: 'Windows Media Audio',
  0x162: 'Windows Media Audio',
  0x163: 'Windows Media Audio',
  0x270: 'ATRAC3',
  0x2000: 'AC-3',
  0x2001: 'DTS',
};
const EXTENSIBLE_TAG = 0xfffe;
/** Size of a data chunk whose length is unknown. */
const UNKNOWN_SIZE = 0xffff_ffff;

const KNOWN_CHUNKS = new Set(['data', 'fmt ', 'fact', 'LIST', 'bext', 'cue ', 'smpl', 'PEAK', 'JUNK', 'id3 ', 'iXML']);

interface Container {
  /** Offset of the first chunk. */
  first: number;
  bigEndian: boolean;
}

/** True if the first bytes are those of a supported container. */
export function isWave(bytes: Uint8Array): boolean {
  return containerOf(bytes) !== null;
}

function containerOf(bytes: Uint8Array): Container | null {
  const at = offsetAfterId3(bytes);
  const kind = tagAt(bytes, at);
  if (!['RIFF', 'RIFX', 'RF64', 'BW64'].includes(kind) || tagAt(bytes, at + 8) !== 'WAVE') return null;
  return { first: at + 12, bigEndian: kind === 'RIFX' };
}

interface Chunk {
  id: string;
  body: number;
  /** Bytes, from the header. */
  size: number;
  next: number;
}

/** The chunk at an offset; null after the last. */
function chunkAt(bytes: Uint8Array, view: DataView, at: number, { bigEndian }: Container): Chunk | null {
  if (at + 8 > bytes.length) return null;
  const size = view.getUint32(at + 4, !bigEndian);
  const body = at + 8;
  const end = body + size;
  // Chunks are padded to even sizes, but not by every writer.
  const unpadded = looksLikeTag(bytes, end) && (!looksLikeTag(bytes, end + 1) || KNOWN_CHUNKS.has(tagAt(bytes, end)));
  const padded = (size & 1) === 1 && !unpadded;
  return { id: tagAt(bytes, at), body, size, next: padded ? end + 1 : end };
}

function formatIn(bytes: Uint8Array, view: DataView, { body, size }: Chunk, bigEndian: boolean): SampleFormat | null {
  if (body + 16 > bytes.length) return null;
  const u16 = (at: number): number => view.getUint16(body + at, !bigEndian);
  const has = (end: number): boolean => size >= end && body + end <= bytes.length;
  // The real format of an extensible header is the first field of its sub-format GUID.
  const tag = u16(0) === EXTENSIBLE_TAG && has(26) ? u16(24) : u16(0);
  const channels = u16(2);
  const blockAlign = u16(12);
  const bits = u16(14);
  const encoding = ENCODINGS[tag];
  if (encoding === undefined)
    throw new PcmError(
      'unsupported',
      `WAVE format ${tag} with ${bits} bits is not supported.`,
      UNSUPPORTED_CODECS[tag] ?? null,
    );
  // Samples of 24 bits may be stored in 4 bytes each.
  const container = blockAlign % Math.max(1, channels) === 0 ? blockAlign / Math.max(1, channels) : 0;
  const least = Math.ceil(bits / 8);
  const width = container >= least && container <= 8 ? container : least;
  return {
    encoding: encoding === 'signed' && width === 1 ? 'unsigned' : encoding,
    bigEndian,
    channels,
    sampleRate: view.getUint32(body + 4, !bigEndian),
    bytes: encoding === 'ulaw' || encoding === 'alaw' ? 1 : width,
    bits,
  };
}

/** True when the rest of the file consists of chunks and has no samples. */
function isChunks(bytes: Uint8Array, view: DataView, from: number, container: Container): boolean {
  let at = from;
  while (at < bytes.length) {
    if (!looksLikeTag(bytes, at)) return false;
    const chunk = chunkAt(bytes, view, at, container);
    if (chunk === null) return false;
    at = chunk.next;
  }
  return at <= bytes.length + 1;
}

/**
 * Finds the samples of a file and their format. Of a data chunk that is cut short, or whose size was never written (0
 * or FFFFFFFF), those that are there.
 * @throws PcmError
 */
export function findWavSamples(bytes: Uint8Array): { format: SampleFormat; range: Range } {
  const container = containerOf(bytes);
  if (container === null) throw new PcmError('not_pcm', 'Not a RIFF WAVE file.');
  const view = viewOf(bytes);
  let format: SampleFormat | null = null;
  let range: Range | null = null;
  let size64: number | null = null;
  for (let at = container.first; format === null || range === null;) {
    const chunk = chunkAt(bytes, view, at, container);
    if (chunk === null) break;
    const { id, body, size } = chunk;
    at = chunk.next;
    if (id === 'ds64' && body + 16 <= bytes.length) size64 = Number(view.getBigUint64(body + 8, true));
    if (id === 'fmt ') format ??= formatIn(bytes, view, chunk, container.bigEndian);
    if (id === 'data') {
      // An interrupted recorder, or one that wrote to a pipe, never wrote the size.
      const unwritten =
        size64 === null && (size === UNKNOWN_SIZE || (size === 0 && !isChunks(bytes, view, body, container)));
      const length = unwritten ? bytes.length - body : size === UNKNOWN_SIZE ? size64! : size;
      range ??= { from: body, to: Math.min(bytes.length, body + length) };
      if (unwritten) break;
    }
  }
  if (range === null) throw new PcmError('no_data', 'The file has no data chunk.');
  if (format === null) throw new PcmError('no_format', 'The file has no valid format chunk before its data.');
  return { format, range };
}
