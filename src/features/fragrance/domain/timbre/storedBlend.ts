import type { Blend } from './blend.ts';

type MaybeBlend = { readonly [name in keyof Blend]?: Blend[name] | null | undefined };

/** The stored blend without absent fields. */
export function storedBlend({ accents, character, proportions }: MaybeBlend): Blend {
  return {
    ...(accents ? { accents } : {}),
    ...(character ? { character } : {}),
    ...(proportions ? { proportions } : {}),
  };
}
