import { expect, it } from 'vitest';
import { estimateTuning, tuningsAround } from './tuning.ts';

it('has a confidence of at most 1 for notes that deviate alike', () => {
  for (let i = 1; i < 400; i++) {
    const deviation = 0.1 + (i % 97) / 331;
    const notes = Array.from({ length: 7 }, (_, k) => ({ pitch: 60 + deviation, seconds: 0.37 * (i + 7 * k) }));
    const { cents, confidence } = estimateTuning(notes);
    expect(cents).toBeCloseTo(100 * deviation, 1);
    expect(confidence).toBeLessThanOrEqual(1);
    expect(confidence).toBeCloseTo(1, 9);
  }
});

/** Notes of half a second one after the other, as steps, from `first` on. */
const notesFrom = (first: number, deviations: readonly number[]): { first: number; end: number; pitch: number }[] =>
  deviations.map((deviation, i) => ({ first: first + 50 * i, end: first + 50 * i + 50, pitch: 60 + i + deviation }));

it('is the mean of the notes around one, back to the last rest', () => {
  const flat = notesFrom(0, [-0.4, -0.4, -0.4, -0.4]);
  const sharp = notesFrom(flat.at(-1)!.end + 100, [0.3, 0.3, 0.3, 0.3]);
  const tunings = tuningsAround([...flat, ...sharp]).map(({ cents }) => Math.round(cents));
  expect(tunings).toEqual([-40, -40, -40, -40, 30, 30, 30, 30]);
});

it('ignores notes from more than 20 s ago, and includes those that begin within a second', () => {
  const long = notesFrom(0, [...Array.from({ length: 60 }, () => -0.4), ...Array.from({ length: 60 }, () => 0.2)]);
  const cents = tuningsAround(long).map((tuning) => Math.round(tuning.cents));
  expect(cents.slice(0, 58)).toEqual(Array.from({ length: 58 }, () => -40));
  expect(cents.slice(100)).toEqual(Array.from({ length: 20 }, () => 20));
});

it('is zero if few notes may agree by chance', () => {
  expect(tuningsAround(notesFrom(0, [0.4, 0.4])).map(({ confidence }) => confidence)).toEqual([0, 0]);
  expect(tuningsAround(notesFrom(0, [0.4, 0.1, -0.3, 0.45])).map(({ confidence }) => confidence)).toEqual([0, 0, 0, 0]);
});
