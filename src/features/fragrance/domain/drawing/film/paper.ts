import { groundColor } from '../drawingSvg.ts';
import { mixColors } from '../oklab.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { DRAWING_SIZE, type Drawing } from '../shapes.ts';
import type { FilmSurface } from './lettering.ts';

/** Size of a picture, and the square in its middle for the drawing, pixels. */
interface Sheet {
  width: number;
  height: number;
  side: number;
  top: number;
}

/**
 * Covers a picture with light paper in the tint of a drawing and calls `paint` with the surface scaled for the drawing. Then the
 * surface is ready for centred text; returns the colour of its quiet words.
 */
export function onPaper<Path>(
  surface: FilmSurface<Path>,
  drawing: Drawing,
  { width, height, side, top }: Sheet,
  paint: () => void,
): string {
  const ground = groundColor(drawing, LIGHT_PALETTE);
  surface.setTransform(1, 0, 0, 1, 0, 0);
  surface.globalAlpha = 1;
  surface.fillStyle = ground;
  surface.fillRect(0, 0, width, height);
  const scale = side / DRAWING_SIZE;
  surface.setTransform(scale, 0, 0, scale, (width - side) / 2, top);
  paint();
  surface.setTransform(1, 0, 0, 1, 0, 0);
  surface.textBaseline = 'alphabetic';
  surface.textAlign = 'center';
  return mixColors(LIGHT_PALETTE.ink, ground, 0.25);
}
