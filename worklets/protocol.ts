/**
 * What is said to and by the capture worklet. Control comes from the main thread on the node's own
 * port; PCM leaves on a line of its own that ends in the analysis worker: a message port whose
 * pooled buffers the receiver gives back, so that nothing is allocated per render quantum, or a ring
 * of shared memory where the page is cross-origin isolated (WebKit's ports wait for the main
 * thread, a ring does not).
 */

/** Name under which the processor is registered. */
export const CAPTURE_PROCESSOR = 'accord-capture';

/** Worklet to worker: mono samples, already mixed. */
export interface CaptureChunk {
  type: 'chunk';
  /** `currentFrame` of the first sample; a jump against the last chunk's end is a loss. */
  frame: number;
  /** Number of valid samples at the front of `samples`. */
  length: number;
  samples: Float32Array<ArrayBuffer>;
}

/** Worklet to worker: `stop` was asked for; no chunk follows. */
export interface CaptureEnd {
  type: 'end';
  /** Frames that were sent in all. */
  frames: number;
}

/** Worker to worklet: a used buffer comes back. */
export interface CaptureRecycle {
  type: 'recycle';
  samples: Float32Array<ArrayBuffer>;
}

/**
 * Main thread to worklet: where the samples go. Both at once would be one copy too many, so exactly
 * one of the two is given. Frames before this are not captured.
 */
export type CaptureConnect = { type: 'connect'; port: MessagePort } | { type: 'connect'; ring: SharedArrayBuffer };

/** Main thread to worklet: flush what is there, send the end, and finish. */
export interface CaptureStop {
  type: 'stop';
}

/** On the line to the worker. */
export type FromCapture = CaptureChunk | CaptureEnd;
/** On the line from the worker. */
export type ToCapture = CaptureRecycle;
/** On the node's own port, from the main thread. */
export type CaptureControl = CaptureConnect | CaptureStop;
