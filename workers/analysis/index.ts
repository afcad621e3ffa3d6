import { StreamAnalyzer } from './analyzer.ts';
import type { Analysis, AnalyzeOptions, Analyzer } from './types.ts';

/**
 * The engine: transcribes sound to notes. Plain functions without DOM or worker, so that a worker, Node, a
 * benchmark and an edge function can all call them.
 *
 * The stages of the monophonic transcription: `analyzer.ts` (resampling, framing, order of the stages),
 * `periodicity.ts` (pitch candidates), `pitchPath.ts` (one pitch per step), `onsetSalience.ts` (where notes
 * begin), `noteDecoder.ts` (notes), `boundaries.ts` (their exact times) with `vibrato.ts` (swings of one note),
 * `repeats/` (soft repeats of a note) and `offsets.ts` (their ends), `melody.ts` (whether they are notes, or speech or
 * percussion), `essence.ts` (the dominant ones), and
 * `resonances/` (what rings where there are too few).
 * All numbers are in the files called `parameters.ts`. `polyphony/` transcribes chords. `timbre/` measures the timbre of the sound.
 * `live/` makes provisional notes while it comes in, earlier than the stages above can.
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
 * to 1; throws the reason of the abort signal when it is aborted, and nothing else for a valid rate.
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
