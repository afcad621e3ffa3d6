import type { FromCapture, ToCapture } from '../worklets/protocol.ts';
import { RingReader } from '../worklets/ring.ts';
import type { CaptureSource } from './protocol.ts';
import { turn } from './turn.ts';

/** Takes numbered samples, which are valid during the call only. */
export type TakeSamples = (frame: number, samples: Float32Array) => void;

/** The receiving end of a capture. */
export interface CaptureLine {
  /** Settles with the number of frames that were sent, once the last of them was handed over; null when the line was closed first. */
  readonly ended: Promise<number | null>;
  close(): void;
}

/** Without `Atomics.waitAsync` the ring is looked at this often, ms. */
const POLL_MS = 8;
/** A wait ends after this anyway, so that a closed line is let go, ms. */
const WAIT_MS = 500;
/** Blocks that are taken from the ring between two looks at the event loop: 21 ms of sound at 48 kHz. */
const BLOCKS_A_TURN = 8;

interface AsyncWait {
  async: boolean;
  value: unknown;
}
type WaitAsync = (cells: Int32Array, index: number, value: number, timeout?: number) => AsyncWait;
/** In the language since ES2024, in Firefox since 145; not in this realm's compiler library. */
const waitAsync = (Atomics as { waitAsync?: WaitAsync }).waitAsync?.bind(Atomics);

function openPort(port: MessagePort, take: TakeSamples): CaptureLine {
  let settle: (frames: number | null) => void;
  const ended = new Promise<number | null>((resolve) => {
    settle = resolve;
  });
  const close = (frames: number | null) => {
    // Closed at both ends, or neither is ever collected (web-audio-api#2060).
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

function openRing(memory: SharedArrayBuffer, take: TakeSamples): CaptureLine {
  const ring = new RingReader(memory);
  let closed = false;
  const nextSignal = async (seen: number): Promise<void> => {
    const wait = waitAsync?.(ring.header, ring.signalIndex, seen, WAIT_MS);
    if (wait === undefined) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    else if (wait.async) await wait.value;
    else await turn();
  };
  const listen = async (): Promise<number | null> => {
    for (;;) {
      // Both are read before the drain: what is signalled during it wakes the next wait at once.
      const seen = ring.signal();
      const sent = ring.ended();
      if (closed) return null;
      // Whoever is slower than the sound finds the ring never empty: pings, a cancel and files get their turn all the same.
      while (ring.drain(take, BLOCKS_A_TURN)) {
        await turn();
        if (closed) return null;
      }
      if (sent !== null) return sent;
      await nextSignal(seen);
    }
  };
  return {
    ended: listen(),
    close: () => {
      closed = true;
    },
  };
}

/** Begins to take samples from a capture, on whichever line it comes. */
export function openCapture(source: CaptureSource, take: TakeSamples): CaptureLine {
  return source.kind === 'ring' ? openRing(source.ring, take) : openPort(source.port, take);
}

/** Silence is handed on in pieces of this many samples. */
const SILENCE = new Float32Array(4096);

/**
 * Joins numbered samples to one unbroken sound: what is missing by frame number becomes silence, so
 * that times stay true, and is counted; what comes twice is dropped.
 */
export class Joiner {
  /** Frames that really came. */
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
    for (let left = gap; left > 0; left -= SILENCE.length) this.#push(SILENCE.subarray(0, Math.min(left, SILENCE.length)));
    if (gap > 0) this.lost += gap;
    const fresh = gap < 0 ? samples.subarray(Math.min(samples.length, -gap)) : samples;
    if (fresh.length > 0) {
      this.frames += fresh.length;
      this.#push(fresh);
    }
    this.#next = Math.max(this.#next, frame + samples.length);
  }
}
