import { afterEach, describe, expect, it, vi } from 'vitest';
import '#ui/theme/fonts.css';
import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import { CARD_HEIGHT, CARD_WIDTH } from '#features/fragrance/domain/drawing/shareCard.ts';
import { onPage, sharePicture } from '#features/fragrance/state/picture/sharePicture.ts';

const profile = fragranceFromEssence({
  essence: ['C4', 'E2', 'A0', 'E6', 'B7', 'G#5', 'D3', 'F#4'],
  source: 'keys',
  now: new Date(0),
});
const other = fragranceFromEssence({ essence: ['A4', 'C#5', 'E5'], source: 'keys', now: new Date(0) });

async function pixels(png: Blob): Promise<ImageData> {
  expect(png.type).toBe('image/png');
  const image = await createImageBitmap(png);
  expect([image.width, image.height]).toEqual([CARD_WIDTH, CARD_HEIGHT]);
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** Share of pixels whose colour differs by more than a hair. */
function difference(a: ImageData, b: ImageData): number {
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(a.data[i + channel]! - b.data[i + channel]!) > 24)) different++;
  }
  return different / (a.data.length / 4);
}

/** Share of pixels in a rectangle that are not the paper of the picture's corner. */
function paintedShare({ data, width }: ImageData, left: number, right: number): number {
  let count = 0;
  for (let y = 0; y < CARD_HEIGHT; y++) {
    for (let x = left; x < right; x++) {
      const at = (y * width + x) * 4;
      if ([0, 1, 2].some((channel) => Math.abs(data[at + channel]! - data[channel + (width - 1) * 4]!) > 24)) count++;
    }
  }
  return count / (CARD_HEIGHT * (right - left));
}

afterEach(() => vi.restoreAllMocks());

describe('the share picture', () => {
  it('is a PNG of 1200 x 630 with the drawing on the left and words on the right, small enough to be stored', async () => {
    const png = await sharePicture(profile);
    const image = await pixels(png);
    expect(paintedShare(image, 100, 500)).toBeGreaterThan(0.2);
    expect(paintedShare(image, 640, 1140)).toBeGreaterThan(0.03);
    expect(paintedShare(image, 640, 1140)).toBeLessThan(0.3);
    expect(png.size).toBeLessThan(1024 * 1024);
  });

  it('has whole letters: the crossbar of every e is there, though hairlines vanish at the largest optical size', async () => {
    const image = await pixels(await sharePicture({ ...profile, name: 'eeeeee' }));
    // One column in the middle of the first e: top, crossbar and bottom are three strokes with paper between.
    const dark = (x: number, y: number): boolean => image.data[(y * image.width + x) * 4]! < 150;
    const strokes = (x: number): number => {
      let count = 0;
      for (let y = 110; y < 300; y++) if (dark(x, y) && !dark(x, y - 1)) count++;
      return count;
    };
    const columns = Array.from({ length: 36 }, (_, i) => strokes(636 + i));
    expect(Math.max(...columns)).toBe(3);
    expect(columns.filter((count) => count === 3).length).toBeGreaterThan(8);
  });

  it('is the same every time, and differs for another fragrance', async () => {
    const [once, again, otherwise] = await Promise.all(
      [profile, profile, other].map(async (one) => pixels(await sharePicture(one))),
    );
    expect(difference(once!, again!)).toBe(0);
    expect(difference(once!, otherwise!)).toBeGreaterThan(0.1);
  });

  it('is the same when the page paints it, because there is no worker', async () => {
    const inWorker = await pixels(await sharePicture(profile));
    const started = vi.fn<() => void>(() => {
      throw new Error('no workers here');
    });
    vi.stubGlobal('Worker', started);
    const byPage = await pixels(await sharePicture(profile));
    vi.unstubAllGlobals();
    expect(started).toHaveBeenCalledOnce();
    // Letters may be smoothed differently; everything else is the same.
    expect(difference(inWorker, byPage)).toBeLessThan(0.01);
  });

  it('fails as coded data when nothing can be painted at all', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null));
    await expect(onPage(profile)).rejects.toMatchObject({ code: 'card_failed' });
  });
});
