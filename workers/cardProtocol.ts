import type { CodedError } from '#core/values/errors.ts';
import type { CardFragrance } from '#features/fragrance/domain/drawing/shareCard.ts';
import type { PictureId } from '#features/fragrance/domain/drawing/film/pictures.ts';

/** A font file for the card; the descriptors are those of `@font-face`. */
export interface CardFont {
  family: string;
  url: string;
  weight: string;
  unicodeRange: string;
}

/** Main to worker: paint this. One request a worker. */
export interface CardRequest {
  subject: PictureId;
  fragrance: CardFragrance;
  fonts: CardFont[];
}

/** Worker to main: a PNG, or the error. */
export type CardAnswer = { ok: true; png: Blob } | { ok: false; error: CodedError<'card_failed'> };
