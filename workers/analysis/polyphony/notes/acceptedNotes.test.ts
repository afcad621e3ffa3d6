import { describe, expect, it } from 'vitest';
import { PARAMETERS } from '../parameters.ts';
import { acceptedNotes, isAccepted, withoutOverlaps } from './acceptedNotes.ts';
import type { ChordNote } from './chordTracker.ts';
import { FEATURE_COUNT } from './noteFeatures.ts';
import { classifyNote } from './noteClassifier.ts';
import type { PolyphonicNote } from './noteCandidate.ts';

function candidate(onset: number, offset: number, before: PolyphonicNote | null = null): PolyphonicNote {
  return {
    midi: 60,
    cents: 0,
    onset,
    offset,
    tuning: 0,
    power: 1,
    strength: 1,
    plausible: true,
    features: new Float64Array(FEATURE_COUNT),
    probability: 1,
    complete: true,
    before,
  };
}

describe('the accepted candidates', () => {
  const first = candidate(0, 1);
  const second = candidate(1, 2, first);
  const third = candidate(2, 3, second);
  const times = (notes: readonly PolyphonicNote[]) => notes.map(({ onset, offset }) => [onset, offset]);

  it('are all candidates, unchanged, when all are accepted', () => {
    expect(times(acceptedNotes([first, second, third], () => true))).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });

  it('last as long as rejected ones that cut them off', () => {
    expect(times(acceptedNotes([first, second, third], (note) => note === first))).toEqual([[0, 3]]);
    expect(times(acceptedNotes([first, second, third], (note) => note !== second))).toEqual([
      [0, 2],
      [2, 3],
    ]);
    expect(first.offset, 'the candidates themselves stay as they are').toBe(1);
  });

  it('are not extended by one that begins after a pause', () => {
    expect(times(acceptedNotes([first, candidate(1.5, 2)], (note) => note === first))).toEqual([[0, 1]]);
  });
});

describe('the network for notes', () => {
  it('has weights for the current features, and its certainty depends on them', () => {
    const sure = Array.from({ length: 200 }, (_, seed) =>
      classifyNote(
        Float64Array.from({ length: FEATURE_COUNT }, (_evidence, i) => 2 * Math.sin(12.9898 * (seed + 1) * (i + 1))),
      ),
    );
    for (const value of sure) expect(value).toBeGreaterThanOrEqual(0);
    for (const value of sure) expect(value).toBeLessThanOrEqual(1);
    expect(Math.max(...sure)).toBeGreaterThan(0.9);
    expect(Math.min(...sure)).toBeLessThan(0.1);
  });
});

it('rejects notes of the rules at a low certainty, and accepts others at a high one', () => {
  expect(isAccepted({ midi: 60, plausible: true, probability: 0.4 })).toBe(true);
  expect(isAccepted({ midi: 60, plausible: true, probability: 0.2 })).toBe(false);
  expect(isAccepted({ midi: 60, plausible: false, probability: 0.85 })).toBe(true);
  expect(isAccepted({ midi: 60, plausible: false, probability: 0.7 })).toBe(false);
  expect(isAccepted({ midi: 90, plausible: false, probability: 0.85 })).toBe(false);
});

describe('withoutOverlaps', () => {
  const note = (midi: number, onset: number, offset: number, probability: number): ChordNote => ({
    midi,
    cents: 0,
    onset,
    offset,
    power: 1,
    probability,
    features: new Float64Array(),
  });

  it('keeps the more certain one of two that begin together', () => {
    const kept = withoutOverlaps([
      note(60, 1 + PARAMETERS.chord.apart / 2, 2, 0.9),
      note(60, 1, 1.8, 0.6),
      note(64, 1, 2, 0.7),
    ]);
    expect(kept.map(({ midi, onset, offset, probability }) => [midi, onset, offset, probability])).toEqual([
      [60, 1 + PARAMETERS.chord.apart / 2, 2, 0.9],
      [64, 1, 2, 0.7],
    ]);
  });

  it('ends a note when its pitch is played again', () => {
    const notes = [note(60, 1, 3, 0.9), note(60, 2, 2.5, 0.9)];
    expect(withoutOverlaps(notes).map(({ onset, offset }) => [onset, offset])).toEqual([
      [1, 2],
      [2, 2.5],
    ]);
    expect(notes[0]!.offset, 'leaves its argument').toBe(3);
  });
});
