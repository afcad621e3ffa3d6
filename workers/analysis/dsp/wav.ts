/**
 * Reads RIFF WAVE files (Microsoft & IBM 1991, with the 1994 extensible format): 8, 16, 24 and
 * 32-bit integers and 32 or 64-bit floats, any rate, any number of channels.
 */

export type WavErrorCode = 'wav_not_wave' | 'wav_no_format' | 'wav_unsupported' | 'wav_no_data';

/** A file that is not a WAVE file this reader knows; `code` says why. */
export class WavError extends Error {
  readonly code: WavErrorCode;
  constructor(code: WavErrorCode, message: string) {
    super(message);
    this.name = 'WavError';
    this.code = code;
  }
}

export interface Wav {
  /** Hz. */
  sampleRate: number;
  /** One array a channel, samples from -1 to 1. */
  channels: Float32Array[];
}

const PCM = 1;
const FLOAT = 3;
const EXTENSIBLE = 0xfffe;

function sampleReader(view: DataView, format: number, bits: number): (at: number) => number {
  if (format === PCM && bits === 8) return (at) => (view.getUint8(at) - 128) / 128;
  if (format === PCM && bits === 16) return (at) => view.getInt16(at, true) / 32_768;
  if (format === PCM && bits === 24)
    return (at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608;
  if (format === PCM && bits === 32) return (at) => view.getInt32(at, true) / 2_147_483_648;
  if (format === FLOAT && bits === 32) return (at) => view.getFloat32(at, true);
  if (format === FLOAT && bits === 64) return (at) => view.getFloat64(at, true);
  throw new WavError('wav_unsupported', `WAVE format ${format} with ${bits} bits is not supported`);
}

/**
 * Decodes a WAVE file. A data chunk that is cut short, or whose length field was never written
 * (streamed files), gives the samples that are there. Throws a coded `WavError`.
 */
export function decodeWav(bytes: Uint8Array): Wav {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tag = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || tag(0) !== 'RIFF' || tag(8) !== 'WAVE')
    throw new WavError('wav_not_wave', 'Not a RIFF WAVE file');
  let format = 0;
  let channelCount = 0;
  let sampleRate = 0;
  let bits = 0;
  for (let at = 12; at + 8 <= bytes.length;) {
    const id = tag(at);
    const size = view.getUint32(at + 4, true);
    const body = at + 8;
    if (id === 'fmt ' && body + 16 <= bytes.length) {
      format = view.getUint16(body, true);
      channelCount = view.getUint16(body + 2, true);
      sampleRate = view.getUint32(body + 4, true);
      bits = view.getUint16(body + 14, true);
      // The real format of an extensible header is the first field of its sub-format GUID.
      if (format === EXTENSIBLE && size >= 26 && body + 26 <= bytes.length) format = view.getUint16(body + 24, true);
    }
    if (id === 'data') {
      if (channelCount === 0 || sampleRate === 0)
        throw new WavError('wav_no_format', 'The file has no valid format chunk before its data');
      const read = sampleReader(view, format, bits);
      const width = bits / 8;
      const length = Math.floor(Math.min(size, bytes.length - body) / (width * channelCount));
      const channels = Array.from({ length: channelCount }, (_, channel) => {
        const samples = new Float32Array(length);
        for (let i = 0; i < length; i++) samples[i] = read(body + (i * channelCount + channel) * width);
        return samples;
      });
      return { sampleRate, channels };
    }
    at = body + size + (size & 1);
  }
  throw new WavError('wav_no_data', 'The file has no data chunk');
}
