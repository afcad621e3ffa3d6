import { describe, expect, it } from 'vitest';
import { hzOfMidi } from '#analysis/values/pitch.ts';
import { segment, type PitchTrack, type Segmenter } from './segmenter.ts';
import { transcribeTrack } from './pitchy.ts';

const SEGMENTER_OPTIONS: Segmenter = {
  clarity: 0.8,
  keep: 0.6,
  level: -60,
  range: 40,
  median: 5,
  split: 0.6,
  hold: 4,
  rise: 6,
  riseSteps: 3,
  bridge: 3,
  shortest: 7,
  delay: 0,
};

type Run = readonly [steps: number, midi?: number, level?: number, clarity?: number];

/** A track of runs of constant steps. */
function trackFrom(runs: readonly Run[]): PitchTrack {
  const steps = runs.flatMap(
    ([steps, midi = Number.NaN, level = midi >= 0 ? -20 : -80, clarity = midi >= 0 ? 0.95 : 0]) =>
      Array.from({ length: steps }, () => [midi, level, clarity] as const),
  );
  const of = (at: 0 | 1 | 2): Float64Array => Float64Array.from(steps, (step) => step[at]);
  return { midi: of(0), level: of(1), clarity: of(2) };
}

const notesOf = (...runs: Run[]) =>
  segment(trackFrom(runs), SEGMENTER_OPTIONS).notes.map(({ midi, onset, offset }) =>
    [midi, 100 * onset, 100 * offset].map((value, at) => (at === 0 ? value : Math.round(value))),
  );

describe('the note segmentation of a pitch tracker', () => {
  it('makes a note of a voiced run, but not of a short one', () => {
    expect(notesOf([10], [30, 60], [10], [5, 64], [10])).toEqual([[60, 10, 40]]);
  });

  it('splits at a lasting change of pitch, and at a repeated note', () => {
    const notes = [
      [60, 5, 25],
      [62, 25, 45],
    ];
    expect(notesOf([5], [20, 60], [20, 62], [5])).toEqual(notes);
    expect(notesOf([5], [40, 60.4], [5])).toEqual([[60.4, 5, 45]]);
    expect(notesOf([5], [20, 60, -30], [20, 60, -20], [5]).map(([, onset]) => onset)).toEqual([5, 23]);
  });

  it('bridges a short gap, but not a longer one or silence', () => {
    expect(notesOf([5], [20, 60], [2], [20, 60], [5])).toHaveLength(2);
    expect(notesOf([5], [20, 60], [2, 60, -20, 0.1], [20, 60], [5])).toEqual([[60, 5, 47]]);
    expect(notesOf([5], [20, 60], [6, 60, -20, 0.1], [20, 60], [5])).toHaveLength(2);
  });

  it('returns the pitch track with its voicing', () => {
    const { f0 } = transcribeTrack(trackFrom([[1], [10, 69]]), SEGMENTER_OPTIONS);
    expect(f0![0]).toEqual([0, 0, 0]);
    expect(f0![5]).toEqual([0.05, hzOfMidi(69), 1]);
  });
});
