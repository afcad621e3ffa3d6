/**
 * The square picture of a fragrance, 1080 x 1080: its face, its name and its materials. Always on light paper.
 */
import { drawFragrance } from '../drawing.ts';
import { paintDrawing } from '../paintDrawing.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { wrapText, type CardFragrance } from '../shareCard.ts';
import type { FilmSurface } from './lettering.ts';
import { fitted, widthOf, write } from './lettering.ts';
import { onPaper } from './paper.ts';

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
  const sheet = { width: SQUARE_SIZE, height: SQUARE_SIZE, side: SIDE, top: 28 };
  const quiet = onPaper(surface, drawing, sheet, () => paintDrawing(surface, drawing, LIGHT_PALETTE, { pathOf }));

  const { lines, size } = fitted(surface, fragrance.name, { width: WIDTH, sizes: SIZES, maxLines: 2 });
  lines.forEach((line, i) => {
    const y = 926 - (lines.length - 1 - i) * size * 1.05;
    write(surface, line, { family: 'serif', weight: 360, size, x: MIDDLE, y, color: LIGHT_PALETTE.ink });
  });
  const small = { family: 'sans', weight: 400, size: 30 } as const;
  const materials = [...fragrance.topNotes, ...fragrance.middleNotes, ...fragrance.baseNotes].join(', ');
  const [shown = ''] = wrapText(materials, WIDTH, (text) => widthOf(surface, text, small), 1);
  write(surface, shown, { ...small, x: MIDDLE, y: 982, color: quiet });
  write(surface, 'Accord', { family: 'serif', weight: 420, size: 32, x: MIDDLE, y: 1040, color: LIGHT_PALETTE.ink });
}
