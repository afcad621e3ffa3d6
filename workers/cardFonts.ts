import { CARD_FONTS, type CardFragrance } from '../src/features/fragrance/domain/index.ts';
import type { CardFont } from './cardProtocol.ts';

/** Loads the app's fonts into a worker, as far as the text of a fragrance needs them. */
export async function loadFonts(fonts: readonly CardFont[], fragrance: CardFragrance): Promise<void> {
  const known = (self as unknown as DedicatedWorkerGlobalScope).fonts;
  for (const { family, url, weight, unicodeRange } of fonts)
    known.add(new FontFace(family, `url(${JSON.stringify(url)})`, { weight, unicodeRange }));
  const { name, topNotes, middleNotes, baseNotes } = fragrance;
  const text = `Accord ${name} ${[...topNotes, ...middleNotes, ...baseNotes].join(' ')}`;
  await Promise.all(CARD_FONTS.map((font) => known.load(font, text)));
}
