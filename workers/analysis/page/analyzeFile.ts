import { proxy } from 'comlink';
import { refuseOtherSamples } from '../dsp/mix.ts';
import type { AnalyzeOptions } from '../types.ts';
import type { AnalysisResult } from '../protocol.ts';
import { apiOf, analysisError, WorkerAnswers } from './workerAnswers.ts';

/** `signal` gives the analysis up, `onProgress` gets the share that is done, 0 to 1. */
export type AnalyzeFileOptions = AnalyzeOptions;

let jobs = 0;

/**
 * Analyses a decoded sound in a worker of the script `@accord/analysis/worker`. The channels have one length and stay
 * as they are; a worker takes any number of sounds at once.
 * @throws TypeError for channels in another form, or Error whose `cause` is a {@link WorkerFailure}
 */
export async function analyzeFile(
  worker: Worker,
  channels: readonly Float32Array[],
  sampleRate: number,
  { signal, onProgress }: AnalyzeFileOptions = {},
): Promise<AnalysisResult> {
  for (const channel of channels) refuseOtherSamples(channel);
  if (signal?.aborted === true) throw analysisError('cancelled', 'The analysis was given up.');
  const job = ++jobs;
  const answers = new WorkerAnswers(worker);
  const api = apiOf(worker);
  signal?.addEventListener('abort', () => void api.cancel(job), { signal: answers.ended });
  const progress = (done: number): void => {
    answers.renew();
    onProgress?.(done);
  };
  try {
    // Without bytes: an invalid sound is an error here, as its notes would be those of a hash.
    return await answers.settle(
      api.analyzeFile(
        job,
        [...channels] as Float32Array<ArrayBuffer>[],
        sampleRate,
        new Uint8Array(0),
        proxy(progress),
      ),
    );
  } finally {
    answers.end();
  }
}
