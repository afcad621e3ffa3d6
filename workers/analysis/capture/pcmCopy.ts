import { emptyWav, WAV_HEADER_BYTES } from '../dsp/wavHeader.ts';

/** Upload limit, bytes; a longer copy could not be stored (docs/decisions.md, 56). */
export const MAX_COPY_BYTES = 25 * 2 ** 20;
const BLOCK_SAMPLES = 65_536;

/**
 * A 16-bit copy of the first 25 MiB of a recording (4½ minutes at 48 kHz), for browsers whose
 * MediaRecorder is missing or records nothing.
 */
export class PcmCopy {
  readonly #blocks: Int16Array[] = [];
  #length = 0;

  push(samples: Float32Array): void {
    const room = (MAX_COPY_BYTES - WAV_HEADER_BYTES) / 2 - this.#length;
    const count = Math.min(samples.length, room);
    for (let i = 0; i < count; i++) {
      const at = this.#length++;
      if (at % BLOCK_SAMPLES === 0) this.#blocks.push(new Int16Array(BLOCK_SAMPLES));
      const sample = samples[i]!;
      this.#blocks[(at / BLOCK_SAMPLES) | 0]![at % BLOCK_SAMPLES] = Math.round(
        Math.max(-1, Math.min(1, sample)) * 32_767,
      );
    }
  }

  /** The copy as a mono WAVE file. */
  toWav(sampleRate: number): Uint8Array<ArrayBuffer> {
    const bytes = emptyWav(this.#length, 1, sampleRate);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < this.#length; at++)
      view.setInt16(WAV_HEADER_BYTES + at * 2, this.#blocks[(at / BLOCK_SAMPLES) | 0]![at % BLOCK_SAMPLES]!, true);
    return bytes;
  }
}
