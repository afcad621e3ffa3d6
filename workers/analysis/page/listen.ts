import { transfer } from 'comlink';
import type { CaptureResult, LiveUpdate } from '../protocol.ts';
import { openTap } from './audioTap.ts';
import { apiOf, analysisError, WorkerAnswers } from './workerAnswers.ts';

/**
 * `@accord/analysis/capture`: transcribes a node of a page, such as a microphone, or a decoded file in the package's
 * worker.
 */

export { analyzeFile, type AnalyzeFileOptions } from './analyzeFile.ts';
export type * from '../protocol.ts';

/** Workers with a running session: a worker has a single one, and `finish` would end that of another call. */
const busy = new WeakSet<Worker>();

export interface ListenOptions {
  /** A worker of the script `@accord/analysis/worker`; it transcribes one node at a time. */
  worker: Worker;
  /** Address of the script `@accord/analysis/worklet`. */
  worklet: string | URL;
  /** Receives the notes so far, about thirty times a second. */
  onUpdate: (update: LiveUpdate) => void;
}

export interface Listening {
  /**
   * Ends the sound and returns its analysis, with its first 25 MiB as a WAVE file.
   * @throws Error whose `cause` is a {@link WorkerFailure}
   */
  finish(): Promise<CaptureResult>;
  /** Ends the sound without a result. */
  cancel(): void;
}

/**
 * Begins to transcribe a node. PCM goes from the audio thread to the worker, by shared memory where the page is
 * cross-origin isolated. The context has to run: resume it by a gesture.
 * @throws Error whose `cause` is a {@link WorkerFailure}, or the browser's when the worklet cannot be loaded
 */
export async function listen(node: AudioNode, { worker, worklet, onUpdate }: ListenOptions): Promise<Listening> {
  if (busy.has(worker)) throw analysisError('protocol', 'The worker hears another node already.');
  busy.add(worker);
  // Listen from the start. An error event from before the call does not come again: so the answer has a time limit.
  const answers = new WorkerAnswers(worker);
  const end = (): void => {
    if (!answers.ended.aborted) busy.delete(worker);
    answers.end();
  };
  const tap = await openTap(node.context, worklet).catch((error: unknown) => {
    end();
    throw error;
  });
  const { port1, port2 } = new MessageChannel();
  const release = (): void => {
    end();
    tap.release();
    port1.close();
  };
  const api = apiOf(worker);
  port1.onmessage = ({ data }: MessageEvent<LiveUpdate>) => onUpdate(data);
  const source = transfer(tap.source, tap.source.kind === 'port' ? [tap.source.port] : []);
  try {
    await answers.settle(api.startLive(source, node.context.sampleRate, transfer(port2, [port2])));
  } catch (error) {
    release();
    throw error;
  }
  tap.start(node);
  return {
    finish: async () => {
      if (answers.ended.aborted) throw analysisError('protocol', 'The sound has ended already.');
      tap.stop();
      try {
        return await answers.settle(api.finishLive(null));
      } finally {
        release();
      }
    },
    cancel: () => {
      if (answers.ended.aborted) return;
      void api.cancelLive();
      release();
    },
  };
}
