import { openCapture, type CaptureReader } from '#analysis/capture/capture.ts';
import type { PcmSource } from '#analysis/protocol.ts';

/** Collects the samples of a capture, instead of the analysis worker, and counts them as they arrive. */

export interface Arrival {
  frame: number;
  length: number;
}

/** The capture, and a number in shared memory: how many samples have come. */
export interface CollectorRequest {
  source: PcmSource;
  counter: Int32Array;
}

export interface Collected {
  sent: number | null;
  arrivals: Arrival[];
  samples: Float32Array<ArrayBuffer>;
}

const arrivals: Arrival[] = [];
const pieces: Float32Array[] = [];
let line: CaptureReader | null = null;

self.addEventListener('message', async ({ data: { source, counter } }: MessageEvent<CollectorRequest>) => {
  line = openCapture(source, (frame, samples) => {
    arrivals.push({ frame, length: samples.length });
    Atomics.add(counter, 0, samples.length);
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
