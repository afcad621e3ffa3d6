import { StreamAnalyzer } from './analyzer.ts';
import { refuseOtherSamples } from './dsp/mix.ts';
import type { Analysis, AnalyzeOptions, Analyzer } from './types.ts';

/**
 * The engine: transcribes sound to notes. Plain functions without DOM or worker, so that a worker, Node, a
 * benchmark and an edge function can all call them.
 *
 * docs/engine.md has the path from samples to notes as a picture, and names where each decision is made. `analyzer.ts`
 * calls the stages in order. All numbers are in the files called `parameters.ts`.
 */

export { installProgram } from './dsp/kernels/index.ts';
export { hashBytes } from './byteHash.ts';
export type * from './types.ts';

/** Amount of sound between checks of the abort signal and progress reports, s. */
const SLICE_SECONDS = 1;

/**
 * An analyzer for one sound that comes in block by block, at `sampleRate` Hz (3,000 to 768,000, else
 * RangeError). The block sizes do not change the result.
 */
export function createAnalyzer(sampleRate: number): Analyzer {
  return new StreamAnalyzer(sampleRate);
}

/**
 * Analyses a whole mono recording; the same as pushing it through `createAnalyzer`. Reports progress from 0
 * to 1; throws the reason of the abort signal when it is aborted, TypeError for samples that are no Float32Array, and
 * nothing else for a valid rate.
 */
export function analyze(pcm: Float32Array, sampleRate: number, options: AnalyzeOptions = {}): Analysis {
  refuseOtherSamples(pcm);
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
