import type { Analysis } from './analysis/types.ts';

/**
 * An analysis as it crosses to the main thread: without the pitch track, which nobody reads there. Half an hour has 180,000 points,
 * 45 MB on either side of the crossing.
 */
export function withoutTrack(analysis: Analysis): Analysis {
  return { ...analysis, f0: [] };
}
