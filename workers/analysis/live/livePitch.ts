import type { Floats, Kernels } from '../dsp/kernels/kernels.ts';
import { Spectrum } from '../dsp/spectrum.ts';
import { LIVE } from './parameters.ts';
import { PITCH, RATE, SPECTRUM } from '../parameters.ts';

/**
 * Estimates the pitch of the last few periods, for the live view only. The pitch path waits for two periods of the lowest
 * pitch after a step; this method looks back instead and has a higher lowest pitch. It is the pitch method of McLeod &
 * Wyvill (2005), comparing the newest sound with the sound before it.
 */

const WINDOW = Math.round(LIVE.quickWindow * RATE);
const MIN_DELAY = Math.floor(RATE / PITCH.highest);
const MAX_DELAY = Math.ceil(RATE / LIVE.quickLowest);
/** A narrow peak may exceed the sampled delays by this much, clarity. */
const BETWEEN = 0.1;

export class LivePitch {
  /** Pitch of the newest moment, Hz; 0 where it is uncertain. */
  hz = 0;
  /** Its periodicity, 0 to 1. */
  clarity = 0;
  readonly #spectrum: Spectrum;
  readonly #clarities = new Float64Array(MAX_DELAY + 2);

  constructor(kernels: Kernels) {
    this.#spectrum = new Spectrum(kernels);
  }

  /** Amplitudes of the bins of the newest spectrum. */
  get amplitude(): Floats {
    return this.#spectrum.amplitude;
  }

  /** Measures the sound before the sample `end`; a window below `gate`, mean square, is silent. */
  measure(samples: Floats, end: number, gate: number): void {
    this.hz = 0;
    this.clarity = 0;
    this.#spectrum.measure(samples, end - SPECTRUM.window / 2);
    if (this.#measure(samples, end, gate)) this.#pick();
  }

  #measure(samples: Floats, end: number, gate: number): boolean {
    const from = end - WINDOW;
    let energy = 0;
    for (let i = from; i < end; i++) energy += samples[i]! * samples[i]!;
    if (energy < gate * WINDOW) return false;
    const clarities = this.#clarities;
    let before = energy;
    for (let delay = 1; delay < clarities.length; delay++) {
      const first = samples[from - delay]!;
      const last = samples[end - delay]!;
      before += first * first - last * last;
      let sum = 0;
      for (let i = from; i < end; i++) sum += samples[i]! * samples[i - delay]!;
      clarities[delay] = (2 * sum) / (energy + Math.max(0, before));
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
      const here = clarities[delay]!;
      const before = clarities[delay - 1]!;
      const after = clarities[delay + 1]!;
      if (here < LIVE.quickSure - BETWEEN || here < before || here <= after) continue;
      const bend = before - 2 * here + after;
      const shift = bend < 0 ? (before - after) / (2 * bend) : 0;
      const hz = RATE / (delay + shift);
      const clarity = Math.min(1, here - ((before - after) * shift) / 4);
      const score = clarity + PITCH.octaveCost * Math.log2(hz);
      if (score <= best) continue;
      best = score;
      this.hz = hz;
      this.clarity = clarity;
    }
    if (this.clarity < LIVE.quickSure) this.hz = 0;
  }
}
