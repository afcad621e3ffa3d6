import * as z from 'zod/mini';
import type { Fragrance, RemixParent } from '../domain/composition/model.ts';
import { fragranceShape, remixParentSchema } from '../domain/schema/fragrance.ts';
import { LocalStore, localStore } from '../../../core/storage/localStore.ts';

/** Local and session key: whose notes were taken to the beat maker or the keyboard last. */
const REMIX_KEY = 'accord:remix';
/** What this tab remembers: another one may play with other notes. */
const tabStore = new LocalStore(() => window.sessionStorage);
const remixSchema = z.object({ parent: remixParentSchema, notes: fragranceShape.musicEssence });

/** Remembers whose notes are played with from now on. */
export function beginRemix(parent: RemixParent, { musicEssence }: Pick<Fragrance, 'musicEssence'>): void {
  for (const store of [tabStore, localStore]) store.keep(REMIX_KEY, { parent, notes: musicEssence });
}

/**
 * A fragrance with its parent: the one whose notes were taken last, in this tab or else on this device, as long as it still has
 * one of them. Whoever cleared the grid and began anew made something of their own.
 */
export function withParent(fragrance: Fragrance): Fragrance {
  for (const store of [tabStore, localStore]) {
    const read = z.safeParse(remixSchema, store.read(REMIX_KEY));
    if (read.success && fragrance.musicEssence.some((note) => read.data.notes.includes(note)))
      return { ...fragrance, remixOf: read.data.parent };
  }
  return fragrance;
}
