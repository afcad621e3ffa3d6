/**
 * The square picture of a fragrance, 1080 x 1080: its face, its name and its materials. Always on light paper.
 */
import { drawFragrance } from '../drawing.ts';
import { DRAWING_SIZE } from '../shapes.ts';
import { groundColor } from '../drawingSvg.ts';
import { mixColors } from '../oklab.ts';
import { paintDrawing } from '../paintDrawing.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { wrapText, type CardFragrance } from '../shareCard.ts';
import type { FilmSurface } from './lettering.ts';
import { fitted, widthOf, write } from './lettering.ts';

/** Pixels. */
export const SQUARE_SIZE = 1080;

const SIDE = 800;
const MIDDLE = SQUARE_SIZE / 2;
const WIDTH = SQUARE_SIZE - 2 * 72;
const SIZES = [84, 72, 60, 50, 42];

/** Paints the square. `pathOf` creates a path from SVG path data. */
export function paintSquare<Path>(
  surface: FilmSurface<Path>,
  fragrance: CardFragrance,
  pathOf: (data: string) => Path,
): void {
  const drawing = drawFragrance(fragrance);
  const ground = groundColor(drawing, LIGHT_PALETTE);
  surface.setTransform(1, 0, 0, 1, 0, 0);
  surface.globalAlpha = 1;
  surface.fillStyle = ground;
  surface.fillRect(0, 0, SQUARE_SIZE, SQUARE_SIZE);
  const scale = SIDE / DRAWING_SIZE;
  surface.setTransform(scale, 0, 0, scale, (SQUARE_SIZE - SIDE) / 2, 28);
  paintDrawing(surface, drawing, LIGHT_PALETTE, { pathOf });
  surface.setTransform(1, 0, 0, 1, 0, 0);
  surface.textBaseline = 'alphabetic';
  surface.textAlign = 'center';

  const { lines, size } = fitted(surface, fragrance.name, { width: WIDTH, sizes: SIZES, maxLines: 2 });
  lines.forEach((line, i) => {
    const y = 926 - (lines.length - 1 - i) * size * 1.05;
    write(surface, line, { family: 'serif', weight: 360, size, x: MIDDLE, y, color: LIGHT_PALETTE.ink });
  });
  const quiet = mixColors(LIGHT_PALETTE.ink, ground, 0.25);
  const small = { family: 'sans', weight: 400, size: 30 } as const;
  const materials = [...fragrance.topNotes, ...fragrance.middleNotes, ...fragrance.baseNotes].join(', ');
  const [shown = ''] = wrapText(materials, WIDTH, (text) => widthOf(surface, text, small), 1);
  write(surface, shown, { ...small, x: MIDDLE, y: 982, color: quiet });
  write(surface, 'Accord', { family: 'serif', weight: 420, size: 32, x: MIDDLE, y: 1040, color: LIGHT_PALETTE.ink });
}
