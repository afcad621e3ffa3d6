/** Interval between updates, s of sound: a little less than 1/30 s, as sound comes in chunks of 11 ms. */
const UPDATE_SECONDS = 0.03;

/** Decides when an update is due: thirty times a second, and at once when a note has begun. */
export class UpdateClock {
  readonly #sampleRate: number;
  /** Samples since the last update, and the number of notes at that time. */
  #samples = 0;
  #begun = 0;

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /**
   * Counts the next samples; `begun` is the number of notes so far. Returns true when an update is due, and resets.
   */
  isDue(samples: number, begun: number): boolean {
    this.#samples += samples;
    if (this.#samples < UPDATE_SECONDS * this.#sampleRate && begun === this.#begun) return false;
    this.#samples = 0;
    this.#begun = begun;
    return true;
  }
}
