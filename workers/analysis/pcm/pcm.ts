/** Common types and helpers of the readers of sample files. */

/**
 * Reason for an unreadable file: another format, no header of a sample format, an unsupported encoding, no samples, too
 * many.
 */
export type PcmErrorCode = 'not_pcm' | 'no_format' | 'unsupported' | 'no_data' | 'too_long';

/** A file whose samples cannot be read: the reason, and the name of the codec if its header names one. */
export class PcmError extends Error {
  readonly code: PcmErrorCode;
  readonly codec: string | null;
  constructor(code: PcmErrorCode, message: string, codec: string | null = null) {
    super(message);
    this.name = 'PcmError';
    this.code = code;
    this.codec = codec;
  }
}

export interface Pcm {
  /** Hz. */
  sampleRate: number;
  /** One array a channel, samples from -1 to 1. */
  channels: Float32Array<ArrayBuffer>[];
}

/** Encoding of a sample. Integers fill their bytes from the top in all of these formats. */
export type Encoding = 'unsigned' | 'signed' | 'float' | 'ulaw' | 'alaw';

/** Format of the samples, from a file's header. */
export interface SampleFormat {
  encoding: Encoding;
  bigEndian: boolean;
  channels: number;
  /** Hz. */
  sampleRate: number;
  /** Bytes of one sample with its padding. */
  bytes: number;
  /** Significant bits of a sample. */
  bits: number;
}

/** A part of a file. */
export interface Range {
  from: number;
  to: number;
}

/** Maximum number of channels; a header with more is damaged. */
const MAX_CHANNELS = 64;
/** Sample rates accepted by the engine, Hz. */
const LOWEST_RATE = 3000;
const HIGHEST_RATE = 768_000;

/** @throws PcmError `no_format` or `unsupported` for a format that no sound can have */
export function checkFormat(format: SampleFormat): void {
  const { channels, sampleRate, bytes } = format;
  if (channels === 0 || sampleRate === 0 || bytes === 0) throw new PcmError('no_format', 'The header has no format.');
  if (channels > MAX_CHANNELS) throw new PcmError('unsupported', `${channels} channels are too many.`);
  if (!(sampleRate >= LOWEST_RATE && sampleRate <= HIGHEST_RATE))
    throw new PcmError('unsupported', `A rate of ${sampleRate} Hz is not supported.`);
}

/** Reads four letters. */
export function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** A DataView of all bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** True for four printable characters, as in the name of a chunk. */
export function looksLikeTag(bytes: Uint8Array, at: number): boolean {
  if (at + 4 > bytes.length) return false;
  for (let i = at; i < at + 4; i++) if (bytes[i]! < 0x20 || bytes[i]! > 0x7e) return false;
  return true;
}

/** Offset after the ID3v2 tags at the beginning of a file; 0 without one. */
export function offsetAfterId3(bytes: Uint8Array, from = 0): number {
  let at = from;
  while (at + 10 <= bytes.length && bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33) {
    // Four times seven bits: the size without header and footer (id3.org, ID3v2.4 section 3.1).
    const size = [6, 7, 8, 9].reduce((sum, i) => (sum << 7) | (bytes[at + i]! & 0x7f), 0);
    at += 10 + size + ((bytes[at + 5]! & 0x10) === 0 ? 0 : 10);
  }
  return at;
}
