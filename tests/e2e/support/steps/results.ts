import { fragrance } from '../shareFlow.ts';
import { characterOf } from '#features/fragrance/domain/timbre/character.ts';
import { proportionsOf } from '#features/fragrance/domain/timbre/proportions.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import type { NoteCode } from '#analysis/values/pitch.ts';

const ESSENCE: NoteCode[] = ['A4', 'C5', 'E5', 'D4', 'G4', 'F4'];

/**
 * The fragrance of a sung recording of some seconds: notes in three tiers, accents, a character, proportions, and the
 * times of all notes.
 */
export function sungFragrance(changes: Partial<Fragrance> = {}, essence = ESSENCE): Fragrance {
  const notes = Array.from({ length: 14 }, (_, i) => ({
    note: essence[(i * 5) % essence.length]!,
    onset: i * 0.7,
    offset: i * 0.7 + 0.3 + (i % 3) / 10,
    velocity: 0.5 + (i % 4) / 10,
    cents: (i % 5) * 7 - 14,
  }));
  const peaks = Array.from({ length: 240 }, (_, i) => 0.4 + 0.35 * Math.abs(Math.sin(i / 5)));
  return {
    ...fragrance(undefined, {}, essence),
    trace: { duration: 10, peaks, notes },
    accents: [
      { note: 'E6', of: 'A4', partial: 3, level: -6 },
      { note: 'G6', of: 'C5', partial: 3, level: -8.4 },
    ],
    character: characterOf({
      centroid: 1200,
      brightness: 2.4,
      warmth: 0.3,
      flatness: 0.05,
      harmonicity: 28,
      roughness: 0.04,
      attack: 0.012,
      vibrato: { rate: 6, depth: 80 },
      wander: 3,
    }),
    proportions: proportionsOf(essence, notes),
    ...changes,
  };
}
