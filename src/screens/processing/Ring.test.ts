import { describe, expect, test } from 'vitest';
import type { NoteCode } from '#analysis/values/pitch.ts';
import { segmentsOf } from './Ring.tsx';

const musicEssence: NoteCode[] = ['A4', 'C5', 'E5'];

describe('the ring of a fragrance', () => {
  test('has its notes in the order of the essence, then its accents, side by side all around', () => {
    const ring = segmentsOf({ musicEssence, accents: [{ note: 'E6', of: 'A4', partial: 3, level: -6 }] });
    expect(ring.map(({ note, accent }) => [note, accent])).toEqual([
      ['A4', false],
      ['C5', false],
      ['E5', false],
      ['E6', true],
    ]);
    expect(ring[0]!.from).toBe(0);
    expect(ring.at(-1)!.to).toBeCloseTo(1);
    for (let i = 1; i < ring.length; i++) expect(ring[i]!.from).toBe(ring[i - 1]!.to);
  });

  test('gives a note the width of its part of the blend, and each a visible one', () => {
    const ring = segmentsOf({
      musicEssence,
      proportions: [
        { note: 'A4', parts: 70 },
        { note: 'C5', parts: 29 },
        { note: 'E5', parts: 1 },
      ],
    });
    const [first, second, last] = ring.map(({ from, to }) => to - from);
    expect(first! / second!).toBeCloseTo(70 / 29);
    expect(last).toBeGreaterThan(0.05);
  });
});
