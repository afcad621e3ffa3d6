/** Schemas of stored accents, characters and proportions, which may come from others. */
import * as z from 'zod/mini';
import { fraction, listOf, noteCode, whole, range } from '#core/schema/fieldSchemas.ts';
import type { Accent } from '../timbre/accents.ts';
import type { Character } from '../timbre/character.ts';
import { MANNERS } from '#analysis/values/timbre.ts';
import { MAX_ACCENTS, MAX_SECONDS } from '../timbre/limits.ts';
import type { Proportion } from '../timbre/proportions.ts';

/** Maximum notes of an essence. */
const MAX_PROPORTIONS = 32;

/** One to three accents. */
export const accentsSchema: z.ZodMiniType<Accent[]> = listOf(
  z.object({ note: noteCode, of: noteCode, partial: whole(2, 16), level: range(-60, 0) }),
  MAX_ACCENTS,
  1,
);

/** A character with drawable axes and finite measurements. */
export const characterSchema: z.ZodMiniType<Character> = z.object({
  axes: z.object({ brightness: fraction, breath: fraction, roughness: fraction, strike: fraction, tremor: fraction }),
  measured: z.object({
    centroid: range(0, 24_000),
    brightness: range(0, 2000),
    warmth: fraction,
    flatness: fraction,
    roughness: fraction,
    harmonicity: z.nullable(range(-100, 100)),
    attack: z.nullable(range(0, 10)),
    wander: z.nullable(range(0, 2400)),
    vibrato: z.nullable(z.object({ rate: range(0, 50), depth: range(0, 2400) })),
  }),
  manner: z.exactOptional(z.object({ kind: z.enum(MANNERS), confidence: fraction })),
});

const proportion = z.object({
  note: noteCode,
  parts: whole(1, 100),
  seconds: z.exactOptional(range(0, MAX_SECONDS)),
  loudness: z.exactOptional(fraction),
  hits: z.exactOptional(whole(0, 1000)),
});

/** Proportions that add up to 100. */
export const proportionsSchema: z.ZodMiniType<Proportion[]> = listOf(proportion, MAX_PROPORTIONS, 1).check(
  z.refine((all) => all.reduce((sum, { parts }) => sum + parts, 0) === 100),
);
