import { openCapture, type CaptureReader } from '../../../workers/capture/capture.ts';
import type { PcmSource } from '../../../workers/protocol.ts';

/** Collects what a capture brings, with the time of every arrival: what the analysis worker would have heard. */

export interface Arrival {
  frame: number;
  length: number;
  /** Milliseconds since 1970, as both threads' clocks have it. */
  at: number;
}

export interface Collected {
  sent: number | null;
  arrivals: Arrival[];
  samples: Float32Array<ArrayBuffer>;
}

const arrivals: Arrival[] = [];
const pieces: Float32Array[] = [];
let line: CaptureReader | null = null;

self.addEventListener('message', async ({ data }: MessageEvent<PcmSource>) => {
  line = openCapture(data, (frame, samples) => {
    arrivals.push({ frame, length: samples.length, at: performance.timeOrigin + performance.now() });
    pieces.push(samples.slice());
  });
  const sent = await line.ended;
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  (self as unknown as { postMessage(message: Collected): void }).postMessage({ sent, arrivals, samples });
});
