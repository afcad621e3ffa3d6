import { StreamAnalyzer } from './analyzer.ts';
import type { Analysis, AnalyzeOptions, Analyzer } from './types.ts';

/**
 * The engine: sound in, notes out. Plain functions without DOM or worker, so that a worker, Node, a
 * benchmark and an edge function can all call them.
 *
 * A frame's way from the microphone to a note: `analyzer.ts` (resampling, framing, the order of the
 * stages), `periodicity.ts` (pitch candidates), `path.ts` (one pitch a step), `onset.ts` (where
 * something begins), `notes.ts` (notes as a person would write them), `essence.ts` (the dominant
 * ones). Every number is in `parameters.ts`.
 */

export { hashBytes, withFallback } from './byte-hash.ts';
export type * from './types.ts';

/** Share of a sound that is handed over between looks at the signal and progress reports, s. */
const SLICE_SECONDS = 1;

/**
 * An analyzer for one sound that comes in piece by piece, at `sampleRate` Hz (3,000 to 768,000, else
 * RangeError). The sizes of the pieces make no difference to the result.
 */
export function createAnalyzer(sampleRate: number): Analyzer {
  return new StreamAnalyzer(sampleRate);
}

/**
 * Analyses a whole mono recording; the same as pushing it through `createAnalyzer`. Reports progress
 * from 0 to 1; throws the signal's reason when it is aborted, and nothing else for a valid rate.
 */
export function analyze(pcm: Float32Array, sampleRate: number, options: AnalyzeOptions = {}): Analysis {
  const analyzer = createAnalyzer(sampleRate);
  const slice = Math.max(1, Math.round(SLICE_SECONDS * sampleRate));
  for (let at = 0; at < pcm.length; at += slice) {
    options.signal?.throwIfAborted();
    analyzer.push(pcm.subarray(at, at + slice));
    options.onProgress?.(Math.min(1, (at + slice) / pcm.length));
  }
  options.signal?.throwIfAborted();
  const analysis = analyzer.finish();
  if (pcm.length === 0) options.onProgress?.(1);
  return analysis;
}
