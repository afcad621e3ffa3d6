/** Centred text of any size and scale. */
import { OPTICAL_SIZE, SANS_FONT, SERIF_FONT, wrapText, type CardSurface } from '../shareCard.ts';

/** The used part of a 2D context. */
export interface FilmSurface<Path> extends CardSurface<Path> {
  textAlign: unknown;
}

interface Lettering {
  family: 'serif' | 'sans';
  weight: number;
  /** In units of the picture. */
  size: number;
}

/** Set all text at the optical size of the serif and scale it (shareCard.ts). */
const fontOf = ({ family, weight }: Lettering): string =>
  `${weight} ${OPTICAL_SIZE}px ${family === 'serif' ? SERIF_FONT : SANS_FONT}`;

/** The width of a text, in the picture's units. */
export function widthOf(surface: FilmSurface<unknown>, text: string, lettering: Lettering): number {
  surface.font = fontOf(lettering);
  return (surface.measureText(text).width * lettering.size) / OPTICAL_SIZE;
}

/**
 * Writes a text centred on `x`, its baseline at `y`. `unit` is the pixels of a unit; the transform is restored.
 */
export function write(
  surface: FilmSurface<unknown>,
  text: string,
  { x, y, color, ...lettering }: Lettering & { x: number; y: number; color: string },
  unit = 1,
): void {
  const scale = (lettering.size / OPTICAL_SIZE) * unit;
  surface.setTransform(scale, 0, 0, scale, x * unit, y * unit);
  surface.font = fontOf(lettering);
  surface.fillStyle = color;
  surface.fillText(text, 0, 0);
  surface.setTransform(unit, 0, 0, unit, 0, 0);
}

/** Breaks a name into lines at the largest size without broken words; at the smallest size it is cut. */
export function fitText(
  surface: FilmSurface<unknown>,
  name: string,
  { width, sizes, maxLines }: { width: number; sizes: readonly number[]; maxLines: number },
): { lines: string[]; size: number } {
  const last = sizes.at(-1)!;
  for (const size of sizes) {
    const measure = (text: string): number => widthOf(surface, text, { family: 'serif', weight: 360, size });
    const smallest = size === last;
    const lines = wrapText(name, width, measure, smallest ? maxLines : Infinity);
    const wordsFit = name.split(/\s+/).every((word) => measure(word) <= width);
    if (smallest || (lines.length <= maxLines && wordsFit)) return { lines, size };
  }
  return { lines: [], size: last };
}
