import type { Take } from '../../domain/instruments/keyboard.ts';
import { fragranceOfTake } from '../../domain/take/takeFragrance.ts';
import { keepRenderedSound } from '../playback/renderedSound.ts';
import { setCurrentFragrance } from '../fragrance/fragrance.ts';

/**
 * Makes what was played the current fragrance.
 * @param sound renders what goes along when it is shared; without it, its notes are
 * @throws RangeError when the take holds no note
 */
export function makeFragranceOfTake(take: Take, sound?: () => Promise<Blob>): void {
  const fragrance = fragranceOfTake(take, new Date());
  setCurrentFragrance(fragrance);
  if (sound !== undefined) keepRenderedSound(fragrance, sound);
}
