import { PcmError, tagAt, viewOf, type Range, type SampleFormat } from './pcm.ts';

/**
 * Reads Core Audio files (Apple 2005) of linear PCM, mu-law, A-law and IMA's ADPCM, and Sun's .au of the same.
 */

const CODECS: Readonly<Record<string, string>> = {
  alac: 'Apple Lossless',
  'aac ': 'AAC',
  aacl: 'AAC',
  opus: 'Opus',
  MAC6: 'MACE',
  MAC3: 'MACE',
  QDM2: 'QDesign Music',
};

export const isCaf = (bytes: Uint8Array): boolean => tagAt(bytes, 0) === 'caff';
export const isAu = (bytes: Uint8Array): boolean => tagAt(bytes, 0) === '.snd';

function cafFormat(bytes: Uint8Array, view: DataView, body: number): SampleFormat {
  const type = tagAt(bytes, body + 8);
  const flags = view.getUint32(body + 12);
  const channels = view.getUint32(body + 24);
  const bits = view.getUint32(body + 28);
  const common = { bigEndian: (flags & 2) === 0, channels, sampleRate: view.getFloat64(body), bits };
  // A packet is one frame of all channels.
  const width = channels === 0 ? 0 : Math.floor(view.getUint32(body + 16) / channels);
  switch (type) {
    case 'lpcm':
      return { ...common, encoding: (flags & 1) === 0 ? 'signed' : 'float', bytes: width };
    case 'ulaw':
      return { ...common, encoding: 'ulaw', bytes: 1 };
    case 'alaw':
      return { ...common, encoding: 'alaw', bytes: 1 };
    case 'ima4':
      return { ...common, encoding: 'ima-quicktime', bytes: 34 };
    default:
      throw new PcmError('unsupported', `CAF with ${type} is not supported.`, CODECS[type] ?? type.trim());
  }
}

/** Finds the samples of a CAF file and their format. @throws PcmError */
export function findCafSamples(bytes: Uint8Array): { format: SampleFormat; range: Range } {
  if (!isCaf(bytes)) throw new PcmError('not_pcm', 'Not a Core Audio file.');
  const view = viewOf(bytes);
  let format: SampleFormat | null = null;
  let range: Range | null = null;
  for (let at = 8; at + 12 <= bytes.length && (format === null || range === null);) {
    const id = tagAt(bytes, at);
    const size = Number(view.getBigInt64(at + 4));
    const body = at + 12;
    if (id === 'desc' && body + 32 <= bytes.length) format ??= cafFormat(bytes, view, body);
    // A size of -1 extends to the end; the first four bytes count edits.
    if (id === 'data') range ??= { from: body + 4, to: size < 0 ? bytes.length : Math.min(bytes.length, body + size) };
    if (size < 0) break;
    at = body + size;
  }
  if (format === null) throw new PcmError('no_format', 'The file has no format chunk.');
  if (range === null) throw new PcmError('no_data', 'The file has no data chunk.');
  return { format, range };
}

/** Encodings of .au and their bytes per sample. */
const AU: Readonly<Record<number, readonly [SampleFormat['encoding'], number]>> = {
  1: ['ulaw', 1],
  2: ['signed', 1],
  3: ['signed', 2],
  4: ['signed', 3],
  5: ['signed', 4],
  6: ['float', 4],
  7: ['float', 8],
  27: ['alaw', 1],
};

/** Finds the samples of an .au file and their format. @throws PcmError */
export function findAuSamples(bytes: Uint8Array): { format: SampleFormat; range: Range } {
  if (!isAu(bytes)) throw new PcmError('not_pcm', 'Not an AU file.');
  if (bytes.length < 24) throw new PcmError('no_format', 'The header is cut off.');
  const view = viewOf(bytes);
  const [from, size, code, sampleRate, channels] = [4, 8, 12, 16, 20].map((at) => view.getUint32(at)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const known = AU[code];
  if (known === undefined) throw new PcmError('unsupported', `AU encoding ${code} is not supported.`, 'ADPCM');
  const [encoding, width] = known;
  return {
    format: { encoding, bigEndian: true, channels, sampleRate, bytes: width, bits: 8 * width },
    range: { from, to: size === 0xffff_ffff || size === 0 ? bytes.length : Math.min(bytes.length, from + size) },
  };
}
