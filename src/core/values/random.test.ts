import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomBetween, pick, seededRandom } from './random.ts';

const draw = (seed: string, count: number): number[] => {
  const random = seededRandom(seed);
  return Array.from({ length: count }, random);
};

describe('seededRandom', () => {
  it('gives the same numbers in [0, 1) for the same seed, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (seed) => {
        const numbers = draw(seed, 50);
        expect(draw(seed, 50)).toEqual(numbers);
        expect(numbers.every((n) => n >= 0 && n < 1)).toBe(true);
        expect(new Set(numbers).size).toBeGreaterThan(45);
      }),
    );
  });

  it('gives other numbers for neighbouring seeds: 20,000 seeds have 20,000 first numbers', () => {
    const starts = Array.from({ length: 20_000 }, (_, i) => draw(`note ${i}`, 2).join());
    expect(new Set(starts).size).toBe(20_000);
  });

  it('is uniform: in 16 bins, within one stream and across first draws of many seeds', () => {
    const chiSquare = (numbers: number[]): number => {
      const bins = Array.from({ length: 16 }, () => 0);
      for (const n of numbers) bins[Math.floor(n * 16)]! += 1;
      const expected = numbers.length / 16;
      return bins.reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0);
    };
    // 37.7 is the 0.1 % point for 15 degrees of freedom; the seeds are fixed, so this does not flicker.
    expect(chiSquare(draw('even', 40_000))).toBeLessThan(37.7);
    expect(chiSquare(Array.from({ length: 40_000 }, (_, i) => draw(String(i), 1)[0]!))).toBeLessThan(37.7);
  });
});

describe('pick and randomBetween', () => {
  it('picks only items of the list, each of them sometimes, and refuses an empty list', () => {
    const random = seededRandom('pick');
    const seen = new Set(Array.from({ length: 200 }, () => pick(['a', 'b', 'c'], random)));
    expect([...seen].sort()).toEqual(['a', 'b', 'c']);
    expect(() => pick([], random)).toThrow(RangeError);
    expect(pick(['a', 'b'], () => 0.999_999_999)).toBe('b');
  });

  it('stays between its bounds', () => {
    expect(randomBetween(0.3, 1, () => 0)).toBe(0.3);
    expect(randomBetween(0.5, 1, () => 0.5)).toBe(0.75);
  });
});
