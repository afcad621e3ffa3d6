import type { Fragrance } from '../fragrance/model.ts';
import type { NoteCode } from '../pitch/pitch.ts';
import { accentsOf } from './accents.ts';
import { characterOf } from './character.ts';
import type { Timbre } from './timbre.ts';
import { proportionsOf, type Sounding } from './proportions.ts';

/** What a fragrance has beside its tiers; each only where there is an honest source for it. */
export type Blend = Pick<Fragrance, 'accents' | 'character' | 'proportions'>;

/**
 * The blend of an essence: accents and character from the colour of its sound (null when nothing was measured), proportions
 * from the notes that were heard or played (none: no proportions).
 */
export function blendOf(essence: readonly NoteCode[], notes: readonly Sounding[], colour: Timbre | null): Blend {
  const accents = colour === null ? [] : accentsOf(colour.overtones, essence);
  return {
    ...(accents.length > 0 ? { accents } : {}),
    ...(colour === null ? {} : { character: characterOf(colour) }),
    ...(notes.some(({ note }) => essence.includes(note)) ? { proportions: proportionsOf(essence, notes) } : {}),
  };
}
