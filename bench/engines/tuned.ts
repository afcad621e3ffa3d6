import type { Segmenter } from './segmenter.ts';

/**
 * What was tuned for each pitch tracker, so that the comparison is fair: the window, s, and the segmentation (see
 * bench/README.md for how). Otherwise the trackers have their default settings.
 */

interface Tuned {
  window: number;
  segmenter: Segmenter;
}

export const PITCHY: Tuned = {
  window: 0.046,
  segmenter: {
    clarity: 0.75,
    keep: 0.75,
    delay: 0.03,
    level: -55,
    range: 35,
    median: 3,
    split: 0.8,
    hold: 4,
    rise: 10,
    riseSteps: 2,
    bridge: 1,
    shortest: 10,
  },
};

export const PITCHFINDER: Tuned = {
  window: 0.03,
  segmenter: {
    clarity: 0.8,
    keep: 0.75,
    delay: 0.03,
    level: -45,
    range: 25,
    median: 9,
    split: 0.6,
    hold: 2,
    rise: 10,
    riseSteps: 2,
    bridge: 6,
    shortest: 10,
  },
};

export const AUBIO: Tuned = {
  window: 0.046,
  segmenter: {
    clarity: 0.6,
    keep: 0.15,
    delay: 0.03,
    level: -55,
    range: 25,
    median: 3,
    split: 0.7,
    hold: 8,
    rise: 10,
    riseSteps: 4,
    bridge: 6,
    shortest: 10,
  },
};
