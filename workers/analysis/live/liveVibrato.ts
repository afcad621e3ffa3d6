import { measurePeriod, PERIOD } from '../monophony/swings/period.ts';
import { LIVE } from './parameters.ts';

/**
 * Detects a vibrato from the last period of the pitch: one note whose partials come and go with the swings. A trill rests
 * on its two notes, and a glide does not come back.
 */

export class LiveVibrato {
  /** Fractional MIDI pitch of the steps of the last period; NaN where unvoiced. */
  readonly #pitches = new Float64Array(PERIOD).fill(Number.NaN);
  #next = 0;
  /** Mean pitch of the vibrato, fractional MIDI; null without one. */
  around: number | null = null;

  /** Takes the pitch of the next step, fractional MIDI or null where it is unvoiced. */
  push(midi: number | null): void {
    this.#pitches[this.#next] = midi ?? Number.NaN;
    this.#next = (this.#next + 1) % PERIOD;
    this.around = this.#measure();
  }

  #measure(): number | null {
    const period = measurePeriod((i) => this.#pitches[(this.#next + i) % PERIOD]!);
    if (period === null) return null;
    const { mean, lowest, highest, resting } = period;
    const range = highest - lowest;
    const isSwing =
      range >= LIVE.minSwing &&
      range <= LIVE.maxSwing &&
      resting <= LIVE.maxResting * PERIOD &&
      this.#comesBack(lowest, highest);
    return isSwing ? mean : null;
  }

  /** Whether the pitch returns within the period; a glide goes from its lowest to its highest, or back. */
  #comesBack(lowest: number, highest: number): boolean {
    const first = this.#pitches[this.#next]!;
    const last = this.#pitches[(this.#next + PERIOD - 1) % PERIOD]!;
    return Math.abs(last - first) <= LIVE.swingBack * (highest - lowest);
  }
}
