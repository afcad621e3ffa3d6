/** What the readers of sample files have in common. */

/**
 * Why a file is not read: it is none of these files, says nothing of its samples, holds them in a way that is not known here,
 * has none, or too many.
 */
export type PcmErrorCode = 'not_pcm' | 'no_format' | 'unsupported' | 'no_data' | 'too_long';

/** A file whose samples cannot be read; `code` says why, and `codec` names what they are written in where that is known. */
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

/** How one sample is written. Integers fill their bytes from the top, as all of these formats have it. */
export type Encoding = 'unsigned' | 'signed' | 'float' | 'ulaw' | 'alaw' | 'ima-wav' | 'ima-quicktime' | 'ms-adpcm';

/** What a file's header says of its samples. */
export interface SampleFormat {
  encoding: Encoding;
  bigEndian: boolean;
  channels: number;
  /** Hz. */
  sampleRate: number;
  /** Bytes of one sample with its padding; of ADPCM, bytes of one block. */
  bytes: number;
  /** Bits of a sample that count. */
  bits: number;
  /** Predictor coefficients of Microsoft's ADPCM. */
  coefficients?: readonly (readonly [number, number])[];
}

/** A part of a file. */
export interface Range {
  from: number;
  to: number;
}

/** More channels than any recorder has: such a header is damaged. */
export const MAX_CHANNELS = 64;
/** Rates that the engine takes, Hz. */
export const LOWEST_RATE = 3000;
export const HIGHEST_RATE = 768_000;

/** @throws PcmError `no_format` or `unsupported` where no sound can have that format */
export function checkFormat(format: SampleFormat): void {
  const { channels, sampleRate, bytes } = format;
  if (channels === 0 || sampleRate === 0 || bytes === 0) throw new PcmError('no_format', 'The header has no format.');
  if (channels > MAX_CHANNELS) throw new PcmError('unsupported', `${channels} channels are too many.`);
  if (!(sampleRate >= LOWEST_RATE && sampleRate <= HIGHEST_RATE))
    throw new PcmError('unsupported', `A rate of ${sampleRate} Hz is not supported.`);
}

/** Four letters of a file. */
export function tagAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}

/** A view of all bytes, for numbers of several. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** True where four letters stand, as the name of a chunk is. */
export function looksLikeTag(bytes: Uint8Array, at: number): boolean {
  if (at + 4 > bytes.length) return false;
  for (let i = at; i < at + 4; i++) if (bytes[i]! < 0x20 || bytes[i]! > 0x7e) return false;
  return true;
}

/** The place behind the ID3v2 tags that a file begins with; 0 without one. */
export function behindId3(bytes: Uint8Array, from = 0): number {
  let at = from;
  while (at + 10 <= bytes.length && bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33) {
    // Four times seven bits, of the tag without its header and footer (id3.org, ID3v2.4 section 3.1).
    const size = [6, 7, 8, 9].reduce((sum, i) => (sum << 7) | (bytes[at + i]! & 0x7f), 0);
    at += 10 + size + ((bytes[at + 5]! & 0x10) === 0 ? 0 : 10);
  }
  return at;
}
