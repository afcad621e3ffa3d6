import { transfer, wrap } from 'comlink';
import type { AnalysisWorkerApi, Answer, CaptureResult, LiveUpdate, WorkerFailure } from '../protocol.ts';
import { openTap } from './tap.ts';

/** `@accord/ear/capture`: hears a node of a page, a microphone say, in the package's worker. */

export type * from '../protocol.ts';

/** A worker that has not answered after so long is dead, was terminated or was not loaded, ms. */
const ANSWER_MS = 15_000;

/** Workers that hear a node: one has a single session, and `finish` would end that of another call. */
const busy = new WeakSet<Worker>();

const failed = (code: WorkerFailure['code'], message: string): Error =>
  new Error(message, { cause: { code, message } satisfies WorkerFailure });

export interface ListenOptions {
  /** A worker of the script `@accord/ear/worker`; it hears one node at a time. */
  worker: Worker;
  /** Address of the script `@accord/ear/worklet`. */
  worklet: string | URL;
  /** Receives what is heard so far, about thirty times a second. */
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
 * Begins to hear a node. PCM goes from the audio thread to the worker, by shared memory where the page is cross-origin
 * isolated. The context has to run: resume it by a gesture.
 * @throws Error whose `cause` is a {@link WorkerFailure}, or the browser's when the worklet cannot be loaded
 */
export async function listen(node: AudioNode, { worker, worklet, onUpdate }: ListenOptions): Promise<Listening> {
  if (busy.has(worker)) throw failed('protocol', 'The worker hears another node already.');
  busy.add(worker);
  // From the start: an error event comes once. One from before the call does not come again: an answer has a limit.
  const ended = new AbortController();
  const failure = new Promise<never>((_resolve, reject) => {
    const fail = ({ message }: { message?: string }) =>
      reject(failed('died', message || 'The worker cannot be loaded.'));
    worker.addEventListener('error', fail, { signal: ended.signal });
    worker.addEventListener('messageerror', () => fail({}), { signal: ended.signal });
  });
  failure.catch(() => undefined);
  const end = (): void => {
    if (!ended.signal.aborted) busy.delete(worker);
    ended.abort();
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
  const settled = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
    let limit: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      limit = setTimeout(() => reject(failed('died', 'The worker does not answer.')), ANSWER_MS);
    });
    try {
      const reply = await Promise.race([answer, failure, late]);
      if (!reply.ok) throw failed(reply.error.code, reply.error.message);
      return reply.value;
    } finally {
      clearTimeout(limit);
    }
  };
  const api = wrap<AnalysisWorkerApi>(worker);
  port1.onmessage = ({ data }: MessageEvent<LiveUpdate>) => onUpdate(data);
  const source = transfer(tap.source, tap.source.kind === 'port' ? [tap.source.port] : []);
  try {
    await settled(api.startLive(source, node.context.sampleRate, transfer(port2, [port2])));
  } catch (error) {
    release();
    throw error;
  }
  tap.start(node);
  return {
    finish: async () => {
      if (ended.signal.aborted) throw failed('protocol', 'The sound has ended already.');
      tap.stop();
      try {
        return await settled(api.finishLive(null));
      } finally {
        release();
      }
    },
    cancel: () => {
      if (ended.signal.aborted) return;
      void api.cancelLive();
      release();
    },
  };
}
