import * as z from 'zod/mini';
import type { Fragrance, RemixParent } from '../domain/composition/model.ts';
import { fragranceShape, remixParentSchema } from '../domain/schema/fragrance.ts';
import { localStore } from '../../../core/storage/localStore.ts';

/** Local key: whose notes were taken to the beat maker or the keyboard last. */
const REMIX_KEY = 'accord:remix';
const remixSchema = z.object({ parent: remixParentSchema, notes: fragranceShape.musicEssence });

/** Remembers whose notes are played with from now on. */
export function beginRemix(parent: RemixParent, { musicEssence }: Pick<Fragrance, 'musicEssence'>): void {
  localStore.keep(REMIX_KEY, { parent, notes: musicEssence });
}

/**
 * A fragrance with its parent: the one whose notes were taken last, as long as it still has one of them. Whoever cleared the
 * grid and began anew made something of their own.
 */
export function withParent(fragrance: Fragrance): Fragrance {
  const read = z.safeParse(remixSchema, localStore.read(REMIX_KEY));
  if (!read.success || !fragrance.musicEssence.some((note) => read.data.notes.includes(note))) return fragrance;
  return { ...fragrance, remixOf: read.data.parent };
}
