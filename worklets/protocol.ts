/**
 * What the capture worklet says on its port. PCM travels in pooled buffers that the receiver gives
 * back, so that nothing is allocated per render quantum; or through a ring of shared memory where
 * the page is cross-origin isolated (WebKit's ports wait for the main thread, a ring does not).
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

/** Worklet to worker: the input has ended or `stop` was asked for; no chunk follows. */
export interface CaptureEnd {
  type: 'end';
  /** Frames that were captured in all. */
  frames: number;
}

/** Worker to worklet: a used buffer comes back. */
export interface CaptureRecycle {
  type: 'recycle';
  samples: Float32Array<ArrayBuffer>;
}

/** Main thread to worklet: flush what is there, send `end`, and finish. */
export interface CaptureStop {
  type: 'stop';
}

export type FromCapture = CaptureChunk | CaptureEnd;
export type ToCapture = CaptureRecycle | CaptureStop;
