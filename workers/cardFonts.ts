import { CARD_FONTS, type CardFragrance } from '#features/fragrance/domain/drawing/shareCard.ts';
import type { PictureCard } from '#features/fragrance/domain/drawing/film/cardPicture.ts';
import type { PictureId } from '#features/fragrance/domain/drawing/film/pictures.ts';
import type { CardFont } from './cardProtocol.ts';

/** Loads the app's fonts into a worker, as far as the text of a fragrance, or of a card of it, needs them. */
export async function loadFonts(
  fonts: readonly CardFont[],
  fragrance: CardFragrance,
  subject: PictureId = 'link',
): Promise<void> {
  const fontSet = (self as unknown as DedicatedWorkerGlobalScope).fonts;
  for (const { family, url, weight, unicodeRange } of fonts)
    fontSet.add(new FontFace(family, `url(${JSON.stringify(url)})`, { weight, unicodeRange }));
  const { name, topNotes, middleNotes, baseNotes } = fragrance;
  const ownWords = typeof subject === 'string' ? '' : wordsOf(subject);
  const text = `Accord ${name} ${[...topNotes, ...middleNotes, ...baseNotes].join(' ')} ${ownWords}`;
  await Promise.all(CARD_FONTS.map((font) => fontSet.load(font, text)));
}

/** All words of a card. */
function wordsOf(card: PictureCard): string {
  return [card.label, card.title, ...(card.kind === 'recipe' ? card.lines : [card.line])].join(' ');
}
