/**
 * Shared pictures and their sizes: the link preview, a still of the film, and the cards of the reveal and of the
 * recipe.
 */
import { CARD_HEIGHT, CARD_WIDTH, paintCard, type CardFragrance } from '../shareCard.ts';
import { CARD_PICTURE, paintCardPicture, type PictureCard } from './cardPicture.ts';
import { Film, FLOWER_SETTLES_AT_S } from './film.ts';
import type { FilmSurface } from './lettering.ts';
import { planFilm } from './filmPlan.ts';

export type PictureKind = 'link' | 'still';

/** Content of a picture: one of the pictures of a fragrance, or one of its cards. */
export type PictureId = PictureKind | PictureCard;

/** Pixels. */
export const PICTURE_SIZES: Readonly<Record<PictureKind, { width: number; height: number }>> = {
  link: { width: CARD_WIDTH, height: CARD_HEIGHT },
  still: { width: 1080, height: 1920 },
};

/** The size of a picture, pixels. */
export function pictureSize(subject: PictureId): { width: number; height: number } {
  return typeof subject === 'string' ? PICTURE_SIZES[subject] : CARD_PICTURE;
}

/** Paints a picture on a surface of its size. `pathOf` creates a path from SVG path data. */
export function paintPicture<Path>(
  subject: PictureId,
  surface: FilmSurface<Path>,
  fragrance: CardFragrance,
  pathOf: (data: string) => Path,
): void {
  if (typeof subject !== 'string') {
    paintCardPicture(surface, fragrance, subject, pathOf);
    return;
  }
  switch (subject) {
    case 'link':
      paintCard(surface, fragrance, pathOf);
      return;
    case 'still': {
      const plan = planFilm(fragrance.trace?.duration ?? 0, fragrance);
      new Film({ fragrance, plan, link: '', pathOf, bottle: null }).paint(
        surface,
        plan.sound + FLOWER_SETTLES_AT_S,
        PICTURE_SIZES.still.width,
      );
      return;
    }
    default:
      subject satisfies never;
  }
}
