import type { Blend } from './blend.ts';

type MaybeBlend = { readonly [name in keyof Blend]?: Blend[name] | null | undefined };

/** What was stored of a blend, without what is not there. */
export function storedBlend({ accents, character, proportions }: MaybeBlend): Blend {
  return {
    ...(accents ? { accents } : {}),
    ...(character ? { character } : {}),
    ...(proportions ? { proportions } : {}),
  };
}
