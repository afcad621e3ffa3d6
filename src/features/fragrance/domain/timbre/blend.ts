import type { Fragrance } from '../composition/model.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { accentsOf } from './accents.ts';
import { characterOf } from './character.ts';
import type { Timbre } from '#analysis/values/timbre.ts';
import { proportionsOf, type BlendNote } from './proportions.ts';

/** Additional data of a fragrance; each only if it was measured or played. */
export type Blend = Pick<Fragrance, 'accents' | 'character' | 'proportions'>;

/**
 * The blend of an essence: accents and character from the timbre of its sound (null when not measured), proportions
 * from the notes (none without notes).
 */
export function blendOf(essence: readonly NoteCode[], notes: readonly BlendNote[], timbre: Timbre | null): Blend {
  const accents = timbre === null ? [] : accentsOf(timbre.overtones, essence);
  return {
    ...(accents.length > 0 ? { accents } : {}),
    ...(timbre === null ? {} : { character: characterOf(timbre) }),
    ...(notes.some(({ note }) => essence.includes(note)) ? { proportions: proportionsOf(essence, notes) } : {}),
  };
}

type MaybeBlend = { readonly [name in keyof Blend]?: Blend[name] | null | undefined };

/** The stored blend without absent fields. */
export function storedBlend({ accents, character, proportions }: MaybeBlend): Blend {
  return {
    ...(accents ? { accents } : {}),
    ...(character ? { character } : {}),
    ...(proportions ? { proportions } : {}),
  };
}
