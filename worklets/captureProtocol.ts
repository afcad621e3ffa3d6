/**
 * The messages of the capture worklet. Control messages come from the main thread on the port of the node. PCM goes
 * directly to the analysis worker: through a message port whose pooled buffers the receiver returns, so that nothing
 * is allocated per render quantum, or through a ring of shared memory where the page is cross-origin isolated (in
 * WebKit, messages on a port wait for the main thread; the ring does not).
 */

/** Name under which the processor is registered. */
export const CAPTURE_PROCESSOR = 'accord-capture';
/**
 * Name of its parameter: seconds of the recording before the first captured sample. A parameter has its value once the
 * node gets sound.
 */
export const LEAD_PARAMETER = 'lead';

/** Worklet to worker: mono samples, already mixed. */
export interface CaptureChunk {
  type: 'chunk';
  /** `currentFrame` of the first sample; a jump since the end of the last chunk means lost frames. */
  frame: number;
  /** Number of valid samples at the front of `samples`. */
  length: number;
  samples: Float32Array<ArrayBuffer>;
}

/** Worklet to worker: capture was stopped; no chunk follows. */
export interface CaptureEnd {
  type: 'end';
  /** Number of frames that were sent. */
  frames: number;
}

/** Worker to worklet: returns a used buffer. */
interface CaptureRecycle {
  type: 'recycle';
  samples: Float32Array<ArrayBuffer>;
}

/** Main thread to worklet: send the samples to this port or ring. Frames before this are not captured. */
export type CaptureConnect = { type: 'connect'; port: MessagePort } | { type: 'connect'; ring: SharedArrayBuffer };

/** Main thread to worklet: flush, send the end, and finish. */
interface CaptureStop {
  type: 'stop';
}

/** Messages to the worker. */
export type FromCapture = CaptureChunk | CaptureEnd;
/** Messages from the worker. */
export type ToCapture = CaptureRecycle;
/** Messages from the main thread, on the port of the node. */
export type CaptureControl = CaptureConnect | CaptureStop;
