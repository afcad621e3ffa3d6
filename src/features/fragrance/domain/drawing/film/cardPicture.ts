/**
 * The picture of one card of the reveal, 1080 x 1350: the face with the petals of its note, then its words. Always on
 * light paper.
 */
import type { RevealCard } from '../../words/reveal.ts';
import { drawFragrance } from '../drawing.ts';
import { noteColors } from '../noteColors.ts';
import { drawShape } from '../paintDrawing.ts';
import { LIGHT_PALETTE } from '../palette.ts';
import { wrapText, type CardFragrance } from '../shareCard.ts';
import type { DrawingShape } from '../shapes.ts';
import { fitted, widthOf, write, type FilmSurface } from './lettering.ts';
import { onPaper } from './paper.ts';

/** Pixels. */
export const CARD_PICTURE = { width: 1080, height: 1350 } as const;

const SIDE = 740;
const MIDDLE = CARD_PICTURE.width / 2;
const COLUMN = CARD_PICTURE.width - 2 * 84;
/** Sizes of a title in one line, and in two. */
const ONE_LINE = [96, 88, 80, 72];
const TWO_LINES = [88, 80, 72, 60, 50];
/** Opacity of what the card does not tell of. */
const AWAY = 0.14;

/** Opacity of a shape on a card: of a card with a note, its petals and layer stand out. */
export function cardOpacity({ fill, stroke }: DrawingShape, { note }: Pick<RevealCard, 'note'>): number {
  return note === null || (fill ?? stroke)?.note === note ? 1 : AWAY;
}

/** Paints the picture of a card. `pathOf` creates a path from SVG path data. */
export function paintCardPicture<Path>(
  surface: FilmSurface<Path>,
  fragrance: CardFragrance,
  card: RevealCard,
  pathOf: (data: string) => Path,
): void {
  const drawing = drawFragrance(fragrance);
  const quiet = onPaper(surface, drawing, { ...CARD_PICTURE, side: SIDE, top: 40 }, () => {
    for (const shape of drawing.shapes) drawShape(surface, shape, LIGHT_PALETTE, pathOf, cardOpacity(shape, card));
  });
  const label = card.note === null ? card.label : `${card.label}, ${card.note}`;
  const color = card.note === null ? quiet : noteColors(card.note, 'light').ink;
  write(surface, label, { family: 'sans', weight: 600, size: 34, x: MIDDLE, y: 850, color });
  const smallest = { family: 'serif', weight: 360, size: ONE_LINE.at(-1)! } as const;
  const one = widthOf(surface, card.title, smallest) <= COLUMN;
  const { lines, size } = fitted(surface, card.title, {
    width: COLUMN,
    sizes: one ? ONE_LINE : TWO_LINES,
    maxLines: one ? 1 : 2,
  });
  let y = 870 + size * 0.92;
  for (const line of lines) {
    write(surface, line, { family: 'serif', weight: 360, size, x: MIDDLE, y, color: LIGHT_PALETTE.ink });
    y += size * 1.05;
  }
  const small = { family: 'sans', weight: 400, size: 36 } as const;
  y += 76 - size * 1.05;
  for (const line of wrapText(card.line, COLUMN, (text) => widthOf(surface, text, small), 3)) {
    write(surface, line, { ...small, x: MIDDLE, y, color: LIGHT_PALETTE.ink });
    y += 50;
  }
  const sign = card.kind === 'name' ? 'Accord' : `Accord · ${fragrance.name}`;
  const [shown = ''] = wrapText(sign, COLUMN, (text) => widthOf(surface, text, { ...small, size: 32 }), 1);
  write(surface, shown, { family: 'serif', weight: 420, size: 32, x: MIDDLE, y: 1306, color: quiet });
}
