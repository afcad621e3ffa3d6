import type { PcmSource } from '../protocol.ts';
import { CAPTURE_PROCESSOR, LEAD_PARAMETER, type CaptureControl } from '../../../worklets/captureProtocol.ts';
import { createRing } from '../../../worklets/ring.ts';

const loadedContexts = new WeakMap<BaseAudioContext, Promise<void>>();

/** Loads the capture worklet from its address into a context, once; a failed load may be retried. */
function loadWorklet(context: BaseAudioContext, address: string | URL): Promise<void> {
  let loading = loadedContexts.get(context);
  if (loading === undefined) {
    loading = context.audioWorklet.addModule(address).catch((error: unknown) => {
      loadedContexts.delete(context);
      throw error;
    });
    loadedContexts.set(context, loading);
  }
  return loading;
}

/** Transport of PCM from the audio thread to the worker. */
export type PcmTransport = PcmSource['kind'];

/**
 * A ring with shared memory, else a port. WebKitGTK reports isolation but has no shared memory
 * (https://bugs.webkit.org/show_bug.cgi?id=317847, WebKit#74274).
 */
function bestTransport(): PcmTransport {
  return globalThis.crossOriginIsolated === true && typeof SharedArrayBuffer === 'function' ? 'ring' : 'port';
}

export interface PcmTap {
  /** For the worker; transfer a port. */
  source: PcmSource;
  /** Starts capturing a node; `lead`: seconds of the recording that have passed before, which count as lost. */
  start(node: AudioNode, lead?: number): void;
  /** Requests the worklet to end; samples captured until then arrive first. */
  stop(): void;
  /** Releases the node and its port; again is harmless. */
  release(): void;
}

/**
 * Makes a capture worklet, ready to be connected to a node of its context. Samples then go straight from the audio
 * thread to the other end of `source`, without this thread.
 * @param address of the worklet's script
 */
export async function openTap(
  context: BaseAudioContext,
  address: string | URL,
  kind: PcmTransport = bestTransport(),
): Promise<PcmTap> {
  await loadWorklet(context, address);
  const worklet = new AudioWorkletNode(context, CAPTURE_PROCESSOR, {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [1],
    channelCount: 2,
    channelCountMode: 'clamped-max',
  });
  const post = (control: CaptureControl, moved: Transferable[] = []): void => worklet.port.postMessage(control, moved);
  let source: PcmSource;
  if (kind === 'ring') {
    const ring = createRing();
    source = { kind, ring };
    post({ type: 'connect', ring });
  } else {
    const { port1, port2 } = new MessageChannel();
    source = { kind, port: port2 };
    post({ type: 'connect', port: port1 }, [port1]);
  }
  // Its output is silence; not every engine runs unconnected nodes.
  worklet.connect(context.destination);
  let heard: AudioNode | null = null;
  return {
    source,
    start: (node, lead = 0) => {
      worklet.parameters.get(LEAD_PARAMETER)!.value = lead;
      node.connect(worklet);
      heard = node;
    },
    stop: () => post({ type: 'stop' }),
    release: () => {
      try {
        heard?.disconnect(worklet);
      } catch {
        // Already disconnected.
      }
      worklet.disconnect();
      // The processor runs until it is stopped; a second stop is ignored.
      post({ type: 'stop' });
      worklet.port.close();
    },
  };
}
