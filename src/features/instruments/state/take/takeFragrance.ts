import type { Take } from '../../domain/keyboard/keyboard.ts';
import { fragranceOfTake } from '../../domain/take/takeFragrance.ts';
import { keepRenderedSound } from '../playback/renderFragrance.ts';
import { keepFormer, setCurrentFragrance } from '#features/fragrance/state/fragrance.ts';

/**
 * Makes a take the current fragrance.
 * @param sound renders the sound to share with it; without it, its notes are shared
 * @throws RangeError when the take holds no note
 */
export function makeFragranceOfTake(take: Take, sound?: () => Promise<Blob>): void {
  const fragrance = fragranceOfTake(take, new Date());
  keepFormer();
  setCurrentFragrance(fragrance);
  if (sound !== undefined) keepRenderedSound(fragrance, sound);
}
