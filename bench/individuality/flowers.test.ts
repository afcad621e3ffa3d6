import { describe, expect, it } from 'vitest';
import type { Axis } from '../../src/features/fragrance/domain/timbre/character.ts';
import { drawFragrance } from '../../src/features/fragrance/domain/drawing/drawing.ts';
import type { Drawable } from '../../src/features/fragrance/domain/drawing/shapes.ts';
import type { NoteCode } from '../../workers/ear/values/pitch.ts';
import { colorDifference, flowerDistance, lookOf, nearestDistances, silhouetteDifference } from './flowers.ts';

const TUNE: readonly NoteCode[] = ['C4', 'C4', 'G4', 'G4', 'A4', 'A4', 'G4', 'F4', 'F4', 'E4', 'E4', 'D4', 'D4', 'C4'];

/** The same tune, by a voice of this character, in her own time. */
function singer(axes: Record<Axis, number>, accent: NoteCode, partial: number, pace: number): Drawable {
  return {
    musicEssence: ['G4', 'C4', 'A4', 'F4', 'E4', 'D4'],
    intensity: 0.75,
    complexity: 0.6,
    persistence: 0.4,
    trace: {
      duration: TUNE.length * pace + 0.4,
      peaks: [],
      notes: TUNE.map((note, i) => ({ note, onset: 0.2 + i * pace, offset: i * pace + pace, velocity: 0.7, cents: 0 })),
    },
    accents: [{ note: accent, of: 'C4', partial, level: -4 }],
    character: { axes },
  };
}

const warm = singer({ brightness: 0.35, breath: 0.45, roughness: 0.3, strike: 0.2, tremor: 0.5 }, 'C6', 4, 0.5);
const clear = singer({ brightness: 0.6, breath: 0.25, roughness: 0.4, strike: 0.5, tremor: 0.2 }, 'G5', 3, 0.45);

describe('flowers', () => {
  it('are clearly different for two people who sing the same tune: their silhouettes too', () => {
    const [one, other] = [lookOf(drawFragrance(warm)), lookOf(drawFragrance(clear))];
    expect(flowerDistance(one, other)).toBeGreaterThan(0.3);
    expect(silhouetteDifference(one, other)).toBeGreaterThan(0.3);
    expect(colorDifference(one, other)).toBeGreaterThan(0.15);
  });

  it('are at no distance from themselves', () => {
    const look = lookOf(drawFragrance(warm));
    expect(flowerDistance(look, lookOf(drawFragrance(structuredClone(warm))))).toBeCloseTo(0);
    expect(nearestDistances([look, lookOf(drawFragrance(clear)), look])[0]).toBeGreaterThan(0);
  });

  it('are boldly there: a silhouette that fills a good part of the square', () => {
    for (const fragrance of [warm, clear]) {
      const { silhouette } = lookOf(drawFragrance(fragrance));
      const share = silhouette.reduce((sum, pixel) => sum + pixel, 0) / silhouette.length;
      expect(share).toBeGreaterThan(0.2);
      expect(share).toBeLessThan(0.75);
    }
  });
});
