import type { FromCapture, ToCapture } from '../../../worklets/captureProtocol.ts';
import { RingReader } from '../../../worklets/ring.ts';
import type { PcmSource } from '../protocol.ts';
import { yieldToEvents } from '../yieldToEvents.ts';

/** Takes samples with the frame number of the first; they are valid only during the call. */
export type TakeSamples = (frame: number, samples: Float32Array) => void;

/** Reads the PCM of a capture. */
export interface CaptureReader {
  /**
   * Settles after the last frame was read, with the number of sent frames; null if the reader was closed first.
   */
  readonly ended: Promise<number | null>;
  close(): void;
}

/** Polling interval of the ring without `Atomics.waitAsync`, ms. */
const POLL_MS = 8;
/** Timeout of a wait, so that a closed reader ends, ms. */
const WAIT_MS = 500;
/** Blocks that are read between two turns of the event loop: 21 ms of sound at 48 kHz. */
const BLOCKS_PER_TURN = 8;

interface AsyncWait {
  async: boolean;
  value: unknown;
}
type WaitAsync = (cells: Int32Array, index: number, value: number, timeout?: number) => AsyncWait;
/** In the language since ES2024, in Firefox since 145; not in the compiler library of this program. */
const waitAsync = (Atomics as { waitAsync?: WaitAsync }).waitAsync?.bind(Atomics);

function openPort(port: MessagePort, take: TakeSamples): CaptureReader {
  let settle: (frames: number | null) => void;
  const ended = new Promise<number | null>((resolve) => {
    settle = resolve;
  });
  const close = (frames: number | null) => {
    // Both ends must be closed, or neither is garbage collected (web-audio-api#2060).
    port.onmessage = null;
    port.close();
    settle(frames);
  };
  port.onmessage = ({ data }: MessageEvent<FromCapture>) => {
    if (data.type === 'end') {
      close(data.frames);
      return;
    }
    take(data.frame, data.samples.subarray(0, data.length));
    port.postMessage({ type: 'recycle', samples: data.samples } satisfies ToCapture, [data.samples.buffer]);
  };
  return { ended, close: () => close(null) };
}

function openRing(memory: SharedArrayBuffer, take: TakeSamples): CaptureReader {
  const ring = new RingReader(memory);
  let closed = false;
  const nextSignal = async (lastSignal: number): Promise<void> => {
    const wait = waitAsync?.(ring.header, ring.signalIndex, lastSignal, WAIT_MS);
    if (wait === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    else if (wait.async) await wait.value;
    else await yieldToEvents();
  };
  const listen = async (): Promise<number | null> => {
    for (;;) {
      // Read both before the drain: a signal during it ends the next wait at once.
      const lastSignal = ring.signal();
      const sent = ring.endFrame();
      if (closed) return null;
      // Yield: if the analysis is slower than the sound, the ring is never empty, and pings, cancellations and files
      // must still be handled.
      while (ring.drain(take, BLOCKS_PER_TURN)) {
        await yieldToEvents();
        if (closed) return null;
      }
      if (sent !== null) return sent;
      await nextSignal(lastSignal);
    }
  };
  return {
    ended: listen(),
    close: () => {
      closed = true;
    },
  };
}

/** Starts reading a capture, from a ring or a port. */
export function openCapture(source: PcmSource, take: TakeSamples): CaptureReader {
  return source.kind === 'ring' ? openRing(source.ring, take) : openPort(source.port, take);
}

/** A block of silence, for gaps. */
const SILENT_BLOCK = new Float32Array(4096);

/**
 * Joins numbered samples to one continuous sound: missing frames are counted and replaced by silence, so that
 * times stay correct; repeated frames are dropped.
 */
export class GapFiller {
  /** Frames that arrived. */
  frames = 0;
  /** Frames that were missing. */
  lost = 0;
  readonly #push: (samples: Float32Array) => void;
  #next: number | null = null;

  constructor(push: (samples: Float32Array) => void) {
    this.#push = push;
  }

  take(frame: number, samples: Float32Array): void {
    this.#next ??= frame;
    const gap = frame - this.#next;
    for (let left = gap; left > 0; left -= SILENT_BLOCK.length)
      this.#push(SILENT_BLOCK.subarray(0, Math.min(left, SILENT_BLOCK.length)));
    if (gap > 0) this.lost += gap;
    const fresh = gap < 0 ? samples.subarray(Math.min(samples.length, -gap)) : samples;
    if (fresh.length > 0) {
      this.frames += fresh.length;
      this.#push(fresh);
    }
    this.#next = Math.max(this.#next, frame + samples.length);
  }
}
