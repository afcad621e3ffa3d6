/** Shared pictures and their sizes: the link preview, a square, and a still of the film. */
import { CARD_HEIGHT, CARD_WIDTH, paintCard, type CardFragrance } from '../shareCard.ts';
import { Film, SETTLED } from './film.ts';
import type { FilmSurface } from './lettering.ts';
import { planFilm } from './filmPlan.ts';
import { paintSquare, SQUARE_SIZE } from './squareCard.ts';

export type PictureKind = 'link' | 'square' | 'still';

/** Pixels. */
export const PICTURE_SIZES: Readonly<Record<PictureKind, { width: number; height: number }>> = {
  link: { width: CARD_WIDTH, height: CARD_HEIGHT },
  square: { width: SQUARE_SIZE, height: SQUARE_SIZE },
  still: { width: 1080, height: 1920 },
};

/** Paints a picture on a surface of its size. `pathOf` creates a path from SVG path data. */
export function paintPicture<Path>(
  kind: PictureKind,
  surface: FilmSurface<Path>,
  fragrance: CardFragrance,
  pathOf: (data: string) => Path,
): void {
  switch (kind) {
    case 'link':
      paintCard(surface, fragrance, pathOf);
      return;
    case 'square':
      paintSquare(surface, fragrance, pathOf);
      return;
    case 'still': {
      const plan = planFilm(fragrance.trace?.duration ?? 0, fragrance);
      new Film({ fragrance, plan, link: '', pathOf, bottle: null }).paint(
        surface,
        plan.sound + SETTLED,
        PICTURE_SIZES.still.width,
      );
      return;
    }
    default:
      kind satisfies never;
  }
}
