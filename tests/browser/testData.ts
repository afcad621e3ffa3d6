import { fragranceFromEssence } from '#features/fragrance/domain/composition/fragrance.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { traceOf } from '#features/fragrance/domain/composition/trace.ts';

/** The notes of a short recording, MIDI. */
export const MELODY_MIDI = [69, 72, 76, 69, 62];

/** The fragrance of that recording. */
export const MELODY_FRAGRANCE: Fragrance = fragranceFromEssence({
  essence: ['A4', 'C5', 'E5', 'D4'],
  source: 'spectral',
  now: new Date(1_790_000_000_000),
  trace: traceOf({
    duration: 3,
    notes: MELODY_MIDI.map((midi, i) => ({
      midi,
      cents: i * 3 - 6,
      onset: i * 0.6,
      offset: i * 0.6 + 0.5,
      velocity: 0.7,
    })),
    peaks: Array.from({ length: 240 }, (_, i) => 0.5 + 0.4 * Math.sin(i)),
  }),
});
