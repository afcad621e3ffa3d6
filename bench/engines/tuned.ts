import type { Segmenter } from './segmenter.ts';

/**
 * What was tuned for each pitch tracker, so that it stands here at its best: the window, s, and the segmenter
 * (see bench/README.md for how). The trackers' own defaults are kept otherwise.
 */

const COMMON = { level: -60, range: 40, median: 5, split: 0.6, hold: 4, rise: 6, riseSteps: 4, bridge: 3, shortest: 7, keep: 0.7, delay: 0 } as const;

export const PITCHY: { window: number; segmenter: Segmenter } = { window: 0.06, segmenter: { ...COMMON, clarity: 0.85 } };

export const PITCHFINDER: { window: number; segmenter: Segmenter } = { window: 0.03, segmenter: { ...COMMON, clarity: 0.85 } };

export const AUBIO: { window: number; segmenter: Segmenter } = { window: 0.06, segmenter: { ...COMMON, clarity: 0.8 } };
