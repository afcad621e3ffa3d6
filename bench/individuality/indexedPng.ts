import { crc32, deflateSync } from 'node:zlib';

/** A PNG of 256 colours: a sheet of flat colours takes a quarter of what it would in full colour. */

const MAX_COLORS = 256;
/** Bits of a channel by which colours are gathered. */
const BITS = 5;

const keyOf = (pixels: Uint8Array, at: number): number =>
  [0, 1, 2].reduce((key, channel) => (key << BITS) | (pixels[at + channel]! >> (8 - BITS)), 0);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const foot = Buffer.alloc(4);
  foot.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, foot]);
}

/** @param pixels RGBA, opaque; 4 bytes a pixel */
export function indexedPng(pixels: Uint8Array, width: number, height: number): Buffer {
  const sums = new Map<number, number[]>();
  for (let at = 0; at < pixels.length; at += 4) {
    const key = keyOf(pixels, at);
    const sum = sums.get(key) ?? [0, 0, 0, 0];
    for (let channel = 0; channel < 3; channel++) sum[channel]! += pixels[at + channel]!;
    sum[3]!++;
    sums.set(key, sum);
  }
  const mean = ([r, g, b, count]: readonly number[]): number[] => [r!, g!, b!].map((sum) => Math.round(sum / count!));
  const palette = [...sums.values()]
    .sort((a, b) => b[3]! - a[3]!)
    .slice(0, MAX_COLORS)
    .map(mean);
  const nearest = ([r, g, b]: readonly number[]): number => {
    const distances = palette.map(([x, y, z]) => (x! - r!) ** 2 + (y! - g!) ** 2 + (z! - b!) ** 2);
    return distances.indexOf(Math.min(...distances));
  };
  const index = new Map([...sums].map(([key, sum]) => [key, nearest(mean(sum))]));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = index.get(keyOf(pixels, 4 * (y * width + x)))!;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits, by palette.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
