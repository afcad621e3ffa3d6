import { expect, test } from 'vitest';
import { drawFragrance } from '../drawing/drawing.ts';
import { EXAMPLE_FRAGRANCE } from './exampleFragrance.ts';

test('has an example that the engine can produce: each note of its essence sounds, and the flower has a petal for it', () => {
  const { musicEssence, trace } = EXAMPLE_FRAGRANCE;
  const heard = new Set(trace?.notes.map(({ note }) => note));
  expect(musicEssence.filter((note) => !heard.has(note))).toEqual([]);
  const petals = drawFragrance(EXAMPLE_FRAGRANCE).shapes.filter(({ role }) => role === 'petal');
  expect(petals.length).toBeGreaterThanOrEqual(musicEssence.length);
  // The home screen has this sentence.
  expect(Math.round(trace!.duration)).toBe(5);
});
