import { exportFileName, LIGHT_PALETTE } from '../../fragrance/domain/index.ts';
import { notify } from '../../../core/shell/notices.ts';
import { saveFile } from '../../../core/storage/saveFile.ts';
import {
  paintPoster,
  POSTER_FONT,
  POSTER_HEIGHT,
  POSTER_WEIGHT,
  POSTER_WIDTH,
  posterSvg,
  type Poster,
} from '../domain/poster/poster.ts';

/** Width of the picture, px: 250 dots an inch on A4. */
const PICTURE_WIDTH = 2100;

/** Paints the poster on a canvas of that width, px, on light paper with the fonts of the page. */
export async function paintOn(canvas: HTMLCanvasElement, poster: Poster, width: number): Promise<void> {
  const words = poster.texts.map(({ text }) => text).join(' ');
  // Without the font the picture is set in another serif.
  await document.fonts.load(`${POSTER_WEIGHT} 52px ${POSTER_FONT}`, words).catch(() => undefined);
  canvas.width = width;
  canvas.height = Math.round((width * POSTER_HEIGHT) / POSTER_WIDTH);
  const context = canvas.getContext('2d', { alpha: false });
  if (context === null) throw new Error('No 2D canvas.');
  context.scale(width / POSTER_WIDTH, width / POSTER_WIDTH);
  paintPoster(context, poster, LIGHT_PALETTE);
}

const nameOf = (month: string, extension: string): string => exportFileName({ name: `diary ${month}` }, extension);

/** Saves the poster of a month as a PNG of 2100 x 2970. */
export async function savePosterPng(poster: Poster, month: string): Promise<void> {
  try {
    const canvas = document.createElement('canvas');
    await paintOn(canvas, poster, PICTURE_WIDTH);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (png === null) throw new Error('The canvas gave no picture.');
    saveFile(png, nameOf(month, 'png'));
  } catch {
    notify({ kind: 'error', title: 'The poster could not be made.', description: 'Please try again.', key: 'diary' });
  }
}

/** Saves the poster of a month as an SVG. */
export function savePosterSvg(poster: Poster, month: string): void {
  saveFile(new Blob([posterSvg(poster, LIGHT_PALETTE)], { type: 'image/svg+xml' }), nameOf(month, 'svg'));
}
