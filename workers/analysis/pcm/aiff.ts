import { offsetAfterId3, PcmError, tagAt, viewOf, type Encoding, type Range, type SampleFormat } from './pcm.ts';

/** Reads AIFF (Apple 1989) and AIFF-C (1991) files: integers, floats, mu-law and A-law. */

/** Compression types in lower case: encoding, big-endian or not, and bits where those of the header are ignored. */
const COMPRESSION_TYPES: Readonly<Record<string, readonly [Encoding, boolean, number?]>> = {
  none: ['signed', true],
  twos: ['signed', true],
  sowt: ['signed', false],
  'raw ': ['unsigned', true, 8],
  in24: ['signed', true, 24],
  in32: ['signed', true, 32],
  '42ni': ['signed', false, 24],
  '23ni': ['signed', false, 32],
  fl32: ['float', true, 32],
  fl64: ['float', true, 64],
  ulaw: ['ulaw', true, 8],
  alaw: ['alaw', true, 8],
};

export function isAiff(bytes: Uint8Array): boolean {
  const at = offsetAfterId3(bytes);
  return tagAt(bytes, at) === 'FORM' && ['AIFF', 'AIFC'].includes(tagAt(bytes, at + 8));
}

/** Reads an 80-bit extended float of the 68881, the format of the sample rate. */
function readExtended(view: DataView, at: number): number {
  const exponent = view.getUint16(at) & 0x7fff;
  return (
    view.getUint32(at + 2) * 2 ** (exponent - 16_383 - 31) + view.getUint32(at + 6) * 2 ** (exponent - 16_383 - 63)
  );
}

function formatIn(bytes: Uint8Array, view: DataView, body: number, compressed: boolean): SampleFormat {
  const type = compressed && body + 22 <= bytes.length ? tagAt(bytes, body + 18) : 'NONE';
  const compression = COMPRESSION_TYPES[type.toLowerCase()];
  if (compression === undefined)
    throw new PcmError('unsupported', `AIFF-C with ${type} is not supported.`, type.trim());
  const [encoding, bigEndian, ownBits] = compression;
  const bits = ownBits ?? view.getUint16(body + 6);
  return {
    encoding,
    bigEndian,
    channels: view.getUint16(body),
    sampleRate: readExtended(view, body + 8),
    bytes: Math.ceil(bits / 8),
    bits,
  };
}

/** Finds the samples of a file and their format. @throws PcmError */
export function findAiffSamples(bytes: Uint8Array): { format: SampleFormat; range: Range } {
  if (!isAiff(bytes)) throw new PcmError('not_pcm', 'Not an AIFF file.');
  const view = viewOf(bytes);
  const form = offsetAfterId3(bytes);
  const compressed = tagAt(bytes, form + 8) === 'AIFC';
  let format: SampleFormat | null = null;
  let range: Range | null = null;
  // The samples may come before the chunk with their format.
  for (let at = form + 12; at + 8 <= bytes.length && (format === null || range === null);) {
    const id = tagAt(bytes, at);
    const size = view.getUint32(at + 4);
    const body = at + 8;
    if (id === 'COMM' && body + 18 <= bytes.length) format ??= formatIn(bytes, view, body, compressed);
    if (id === 'SSND' && body + 8 <= bytes.length) {
      const from = body + 8 + view.getUint32(body);
      // A size of 0 was never written.
      range ??= { from, to: size === 0 ? bytes.length : Math.min(bytes.length, body + size) };
      if (size === 0) break;
    }
    at = body + size + (size & 1);
  }
  if (format === null) throw new PcmError('no_format', 'The file has no format chunk.');
  if (range === null) throw new PcmError('no_data', 'The file has no sound chunk.');
  return { format, range };
}
