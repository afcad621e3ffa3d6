import workletUrl from '#worklets/capture.worklet.ts?worker&url';
import { codedError } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { openTap as openAudioTap, type PcmTap, type PcmTransport } from '#analysis/page/audioTap.ts';
import type { Answer, CaptureResult, LiveUpdate } from '#analysis/protocol.ts';
import type { AnalysisClient } from '../analysis/analysisClient.ts';

/** Makes a capture worklet in a context; see `openTap` of the engine. */
export const openTap = (context: BaseAudioContext, kind?: PcmTransport): Promise<PcmTap> =>
  openAudioTap(context, workletUrl, kind);

/** A capture with a ready worklet and worker. */
export interface Capture {
  /** Seconds of sound that have arrived, those before the start included; the result has at least as many. */
  readonly seconds: number;
  /** Begins to capture a node of the context; `lead`: seconds of the recording that have passed before. */
  start(node: AudioNode, lead?: number): void;
  /** Ends the recording; later sound is not part of it. */
  stop(): void;
  /** The result, after {@link Capture.stop}. See `AnalysisWorkerApi.finishLive`. */
  finish(bytes: Uint8Array<ArrayBuffer> | null): Promise<Answer<CaptureResult>>;
  /** Cancels everything. */
  cancel(): void;
}

/**
 * Prepares the analysis of a sound in this context, so that the start is immediate.
 * @throws coded `capture_failed` when the worklet or the worker cannot be loaded
 */
export async function prepareCapture(
  context: BaseAudioContext,
  client: AnalysisClient,
  onUpdate: (update: LiveUpdate) => void,
  kind?: PcmTransport,
): Promise<Capture> {
  const scope = new Scope();
  try {
    const tap = await openTap(context, kind);
    scope.add(() => tap.release());
    const { port1, port2 } = new MessageChannel();
    let seconds = 0;
    port1.onmessage = ({ data }: MessageEvent<LiveUpdate>) => {
      seconds = data.time;
      onUpdate(data);
    };
    scope.add(() => port1.close());
    const answer = await client.startLive(tap.source, context.sampleRate, port2);
    if (!answer.ok) throw answer.error;
    const live = answer.value;
    return {
      get seconds() {
        return seconds;
      },
      start: (node, lead) => tap.start(node, lead),
      stop: () => tap.stop(),
      finish: async (bytes) => {
        try {
          return await live.finish(bytes);
        } finally {
          scope.dispose();
        }
      },
      cancel: () => {
        tap.stop();
        live.cancel();
        scope.dispose();
      },
    };
  } catch (error) {
    scope.dispose();
    throw codedError('capture_failed', 'The sound could not be taken to the analysis.', error);
  }
}
