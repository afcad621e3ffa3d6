/**
 * The frames of MPEG audio (ISO 11172-3, 13818-3, and the unofficial 2.5) and of AAC's ADTS (ISO 13818-7). Each header
 * gives the frame's length. App and functions share this table.
 */

interface MpegFrame {
  kind: 'layer-1' | 'layer-2' | 'layer-3' | 'adts';
  /** Length of the frame with its header. */
  bytes: number;
  /** Samples per channel. */
  samples: number;
  /** Hz. */
  sampleRate: number;
}

const MPEG_RATES = [44_100, 48_000, 32_000];
const ADTS_RATES = [96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350];
/** kbit/s by index, of MPEG 1's layers 1 to 3, and of MPEG 2's layer 1 and its other two. */
const BIT_RATES = {
  '1-1': [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  '1-2': [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  '1-3': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '2-1': [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  '2-2': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

/** The frame with its header at a position, or null. */
export function mpegFrameAt(bytes: Uint8Array, at: number): MpegFrame | null {
  const [a, b, c, d] = [bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]];
  if (a !== 0xff || b === undefined || c === undefined || d === undefined || (b & 0xe0) !== 0xe0) return null;
  const layerBits = (b >> 1) & 3;
  if (layerBits === 0) return (b & 0xf0) === 0xf0 ? adtsFrame(bytes, at) : null;
  const versionBits = (b >> 3) & 3;
  const rate = MPEG_RATES[(c >> 2) & 3];
  if (versionBits === 1 || rate === undefined) return null;
  const layer = (4 - layerBits) as 1 | 2 | 3;
  const version = versionBits === 3 ? 1 : 2;
  const sampleRate = versionBits === 3 ? rate : versionBits === 2 ? rate / 2 : rate / 4;
  const table = BIT_RATES[version === 1 ? (`1-${layer}` as const) : layer === 1 ? '2-1' : '2-2'];
  const kbits = table[c >> 4];
  if (kbits === undefined || kbits === 0) return null;
  const padding = (c >> 1) & 1;
  const samples = layer === 1 ? 384 : layer === 3 && version === 2 ? 576 : 1152;
  const length =
    layer === 1
      ? (Math.floor((12_000 * kbits) / sampleRate) + padding) * 4
      : Math.floor(((samples / 8) * 1000 * kbits) / sampleRate) + padding;
  return { kind: `layer-${layer}`, bytes: length, samples, sampleRate };
}

function adtsFrame(bytes: Uint8Array, at: number): MpegFrame | null {
  if (at + 7 > bytes.length) return null;
  const sampleRate = ADTS_RATES[(bytes[at + 2]! >> 2) & 15];
  const length = ((bytes[at + 3]! & 3) << 11) | (bytes[at + 4]! << 3) | (bytes[at + 5]! >> 5);
  if (sampleRate === undefined || length < 7) return null;
  return { kind: 'adts', bytes: length, samples: 1024 * ((bytes[at + 6]! & 3) + 1), sampleRate };
}
