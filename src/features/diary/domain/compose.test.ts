import { describe, expect, it } from 'vitest';
import { entryAt, july } from '../../../../tests/fixtures/diary.ts';
import { readFragrance } from '../../fragrance/domain/index.ts';
import { seededRandom } from '../../../core/values/random.ts';
import { compose } from './compose.ts';

const random = seededRandom('weeks');
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

describe('a week as one fragrance', () => {
  it('is nothing without an entry, and the fragrance itself of one', () => {
    const one = entryAt('2026-11-24T12:00:00Z');
    expect(compose([])).toBeNull();
    expect(compose([one])).toBe(one.fragrance);
    expect(compose([one, { ...one }])).toBe(one.fragrance);
  });

  it('is the same for the same set, in any order and however often', () => {
    for (const count of [2, 7, 36]) {
      const entries = july().slice(0, count);
      const whole = compose(entries)!;
      for (let round = 0; round < 20; round++) expect(compose(shuffled(entries))).toEqual(whole);
      expect(compose([...entries, ...entries])).toEqual(whole);
      expect(whole.name).not.toBe('');
      expect(whole.created).toBe(new Date(Math.max(...entries.map(({ at }) => at))).toISOString());
    }
  });

  it('is a fragrance that every other part of the app can read, with the means of what was measured', () => {
    const entries = july().slice(0, 7);
    const whole = compose(entries)!;
    expect(readFragrance(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
    const centroids = entries.map(({ fragrance }) => fragrance.character!.measured.centroid);
    expect(whole.character!.measured.centroid).toBeCloseTo(centroids.reduce((a, b) => a + b, 0) / 7, 2);
    const sung = new Set(entries.flatMap(({ fragrance }) => fragrance.musicEssence));
    expect(whole.musicEssence.every((note) => sung.has(note))).toBe(true);
  });

  it('differs where one day differs', () => {
    const [a, b, c, d] = july() as [never, never, never, never];
    expect(compose([a, b, c])).not.toEqual(compose([a, b, d]));
  });
});
