/**
 * A ring buffer in shared memory with one writer (the audio thread) and one reader (the analysis worker). Holds blocks
 * of up to 128 samples, each with the frame number of its first sample. The writer never blocks: it drops the block
 * when the ring is full, and the reader finds a jump of the frame numbers.
 */

/** Samples per block, one render quantum. */
export const BLOCK_FRAMES = 128;
/** Blocks in the ring: 5.5 s at 48 kHz in 1 MiB. A power of two, so that counters may wrap at 2^32. */
export const RING_BLOCKS = 2048;
/**
 * The reader is notified once per this many blocks: 375 notifications a second would cost more than the samples.
 */
const BLOCKS_PER_SIGNAL = 4;

const HEADER_WORDS = 8;
/** Blocks written and read so far, modulo 2^32. */
const WRITTEN_INDEX = 0;
const READ_INDEX = 1;
/** Counter of notifications; the reader waits for a change. */
const SIGNAL_INDEX = 2;
/** 1 after the end. */
const ENDED_INDEX = 3;

interface Views {
  header: Int32Array;
  /** Frame numbers of the blocks, and after them the total at the end. */
  frames: Float64Array;
  lengths: Int32Array;
  samples: Float32Array;
}

function viewsOf(memory: SharedArrayBuffer): Views {
  const framesAt = HEADER_WORDS * 4;
  const lengthsAt = framesAt + (RING_BLOCKS + 1) * 8;
  const samplesAt = lengthsAt + RING_BLOCKS * 4;
  return {
    header: new Int32Array(memory, 0, HEADER_WORDS),
    frames: new Float64Array(memory, framesAt, RING_BLOCKS + 1),
    lengths: new Int32Array(memory, lengthsAt, RING_BLOCKS),
    samples: new Float32Array(memory, samplesAt, RING_BLOCKS * BLOCK_FRAMES),
  };
}

/** Memory for one ring, all zero. */
export function createRing(): SharedArrayBuffer {
  return new SharedArrayBuffer(
    HEADER_WORDS * 4 + (RING_BLOCKS + 1) * 8 + RING_BLOCKS * 4 + RING_BLOCKS * BLOCK_FRAMES * 4,
  );
}

export class RingWriter {
  readonly #views: Views;
  #untilSignal = BLOCKS_PER_SIGNAL;

  constructor(memory: SharedArrayBuffer) {
    this.#views = viewsOf(memory);
  }

  /**
   * Writes `length` samples (at most {@link BLOCK_FRAMES}) from `offset`. Returns false when the ring was full and they
   * were dropped.
   */
  write(frame: number, source: Float32Array, offset: number, length: number): boolean {
    const { header, frames, lengths, samples } = this.#views;
    const written = Atomics.load(header, WRITTEN_INDEX);
    if (((written - Atomics.load(header, READ_INDEX)) | 0) >= RING_BLOCKS) {
      this.#signal();
      return false;
    }
    const slot = written & (RING_BLOCKS - 1);
    const at = slot * BLOCK_FRAMES;
    for (let i = 0; i < length; i++) samples[at + i] = source[offset + i]!;
    frames[slot] = frame;
    lengths[slot] = length;
    Atomics.store(header, WRITTEN_INDEX, (written + 1) | 0);
    if (--this.#untilSignal === 0) this.#signal();
    return true;
  }

  /** Marks the end; `total` is the number of written frames, dropped ones included. */
  end(total: number): void {
    const { header, frames } = this.#views;
    frames[RING_BLOCKS] = total;
    Atomics.store(header, ENDED_INDEX, 1);
    this.#signal();
  }

  #signal(): void {
    this.#untilSignal = BLOCKS_PER_SIGNAL;
    Atomics.add(this.#views.header, SIGNAL_INDEX, 1);
    Atomics.notify(this.#views.header, SIGNAL_INDEX);
  }
}

export class RingReader {
  readonly #views: Views;

  constructor(memory: SharedArrayBuffer) {
    this.#views = viewsOf(memory);
  }

  /** The header, for `Atomics.waitAsync(header, signalIndex, signal())`. */
  get header(): Int32Array {
    return this.#views.header;
  }

  get signalIndex(): number {
    return SIGNAL_INDEX;
  }

  signal(): number {
    return Atomics.load(this.#views.header, SIGNAL_INDEX);
  }

  /** Number of written frames if the writer has ended, else null. Read it before the last drain. */
  endFrame(): number | null {
    return Atomics.load(this.#views.header, ENDED_INDEX) === 1 ? this.#views.frames[RING_BLOCKS]! : null;
  }

  /**
   * Calls `take` for at most `maxBlocks` blocks of the ring; returns true if there are more. The samples are valid only
   * during the call.
   */
  drain(take: (frame: number, samples: Float32Array) => void, maxBlocks: number = RING_BLOCKS): boolean {
    const { header, frames, lengths, samples } = this.#views;
    let read = Atomics.load(header, READ_INDEX);
    for (let left = maxBlocks; read !== Atomics.load(header, WRITTEN_INDEX); left--) {
      if (left === 0) return true;
      const slot = read & (RING_BLOCKS - 1);
      const at = slot * BLOCK_FRAMES;
      take(frames[slot]!, samples.subarray(at, at + lengths[slot]!));
      read = (read + 1) | 0;
      Atomics.store(header, READ_INDEX, read);
    }
    return false;
  }
}
