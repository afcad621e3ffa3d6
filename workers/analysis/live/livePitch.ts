import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { LIVE } from './parameters.ts';
import { SAMPLE_RATE } from '../parameters.ts';
import { PITCH } from '../monophony/parameters.ts';

/**
 * Estimates the pitch of the last few periods, for the live view only. The pitch path needs two periods of the lowest
 * pitch after a step; this method looks back instead and has a higher lowest pitch. It is the pitch method of McLeod &
 * Wyvill (2005), comparing the newest sound with the sound before it.
 */

const WINDOW_SAMPLES = Math.round(LIVE.quickWindow * SAMPLE_RATE);
const MIN_DELAY = Math.floor(SAMPLE_RATE / PITCH.highest);
const MAX_DELAY = Math.ceil(SAMPLE_RATE / LIVE.quickLowest);
/** Delays that the kernel takes, from 0 on. */
const DELAY_COUNT = 8 * Math.ceil((MAX_DELAY + 2) / 8);
/** A narrow peak may exceed the sampled delays by this much, clarity. */
const MAX_EXCESS_CLARITY = 0.1;

export class LivePitch {
  /** Pitch of the newest moment, Hz; 0 where it is uncertain. */
  hz = 0;
  /** Its periodicity, 0 to 1. */
  clarity = 0;
  readonly #kernels: Kernels;
  readonly #clarities = new Float64Array(MAX_DELAY + 2);
  /**
   * The newest samples, the last one first, and the sum of the products of the window with the sound `delay` before it.
   */
  readonly #backwards: Floats;
  readonly #products: Floats;

  constructor(kernels: Kernels) {
    this.#kernels = kernels;
    this.#backwards = kernels.floats(WINDOW_SAMPLES + DELAY_COUNT);
    this.#products = kernels.floats(DELAY_COUNT);
  }

  /** Measures the sound before the sample `end`; a window below `gate`, mean square, is silent. */
  measure(samples: Floats, end: number, gate: number): void {
    this.hz = 0;
    this.clarity = 0;
    if (this.#measure(samples, end, gate)) this.#pick();
  }

  #measure(samples: Floats, end: number, gate: number): boolean {
    const from = end - WINDOW_SAMPLES;
    let energy = 0;
    for (let i = from; i < end; i++) energy += samples[i]! * samples[i]!;
    if (energy < gate * WINDOW_SAMPLES) return false;
    const backwards = this.#backwards;
    for (let i = 0; i < WINDOW_SAMPLES + DELAY_COUNT; i++) backwards[i] = samples[end - 1 - i]!;
    this.#kernels.correlateDirectly(backwards, 0, WINDOW_SAMPLES, this.#products, 0, DELAY_COUNT);
    const clarities = this.#clarities;
    let before = energy;
    for (let delay = 1; delay < clarities.length; delay++) {
      const first = samples[from - delay]!;
      const last = samples[end - delay]!;
      before += first * first - last * last;
      clarities[delay] = (2 * this.#products[delay]!) / (energy + Math.max(0, before));
    }
    return true;
  }

  /** Chooses the best peak after the one around delay 0, with the octave cost of the pitch path. */
  #pick(): void {
    const clarities = this.#clarities;
    let delay = 1;
    while (delay < MAX_DELAY && clarities[delay]! > 0) delay++;
    let best = -Infinity;
    for (delay = Math.max(delay, MIN_DELAY, 2); delay <= MAX_DELAY; delay++) {
      const centre = clarities[delay]!;
      const before = clarities[delay - 1]!;
      const after = clarities[delay + 1]!;
      if (centre < LIVE.quickSure - MAX_EXCESS_CLARITY || centre < before || centre <= after) continue;
      const bend = before - 2 * centre + after;
      const shift = bend < 0 ? (before - after) / (2 * bend) : 0;
      const hz = SAMPLE_RATE / (delay + shift);
      const clarity = Math.min(1, centre - ((before - after) * shift) / 4);
      const score = clarity + PITCH.octaveCost * Math.log2(hz);
      if (score <= best) continue;
      best = score;
      this.hz = hz;
      this.clarity = clarity;
    }
    if (this.clarity < LIVE.quickSure) this.hz = 0;
  }
}
