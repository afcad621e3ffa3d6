import { BLOCK_FRAMES, RingWriter } from './ring.ts';
import type { CaptureChunk, CaptureConnect, CaptureEnd, ToCapture } from './protocol.ts';

/** Samples a chunk on the port: 11 ms at 48 kHz, so that the picture of a voice does not lag behind it. */
export const CHUNK_FRAMES = 512;
/** Buffers that exist from the start; the pool grows only while the worker is busier than 170 ms. */
export const POOLED = 16;

/** Where the captured samples leave the audio thread. */
export interface Outlet {
  /** Takes the first `length` samples; `frame` is the number of the first. */
  write(frame: number, samples: Float32Array, length: number): void;
  /** Sends what is still here and says that nothing follows. */
  end(): void;
}

/** Chunks on a message port. A chunk holds one unbroken run: a jump of frame numbers begins a new one. */
export class PortOutlet implements Outlet {
  readonly #port: MessagePort;
  readonly #pool: Float32Array<ArrayBuffer>[] = [];
  readonly #chunk: CaptureChunk;
  readonly #transfer: [ArrayBufferLike];
  #sent = 0;
  #made = 0;

  constructor(port: MessagePort) {
    this.#port = port;
    for (let i = 0; i < POOLED; i++) this.#pool.push(this.#make());
    this.#chunk = { type: 'chunk', frame: 0, length: 0, samples: this.#pool.pop()! };
    this.#transfer = [this.#chunk.samples.buffer];
    port.onmessage = (event: MessageEvent<ToCapture>) => {
      if (event.data.type === 'recycle') this.#pool.push(event.data.samples);
    };
  }

  /** Buffers that were ever made; it stands still while the receiver keeps up. */
  get made(): number {
    return this.#made;
  }

  write(frame: number, samples: Float32Array, length: number): void {
    const chunk = this.#chunk;
    if (chunk.length > 0 && chunk.frame + chunk.length !== frame) this.#flush();
    for (let taken = 0; taken < length; ) {
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
    chunk.samples = this.#pool.pop() ?? this.#make();
    chunk.length = 0;
  }

  #make(): Float32Array<ArrayBuffer> {
    this.#made++;
    return new Float32Array(CHUNK_FRAMES);
  }
}

/** Blocks in a ring of shared memory. */
export class RingOutlet implements Outlet {
  readonly #ring: RingWriter;
  #sent = 0;

  constructor(memory: SharedArrayBuffer) {
    this.#ring = new RingWriter(memory);
  }

  write(frame: number, samples: Float32Array, length: number): void {
    for (let at = 0; at < length; at += BLOCK_FRAMES) this.#ring.write(frame + at, samples, at, Math.min(BLOCK_FRAMES, length - at));
    this.#sent += length;
  }

  end(): void {
    this.#ring.end(this.#sent);
  }
}

/** The outlet that the main thread asked for. */
export function outletOf(connect: CaptureConnect): Outlet {
  return 'ring' in connect ? new RingOutlet(connect.ring) : new PortOutlet(connect.port);
}
