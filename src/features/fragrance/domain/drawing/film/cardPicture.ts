/**
 * The picture of one card of the reveal or of the recipe, 1080 x 1350: the flower with the petals of its note, then its
 * words. Always on light paper.
 */
import type { RevealCard } from '#features/fragrance/domain/words/reveal.ts';
import type { RecipeCard } from '#features/fragrance/domain/words/tonight.ts';
import { drawFragrance } from '../drawing.ts';
import { noteColors } from '../noteColors.ts';
import { drawShape } from '../paintDrawing.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { wrapText, type CardFragrance } from '../shareCard.ts';
import { type DrawingShape, DRAWING_SIZE, type Drawing } from '../shapes.ts';
import { fitText, widthOf, write, type FilmSurface } from './lettering.ts';
import { groundColor } from '../drawingSvg.ts';
import { mixColors } from '../oklab.ts';

/** Size of a picture, and the square in its middle for the drawing, pixels. */
interface Sheet {
  width: number;
  height: number;
  side: number;
  top: number;
}

/**
 * Covers a picture with light paper in the tint of a drawing and calls `paint` with the surface scaled for the drawing.
 * Then the surface is ready for centred text; returns the colour of its quiet words.
 */
function onPaper<Path>(
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

/** Pixels. */
export const CARD_PICTURE = { width: 1080, height: 1350 } as const;

/** The texts of a card. */
export type PictureCard = Pick<RevealCard, 'kind' | 'label' | 'title' | 'line' | 'note'> | RecipeCard;

const MIDDLE_X = CARD_PICTURE.width / 2;
const COLUMN_WIDTH = CARD_PICTURE.width - 2 * 84;
/** Sizes of a title in one line, and in two. */
const ONE_LINE = [96, 88, 80, 72];
const TWO_LINES = [88, 80, 72, 60, 50];
const SIGN_Y = 1306;
/** Paragraphs take the first of these sizes at which they end above the signature. */
const TEXT_SIZES = [36, 34, 32, 30, 28, 26, 24, 22];
/** Opacity of the notes that the card is not about. */
const BACKGROUND_OPACITY = 0.14;

/** Opacity of a shape on a card: of a card with a note, its petals and layer stand out. */
export function cardOpacity({ fill, stroke }: DrawingShape, { note }: Pick<PictureCard, 'note'>): number {
  return note === null || (fill ?? stroke)?.note === note ? 1 : BACKGROUND_OPACITY;
}

/** Paints the picture of a card. `pathOf` creates a path from SVG path data. */
export function paintCardPicture<Path>(
  surface: FilmSurface<Path>,
  fragrance: CardFragrance,
  card: PictureCard,
  pathOf: (data: string) => Path,
): void {
  const drawing = drawFragrance(fragrance);
  const recipe = card.kind === 'recipe';
  const side = recipe ? 400 : 740;
  const quiet = onPaper(surface, drawing, { ...CARD_PICTURE, side, top: 40 }, () => {
    for (const shape of drawing.shapes) drawShape(surface, shape, LIGHT_PALETTE, pathOf, cardOpacity(shape, card));
  });
  const label = card.note === null ? card.label : `${card.label}, ${card.note}`;
  const color = card.note === null ? quiet : noteColors(card.note, 'light').ink;
  write(surface, label, { family: 'sans', weight: 600, size: 34, x: MIDDLE_X, y: side + 110, color });
  const smallest = { family: 'serif', weight: 360, size: ONE_LINE.at(-1)! } as const;
  const fitsOneLine = widthOf(surface, card.title, smallest) <= COLUMN_WIDTH;
  const { lines, size } = fitText(surface, card.title, {
    width: COLUMN_WIDTH,
    sizes: fitsOneLine ? ONE_LINE : TWO_LINES,
    maxLines: fitsOneLine ? 1 : 2,
  });
  let y = side + 130 + size * 0.92;
  for (const line of lines) {
    write(surface, line, { family: 'serif', weight: 360, size, x: MIDDLE_X, y, color: LIGHT_PALETTE.ink });
    y += size * 1.05;
  }
  y += 76 - size * 1.05;
  if (card.kind === 'recipe') writeParagraphs(surface, card.lines, y);
  else {
    const small = { family: 'sans', weight: 400, size: 36 } as const;
    for (const line of wrapText(card.line, COLUMN_WIDTH, (text) => widthOf(surface, text, small), 3)) {
      write(surface, line, { ...small, x: MIDDLE_X, y, color: LIGHT_PALETTE.ink });
      y += 50;
    }
  }
  const sign = card.kind === 'name' || recipe ? 'Accord' : `Accord · ${fragrance.name}`;
  const signature = { family: 'serif', weight: 420, size: 32 } as const;
  const [shown = ''] = wrapText(sign, COLUMN_WIDTH, (text) => widthOf(surface, text, signature), 1);
  write(surface, shown, { ...signature, x: MIDDLE_X, y: SIGN_Y, color: quiet });
}

/** Writes paragraphs from a baseline on, as large as they fit; warnings among them are never cut. */
function writeParagraphs(surface: FilmSurface<unknown>, paragraphs: readonly string[], from: number): void {
  const set = TEXT_SIZES.map((size) => {
    const small = { family: 'sans', weight: 400, size } as const;
    const wrapped = paragraphs.map((text) =>
      wrapText(text, COLUMN_WIDTH, (part) => widthOf(surface, part, small), Infinity),
    );
    const step = size * 1.36;
    const gap = size * 0.5;
    return { small, wrapped, step, gap, height: wrapped.flat().length * step + (paragraphs.length - 1) * gap };
  });
  const { small, wrapped, step, gap } = set.find(({ height }) => from + height < SIGN_Y - 20) ?? set.at(-1)!;
  let y = from;
  for (const lines of wrapped) {
    for (const line of lines) {
      write(surface, line, { ...small, x: MIDDLE_X, y, color: LIGHT_PALETTE.ink });
      y += step;
    }
    y += gap;
  }
}
