import { describe, expect, test } from 'vitest';
import { pictureTypeOf, squarePicture } from '#core/device/picture.ts';

/** A picture of three upright stripes: red, green, blue; see-through where `clear`. */
async function stripes(width: number, height: number, type: string, clear = false): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d')!;
  if (!clear) {
    ['#ff0000', '#00ff00', '#0000ff'].forEach((color, i) => {
      context.fillStyle = color;
      context.fillRect((i * width) / 3, 0, width / 3, height);
    });
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), type),
  );
}

async function pixelsOf(
  blob: Blob,
): Promise<{ width: number; height: number; at: (x: number, y: number) => number[] }> {
  const bitmap = await createImageBitmap(blob);
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  const context = canvas.getContext('2d')!;
  context.drawImage(bitmap, 0, 0);
  return { width: bitmap.width, height: bitmap.height, at: (x, y) => [...context.getImageData(x, y, 1, 1).data] };
}

const close = (pixel: number[], rgb: number[]) => rgb.every((value, i) => Math.abs(pixel[i]! - value) < 30);

describe('a photo', () => {
  test.each(['image/png', 'image/jpeg', 'image/webp'])('of %s becomes a small square of its middle', async (type) => {
    const square = await squarePicture(await stripes(1800, 600, type), 512);
    expect(square.type).toBe('image/jpeg');
    const { width, height, at } = await pixelsOf(square);
    expect([width, height]).toEqual([512, 512]);
    for (const x of [8, 256, 504]) expect(close(at(x, 256), [0, 255, 0]), `green at ${x}`).toBe(true);
  });

  test('that is small already is not enlarged, and transparency turns white', async () => {
    const { width, height, at } = await pixelsOf(await squarePicture(await stripes(60, 90, 'image/png', true), 512));
    expect([width, height]).toEqual([60, 60]);
    expect(close(at(30, 30), [255, 255, 255])).toBe(true);
  });

  test('loses the metadata of the camera, and is upright', async () => {
    const jpeg = new Uint8Array(await (await stripes(300, 300, 'image/jpeg')).arrayBuffer());
    // An Exif segment: big-endian TIFF with one entry, orientation 6 (the camera was held upright), and a secret after
    // it.
    const exif = [
      0x45,
      0x78,
      0x69,
      0x66,
      0,
      0,
      0x4d,
      0x4d,
      0,
      42,
      0,
      0,
      0,
      8,
      0,
      1,
      0x01,
      0x12,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      6,
      0,
      0,
      0,
      0,
      0,
      0,
      ...new TextEncoder().encode('52.5N 13.4E'),
    ];
    const withExif = new Uint8Array([
      ...jpeg.subarray(0, 2),
      0xff,
      0xe1,
      (exif.length + 2) >> 8,
      (exif.length + 2) & 255,
      ...exif,
      ...jpeg.subarray(2),
    ]);
    const square = await squarePicture(new Blob([withExif]), 512);
    expect(new TextDecoder('latin1').decode(await square.arrayBuffer())).not.toContain('52.5N');
    const { at } = await pixelsOf(square);
    // Turned a quarter clockwise, the left stripe lies at the top.
    expect(close(at(150, 20), [255, 0, 0])).toBe(true);
    expect(close(at(150, 280), [0, 0, 255])).toBe(true);
  });

  test.each([
    ['an executable', new TextEncoder().encode('MZ\u0090 this program cannot be run')],
    ['an SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', new Uint8Array()],
    ['the first bytes of a PNG alone', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])],
  ])('is not %s, whatever its name', async (_what, bytes) => {
    await expect(squarePicture(new File([bytes], 'me.png', { type: 'image/png' }), 512)).rejects.toMatchObject({
      code: 'not_picture',
    });
  });

  test('is recognised by its first bytes', () => {
    expect(pictureTypeOf(new Uint8Array([0x47, 0x49, 0x46, 0x38]))).toBeNull();
    expect(pictureTypeOf(new TextEncoder().encode('RIFF    WEBP'))).toBe('image/webp');
    expect(pictureTypeOf(new TextEncoder().encode('RIFF    WAVE'))).toBeNull();
  });
});
