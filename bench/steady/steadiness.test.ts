import { describe, expect, it } from 'vitest';
import type { NoteCode } from '#analysis/values/pitch.ts';
import type { NoteEvent } from '#analysis/analyze.ts';
import { makeCopies, jaccard, steadinessOf } from './steadiness.ts';

const note: NoteEvent = { midi: 69, cents: 0, onset: 0, offset: 1, confidence: 1, velocity: 1 };
const analysisOf = (essence: NoteCode[], notes = [note]) => ({ essence, notes });

describe('steadiness', () => {
  it('cuts ten copies with starts 11 ms apart, and three with other levels', () => {
    const copies = makeCopies(new Float32Array(1000).fill(1), 1000);
    expect(copies.map(({ length }) => length)).toEqual([
      1000, 989, 978, 967, 956, 945, 934, 923, 912, 901, 1000, 1000, 1000,
    ]);
    expect(copies.map((copy) => copy[0])).toEqual([...Array<number>(10).fill(1), 0.5, 0.25, 0.125]);
  });

  it('is the mean share of common notes over all pairs', () => {
    expect(jaccard(['A4', 'B4'], ['B4', 'C5'])).toBeCloseTo(1 / 3);
    expect(jaccard([], [])).toBe(1);
    expect(steadinessOf([analysisOf(['A4']), analysisOf(['A4']), analysisOf(['A4', 'B4'])])).toEqual({
      alike: 2 / 3,
      flips: false,
      hasNotes: true,
    });
  });

  it('flips if some copies have notes and others none', () => {
    expect(steadinessOf([analysisOf(['A4']), analysisOf(['A4'], [])])).toEqual({
      alike: 1,
      flips: true,
      hasNotes: true,
    });
    expect(steadinessOf([analysisOf(['A4'], []), analysisOf(['A4'], [])])).toEqual({
      alike: 1,
      flips: false,
      hasNotes: false,
    });
  });
});
