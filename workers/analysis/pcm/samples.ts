import { checkFormat, PcmError, viewOf, type Pcm, type Range, type SampleFormat } from './pcm.ts';

/** Converts samples of any of the formats to numbers from -1 to 1. */

type ReadSample = (view: DataView, at: number) => number;

/** G.711 (ITU-T, 1988): eight bits that encode 14 or 13. */
function ulaw(byte: number): number {
  const value = ~byte & 0xff;
  const magnitude = ((((value & 0x0f) << 3) + 0x84) << ((value & 0x70) >> 4)) - 0x84;
  return (value & 0x80 ? -magnitude : magnitude) / 32_768;
}

function alaw(byte: number): number {
  const value = byte ^ 0x55;
  const segment = (value & 0x70) >> 4;
  const mantissa = ((value & 0x0f) << 4) + 8;
  const magnitude = segment === 0 ? mantissa : (mantissa + 0x100) << (segment - 1);
  return (value & 0x80 ? magnitude : -magnitude) / 32_768;
}

const ULAW_TABLE = Float32Array.from({ length: 256 }, (_, byte) => ulaw(byte));
const ALAW_TABLE = Float32Array.from({ length: 256 }, (_, byte) => alaw(byte));

function integer(bytes: number, little: boolean): ReadSample | null {
  switch (bytes) {
    case 1:
      return (view, at) => view.getInt8(at) / 128;
    case 2:
      return (view, at) => view.getInt16(at, little) / 32_768;
    case 3:
      return little
        ? (view, at) => (view.getUint16(at, true) + view.getInt8(at + 2) * 65_536) / 8_388_608
        : (view, at) => (view.getInt16(at) * 256 + view.getUint8(at + 2)) / 8_388_608;
    case 4:
      return (view, at) => view.getInt32(at, little) / 2_147_483_648;
    default:
      return null;
  }
}

function reader({ encoding, bytes, bits, bigEndian }: SampleFormat): ReadSample {
  const little = !bigEndian;
  const read = {
    unsigned: bytes === 1 ? (view: DataView, at: number) => (view.getUint8(at) - 128) / 128 : null,
    signed: integer(bytes, little),
    float:
      bytes === 4
        ? (view: DataView, at: number) => view.getFloat32(at, little)
        : bytes === 8
          ? (view: DataView, at: number) => view.getFloat64(at, little)
          : null,
    ulaw: bytes === 1 ? (view: DataView, at: number) => ULAW_TABLE[view.getUint8(at)]! : null,
    alaw: bytes === 1 ? (view: DataView, at: number) => ALAW_TABLE[view.getUint8(at)]! : null,
  }[encoding];
  if (read === null) throw new PcmError('unsupported', `Samples of ${bits} bits (${encoding}) are not supported.`);
  return read;
}

/**
 * Replaces damaged floats, and those too large for 32 bits, by 0: they would silence everything after them.
 */
const finite = (sample: number): number => (Number.isFinite(Math.fround(sample)) ? sample : 0);

/**
 * Reads the samples in a part of a file, up to the last whole frame.
 * @param maxSamples maximum number of samples, all channels together
 * @throws PcmError
 */
export function readSamples(bytes: Uint8Array, { from, to }: Range, format: SampleFormat, maxSamples: number): Pcm {
  checkFormat(format);
  const { channels: count, sampleRate } = format;
  const data = bytes.subarray(Math.min(from, bytes.length), Math.max(from, Math.min(to, bytes.length)));
  const read = reader(format);
  const frameBytes = format.bytes * count;
  const frames = Math.floor(data.length / frameBytes);
  if (frames * count > maxSamples) throw new PcmError('too_long', `${frames} frames are too many.`);
  const view = viewOf(data);
  // 24 bits in 4 bytes fill the upper three (Microsoft, "Multiple Channel Audio Data"); some writers fill the lower
  // ones.
  const lowered =
    format.encoding === 'signed' && format.bytes === 4 && format.bits <= 24 && isLowered(view, format.bigEndian)
      ? 256
      : 1;
  const channels = Array.from({ length: count }, (_, channel) => {
    const samples = new Float32Array(frames);
    for (let i = 0, at = channel * format.bytes; i < frames; i++, at += frameBytes)
      samples[i] = finite(read(view, at)) * lowered;
    return samples;
  });
  return { sampleRate, channels };
}

/** True when no sample of four bytes needs its highest byte and some use the lowest. */
function isLowered(view: DataView, bigEndian: boolean): boolean {
  let used = false;
  for (let at = 0; at + 4 <= view.byteLength; at += 4) {
    const value = view.getInt32(at, !bigEndian);
    if (value > 0x7fffff || value < -0x800000) return false;
    if ((value & 0xff) !== 0) used = true;
  }
  return used;
}
