import type { Fragrance } from '../composition/model.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { readFragrance } from './fragrance.ts';

type Measure = 'intensity' | 'complexity' | 'persistence';

/** Measures as they are drawn: shares of older versions have none, and those that the number of their notes gives. */
export function measuresOrDefaults<Known>(
  { intensity, complexity, persistence }: Record<Measure, Known>,
  notes: number,
): Record<Measure, NonNullable<Known> | number> {
  return {
    intensity: intensity ?? Math.min(1, notes / 8),
    complexity: complexity ?? Math.min(1, notes / 10),
    persistence: persistence ?? 0.5,
  };
}

/** Fields that a drawing does not need. */
const UNDRAWN_FIELDS = {
  description: '',
  dominantNotes: [],
  backgroundNotes: [],
  topNotes: [],
  middleNotes: [],
  baseNotes: [],
  source: 'keys',
};

/**
 * Reads the data of a flower, as lists of the database have it (`private.look_of`), with the fragrance's own id, name
 * and date; null when it cannot be read.
 */
export function readFlowerData(look: unknown, base: Pick<Fragrance, 'id' | 'name' | 'created'>): Fragrance | null {
  const { music_essence: musicEssence, intensity, complexity, persistence, ...rest } = fieldsOf(look);
  const notes = Array.isArray(musicEssence) ? musicEssence.length : 0;
  return readFragrance({
    ...UNDRAWN_FIELDS,
    ...rest,
    ...measuresOrDefaults({ intensity, complexity, persistence }, notes),
    musicEssence,
    ...base,
  });
}
