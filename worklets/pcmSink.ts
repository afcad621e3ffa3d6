import { BLOCK_FRAMES, RingWriter } from './ring.ts';
import type { CaptureChunk, CaptureConnect, CaptureEnd, ToCapture } from './captureProtocol.ts';

/** Samples per chunk on the port: 11 ms at 48 kHz, short enough for a live display. */
export const CHUNK_FRAMES = 512;
/** Initial number of buffers; the pool grows only if the worker is busy for longer than 170 ms. */
export const POOL_SIZE = 16;

/** Sends captured PCM from the audio thread. */
export interface PcmSink {
  /** Takes the first `length` samples; `frame` is the frame number of the first. */
  write(frame: number, samples: Float32Array, length: number): void;
  /** Sends the remaining samples, and the end. */
  end(): void;
}

/**
 * Sends chunks on a message port. The samples of a chunk are contiguous: a jump of frame numbers starts a new one.
 */
export class PortSink implements PcmSink {
  readonly #port: MessagePort;
  readonly #pool: Float32Array<ArrayBuffer>[] = [];
  readonly #chunk: CaptureChunk;
  readonly #transfer: [ArrayBufferLike];
  #sent = 0;
  #allocated = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    for (let i = 0; i < POOL_SIZE; i++) this.#pool.push(this.#allocate());
    this.#chunk = { type: 'chunk', frame: 0, length: 0, samples: this.#pool.pop()! };
    this.#transfer = [this.#chunk.samples.buffer];
    port.onmessage = (event: MessageEvent<ToCapture>) => {
      if (event.data.type === 'recycle') this.#pool.push(event.data.samples);
    };
  }

  /** Number of buffers allocated so far; it is constant while the receiver keeps up. */
  get allocated(): number {
    return this.#allocated;
  }

  write(frame: number, samples: Float32Array, length: number): void {
    const chunk = this.#chunk;
    if (chunk.length > 0 && chunk.frame + chunk.length !== frame) this.#flush();
    for (let taken = 0; taken < length;) {
      if (chunk.length === 0) chunk.frame = frame + taken;
      const count = Math.min(length - taken, CHUNK_FRAMES - chunk.length);
      for (let i = 0; i < count; i++) chunk.samples[chunk.length + i] = samples[taken + i]!;
      chunk.length += count;
      taken += count;
      if (chunk.length === CHUNK_FRAMES) this.#flush();
    }
  }

  end(): void {
    this.#flush();
    this.#port.postMessage({ type: 'end', frames: this.#sent } satisfies CaptureEnd);
    this.#port.close();
  }

  #flush(): void {
    const chunk = this.#chunk;
    if (chunk.length === 0) return;
    this.#sent += chunk.length;
    this.#transfer[0] = chunk.samples.buffer;
    this.#port.postMessage(chunk, this.#transfer as unknown as Transferable[]);
    chunk.samples = this.#pool.pop() ?? this.#allocate();
    chunk.length = 0;
  }

  #allocate(): Float32Array<ArrayBuffer> {
    this.#allocated++;
    return new Float32Array(CHUNK_FRAMES);
  }
}

/** Writes blocks to a ring of shared memory. */
export class RingSink implements PcmSink {
  readonly #ring: RingWriter;
  #sent = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#ring = new RingWriter(memory);
  }

  write(frame: number, samples: Float32Array, length: number): void {
    for (let at = 0; at < length; at += BLOCK_FRAMES)
      this.#ring.write(frame + at, samples, at, Math.min(BLOCK_FRAMES, length - at));
    this.#sent += length;
  }

  end(): void {
    this.#ring.end(this.#sent);
  }
}

/** Creates the sink requested by the main thread. */
export function createSink(connect: CaptureConnect): PcmSink {
  return 'ring' in connect ? new RingSink(connect.ring) : new PortSink(connect.port);
}
