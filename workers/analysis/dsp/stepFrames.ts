import { FRAME, HOP, LEVEL, SAMPLE_RATE } from '../parameters.ts';
import { DcFilter } from './conditioning.ts';
import type { Floats, Kernels } from './kernels/kernels.ts';

/** Samples that are processed at once; the result does not depend on it. */
export const MAX_CHUNK_SAMPLES = 4096;

/**
 * The newest samples of a sound at `SAMPLE_RATE`, without DC. The frame of a step is centred on its time, so half a
 * frame of silence comes first.
 */
export class StepFrames {
  readonly samples: Floats;
  /** Index in `samples` of the centre of the next step. */
  centre = FRAME / 2;
  #end = FRAME / 2;
  /** Energy of the hop before the centre. */
  #energy = 0;
  readonly #dc = new DcFilter(LEVEL.dcCorner, SAMPLE_RATE);

  constructor(kernels: Kernels) {
    this.samples = kernels.floats(4 * FRAME + 2 * MAX_CHUNK_SAMPLES);
  }

  /** Takes at most `MAX_CHUNK_SAMPLES` samples. */
  push(samples: Float32Array): void {
    if (this.#end + samples.length > this.samples.length) {
      const drop = this.centre - FRAME / 2;
      this.samples.copyWithin(0, drop, this.#end);
      this.#end -= drop;
      this.centre -= drop;
    }
    this.#dc.push(samples, this.samples, this.#end);
    this.#end += samples.length;
  }

  /** True when the frame of the next step is complete. */
  get isReady(): boolean {
    return this.centre + FRAME / 2 <= this.#end;
  }

  /** The mean square of the two hops around the centre. Call it once for each step. */
  measurePower(): number {
    const { samples, centre } = this;
    let energy = 0;
    for (let i = centre; i < centre + HOP; i++) energy += samples[i]! * samples[i]!;
    const power = (this.#energy + energy) / (2 * HOP);
    this.#energy = energy;
    return power;
  }

  /** Goes on to the next step. */
  advance(): void {
    this.centre += HOP;
  }
}
