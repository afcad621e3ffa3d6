import type { Drawable } from '../drawing/shapes.ts';

/** The example of the home screen, made by `npx tsx pwa/makeExample.ts`: the engine's result for a synthetic voice. */
export const EXAMPLE_FRAGRANCE: Drawable & { name: string } = {
  name: 'Saffron Refrain with Galbanum',
  musicEssence: ['D5', 'F5', 'F4', 'A#3', 'A#4', 'C5'],
  intensity: 0.75,
  complexity: 0.6,
  persistence: 0.4822074389934683,
  accents: [
    {
      note: 'D6',
      of: 'D5',
      partial: 2,
      level: 0,
    },
  ],
  proportions: [
    {
      note: 'D5',
      parts: 42,
      seconds: 1.99,
      loudness: 0.884,
    },
    {
      note: 'F5',
      parts: 17,
      seconds: 0.83,
      loudness: 0.807,
    },
    {
      note: 'F4',
      parts: 11,
      seconds: 0.53,
      loudness: 0.807,
    },
    {
      note: 'A#3',
      parts: 11,
      seconds: 0.53,
      loudness: 0.811,
    },
    {
      note: 'A#4',
      parts: 9,
      seconds: 0.43,
      loudness: 0.81,
    },
    {
      note: 'C5',
      parts: 10,
      seconds: 0.43,
      loudness: 0.863,
    },
  ],
  character: {
    axes: {
      brightness: 0.792,
      breath: 0.009,
      roughness: 0.076,
      strike: 0.583,
      tremor: 0.451,
    },
  },
  trace: {
    duration: 5.32,
    peaks: [],
    notes: [
      {
        note: 'A#3',
        onset: 0.1,
        offset: 0.63,
        velocity: 0.811,
        cents: 1,
      },
      {
        note: 'F4',
        onset: 0.66,
        offset: 1.19,
        velocity: 0.807,
        cents: 1,
      },
      {
        note: 'D5',
        onset: 1.22,
        offset: 2.15,
        velocity: 0.884,
        cents: 0,
      },
      {
        note: 'C5',
        onset: 2.18,
        offset: 2.61,
        velocity: 0.863,
        cents: 1,
      },
      {
        note: 'A#4',
        onset: 2.64,
        offset: 3.07,
        velocity: 0.81,
        cents: 2,
      },
      {
        note: 'F5',
        onset: 3.1,
        offset: 3.93,
        velocity: 0.807,
        cents: 3,
      },
      {
        note: 'D5',
        onset: 3.96,
        offset: 5.02,
        velocity: 0.884,
        cents: 2,
      },
    ],
  },
};
