import { describe, expect, it } from 'vitest';
import { hzOfMidi } from '../../workers/ear/values/pitch.ts';
import { segment, type PitchTrack, type Segmenter } from './segmenter.ts';
import { transcribeTrack } from './pitchy.ts';

const OPTIONS: Segmenter = {
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

interface Run {
  steps: number;
  midi?: number;
  level?: number;
  clarity?: number;
}

/** A track of runs of constant steps. */
function trackFrom(runs: readonly Run[]): PitchTrack {
  const steps = runs.flatMap(
    ({ steps, midi = Number.NaN, level = midi >= 0 ? -20 : -80, clarity = midi >= 0 ? 0.95 : 0 }) =>
      Array.from({ length: steps }, () => ({ midi, level, clarity })),
  );
  return {
    midi: Float64Array.from(steps, ({ midi }) => midi),
    level: Float64Array.from(steps, ({ level }) => level),
    clarity: Float64Array.from(steps, ({ clarity }) => clarity),
  };
}

const notesOf = (...runs: Run[]) =>
  segment(trackFrom(runs), OPTIONS).notes.map(({ midi, onset, offset }) => [
    midi,
    Math.round(100 * onset),
    Math.round(100 * offset),
  ]);

describe('the note segmentation of a pitch tracker', () => {
  it('makes a note of a voiced run, but not of a short one', () => {
    expect(
      notesOf({ steps: 10 }, { steps: 30, midi: 60 }, { steps: 10 }, { steps: 5, midi: 64 }, { steps: 10 }),
    ).toEqual([[60, 10, 40]]);
  });

  it('splits where the pitch changes permanently', () => {
    expect(notesOf({ steps: 5 }, { steps: 20, midi: 60 }, { steps: 20, midi: 62 }, { steps: 5 })).toEqual([
      [60, 5, 25],
      [62, 25, 45],
    ]);
    expect(notesOf({ steps: 5 }, { steps: 40, midi: 60.4 }, { steps: 5 })).toEqual([[60.4, 5, 45]]);
  });

  it('splits where a note is repeated', () => {
    expect(
      notesOf({ steps: 5 }, { steps: 20, midi: 60, level: -30 }, { steps: 20, midi: 60, level: -20 }, { steps: 5 }),
    ).toEqual([
      [60, 5, 23],
      [60, 23, 45],
    ]);
  });

  it('bridges a short gap, but not a longer one', () => {
    expect(
      notesOf({ steps: 5 }, { steps: 20, midi: 60 }, { steps: 2 }, { steps: 20, midi: 60 }, { steps: 5 }),
    ).toHaveLength(2);
    expect(
      notesOf(
        { steps: 5 },
        { steps: 20, midi: 60 },
        { steps: 2, midi: 60, clarity: 0.1 },
        { steps: 20, midi: 60 },
        { steps: 5 },
      ),
    ).toEqual([[60, 5, 47]]);
    expect(
      notesOf(
        { steps: 5 },
        { steps: 20, midi: 60 },
        { steps: 6, midi: 60, clarity: 0.1 },
        { steps: 20, midi: 60 },
        { steps: 5 },
      ),
    ).toHaveLength(2);
  });

  it('returns the pitch track with its voicing', () => {
    const { f0 } = transcribeTrack(trackFrom([{ steps: 1 }, { steps: 10, midi: 69 }]), OPTIONS);
    expect(f0![0]).toEqual([0, 0, 0]);
    expect(f0![5]).toEqual([0.05, hzOfMidi(69), 1]);
  });
});
