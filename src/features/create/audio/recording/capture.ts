import workletUrl from '#ear/worklets/capture.worklet.ts?worker&url';
import { coded } from '#core/values/errors.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { CAPTURE_PROCESSOR, type CaptureControl } from '#ear/worklets/protocol.ts';
import { createRing } from '#ear/worklets/ring.ts';
import type { Answer, PcmSource, CaptureResult, LiveUpdate } from '#ear/protocol.ts';
import type { AnalysisClient } from '../analysis/analysisClient.ts';

const loaded = new WeakMap<BaseAudioContext, Promise<void>>();

/** Loads the capture worklet into a context, once; a failed load may be retried. */
export function loadCaptureWorklet(context: BaseAudioContext): Promise<void> {
  let loading = loaded.get(context);
  if (loading === undefined) {
    loading = context.audioWorklet.addModule(workletUrl).catch((error: unknown) => {
      loaded.delete(context);
      throw error;
    });
    loaded.set(context, loading);
  }
  return loading;
}

/** Transport of PCM from the audio thread to the worker. */
type PcmTransport = PcmSource['kind'];

/**
 * A ring with shared memory, else a port. WebKitGTK reports isolation but has no shared memory
 * (https://bugs.webkit.org/show_bug.cgi?id=317847, WebKit#74274).
 */
function bestTransport(): PcmTransport {
  return globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function' ? 'ring' : 'port';
}

interface PcmTap {
  /** For the worker; transfer a port. */
  source: PcmSource;
  /** Starts capturing. */
  start(): void;
  /** Asks the worklet to end; samples captured until then arrive first. */
  stop(): void;
  /** Releases the node and its port. */
  release(): void;
}

/**
 * Connects the capture worklet to a node. Samples then go straight from the audio thread to the other end of `source`,
 * without this thread.
 */
export async function openTap(node: AudioNode, kind: PcmTransport = bestTransport()): Promise<PcmTap> {
  const { context } = node;
  await loadCaptureWorklet(context);
  const worklet = new AudioWorkletNode(context, CAPTURE_PROCESSOR, {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [1],
    channelCount: 2,
    channelCountMode: 'clamped-max',
  });
  const scope = new Scope();
  const say = (control: CaptureControl, moved: Transferable[] = []): void => worklet.port.postMessage(control, moved);
  let source: PcmSource;
  if (kind === 'ring') {
    const ring = createRing();
    source = { kind, ring };
    say({ type: 'connect', ring });
  } else {
    const { port1, port2 } = new MessageChannel();
    source = { kind, port: port2 };
    say({ type: 'connect', port: port1 }, [port1]);
  }
  // Its output is silence; not every engine runs unconnected nodes.
  worklet.connect(context.destination);
  scope.add(() => {
    // The processor runs until it is stopped; a second stop is ignored.
    say({ type: 'stop' });
    worklet.port.close();
  });
  scope.add(() => {
    try {
      node.disconnect(worklet);
    } catch {
      // Never connected, or already disconnected.
    }
    worklet.disconnect();
  });
  return {
    source,
    start: () => void node.connect(worklet),
    stop: () => say({ type: 'stop' }),
    release: () => scope.dispose(),
  };
}

/** A capture with a ready worker. */
export interface Capture {
  /** Seconds of sound that have arrived; the result has at least as many. */
  readonly seconds: number;
  /** Begins the recording. */
  start(): void;
  /** Ends the recording; later sound is not part of it. */
  stop(): void;
  /** The result, after {@link Capture.stop}. See `AnalysisWorkerApi.finishLive`. */
  finish(bytes: Uint8Array<ArrayBuffer> | null): Promise<Answer<CaptureResult>>;
  /** Cancels everything. */
  cancel(): void;
}

/**
 * Prepares the analysis of a node's sound, so that the start is immediate.
 * @throws coded `capture_failed` when the worklet or the worker cannot be loaded
 */
export async function prepareCapture(
  node: AudioNode,
  client: AnalysisClient,
  onUpdate: (update: LiveUpdate) => void,
  kind: PcmTransport = bestTransport(),
): Promise<Capture> {
  const scope = new Scope();
  try {
    const tap = await openTap(node, kind);
    scope.add(() => tap.release());
    const { port1, port2 } = new MessageChannel();
    let seconds = 0;
    port1.onmessage = ({ data }: MessageEvent<LiveUpdate>) => {
      seconds = data.time;
      onUpdate(data);
    };
    scope.add(() => port1.close());
    const answer = await client.startLive(tap.source, node.context.sampleRate, port2);
    if (!answer.ok) throw answer.error;
    const live = answer.value;
    return {
      get seconds() {
        return seconds;
      },
      start: () => tap.start(),
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
    throw coded('capture_failed', 'The sound could not be taken to the analysis.', error);
  }
}
