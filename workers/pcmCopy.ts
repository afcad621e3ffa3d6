/** Upload limit, bytes; a longer copy could not be stored (docs/decisions.md 19). */
const MAX_BYTES = 25 * 2 ** 20;
const HEADER_BYTES = 44;
const BLOCK = 65_536;

/**
 * A 16-bit copy of the first 25 MiB of a recording (4½ minutes at 48 kHz), for browsers whose
 * MediaRecorder is missing or records nothing.
 */
export class PcmCopy {
  readonly #blocks: Int16Array[] = [];
  #length = 0;

  push(samples: Float32Array): void {
    const room = (MAX_BYTES - HEADER_BYTES) / 2 - this.#length;
    const count = Math.min(samples.length, room);
    for (let i = 0; i < count; i++) {
      const at = this.#length++;
      if (at % BLOCK === 0) this.#blocks.push(new Int16Array(BLOCK));
      const sample = samples[i]!;
      this.#blocks[(at / BLOCK) | 0]![at % BLOCK] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767);
    }
  }

  /** The copy as a mono WAVE file. */
  toWav(sampleRate: number): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(HEADER_BYTES + this.#length * 2);
    const view = new DataView(bytes.buffer);
    const words: [number, string | number][] = [
      [0, 'RIFF'], [4, bytes.length - 8], [8, 'WAVE'],
      // Format chunk: 16 bytes, PCM (1) of one channel, rate, bytes a second, bytes a frame (2) of 16 bits.
      [12, 'fmt '], [16, 16], [20, 0x0001_0001], [24, sampleRate], [28, sampleRate * 2], [32, 0x0010_0002],
      [36, 'data'], [40, this.#length * 2],
    ];
    for (const [at, word] of words) {
      if (typeof word === 'number') view.setUint32(at, word, true);
      else for (let i = 0; i < 4; i++) bytes[at + i] = word.charCodeAt(i);
    }
    for (let at = 0; at < this.#length; at++) view.setInt16(HEADER_BYTES + at * 2, this.#blocks[(at / BLOCK) | 0]![at % BLOCK]!, true);
    return bytes;
  }
}
