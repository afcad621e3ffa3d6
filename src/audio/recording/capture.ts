import workletUrl from '../../../worklets/capture.worklet.ts?worker&url';
import { coded } from '../../domain/errors.ts';
import { Scope } from '../../platform/lifetime/scope.ts';
import { CAPTURE_PROCESSOR, type CaptureControl } from '../../../worklets/protocol.ts';
import { createRing } from '../../../worklets/ring.ts';
import type { Answer, PcmSource, CaptureResult, LiveUpdate } from '../../../workers/protocol.ts';
import type { AnalysisClient } from '../analysis/analysisClient.ts';

const loaded = new WeakMap<BaseAudioContext, Promise<void>>();

/** Loads the capture worklet into a context, once; a load that failed may be tried again. */
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

/** How PCM comes from the audio thread to the worker. */
export type PcmTransport = PcmSource['kind'];

/**
 * A ring where memory can be shared, a port otherwise. WebKitGTK calls a page isolated and has no shared memory all the
 * same (https://bugs.webkit.org/show_bug.cgi?id=317847, WebKit#74274).
 */
export function bestTransport(): PcmTransport {
  return globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function' ? 'ring' : 'port';
}

export interface PcmTap {
  /** To be handed to the worker; a port is to be transferred. */
  source: PcmSource;
  /** Lets the sound in: what sounded before is not captured. */
  start(): void;
  /** Asks the worklet to send its end; what is captured until then arrives before it. */
  stop(): void;
  /** Lets the node and its port go. */
  release(): void;
}

/**
 * Puts the capture worklet behind a node. From its start on, the samples go straight from the audio
 * thread to whoever holds the other end of `source`; this thread is not on the way.
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
  // Its output is silence: a node that leads nowhere is not pulled in every engine.
  worklet.connect(context.destination);
  scope.add(() => {
    // The processor lives until it is told to stop, whether anything was captured or not; a second stop is not heard.
    say({ type: 'stop' });
    worklet.port.close();
  });
  scope.add(() => {
    try {
      node.disconnect(worklet);
    } catch {
      // Never started, or its owner has taken it off everything already.
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

/** A capture that the worker is ready for. */
export interface Capture {
  /** Begins the recording. */
  start(): void;
  /** Asks for the end; what is heard from now on is not part of the recording. */
  stop(): void;
  /** The result, after {@link Capture.stop}. See `AnalysisWorkerApi.finishLive`. */
  finish(bytes: Uint8Array<ArrayBuffer> | null): Promise<Answer<CaptureResult>>;
  /** Gives everything up. */
  cancel(): void;
}

/**
 * Makes everything ready to analyse what a node sounds, so that the start itself is immediate.
 * @throws coded `capture_failed` when the worklet or the worker cannot be had
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
    port1.onmessage = (event: MessageEvent<LiveUpdate>) => onUpdate(event.data);
    scope.add(() => port1.close());
    const answer = await client.startLive(tap.source, node.context.sampleRate, port2);
    if (!answer.ok) throw answer.error;
    const live = answer.value;
    return {
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
