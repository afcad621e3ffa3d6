/** Distance of two updates, s of sound: a little less than 1/30 s, as sound comes in chunks of 11 ms. */
const UPDATE_SECONDS = 0.03;

/** Tells when the live view is worth a look: thirty times a second, and at once when a note has begun. */
export class UpdateClock {
  readonly #sampleRate: number;
  /** Samples since the last look, and the notes that had begun by then. */
  #samples = 0;
  #begun = 0;

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.#sampleRate = sampleRate;
  }

  /** Takes the next samples of a sound in which so many notes have begun; true when an update is due, which counts as given. */
  isDue(samples: number, begun: number): boolean {
    this.#samples += samples;
    if (this.#samples < UPDATE_SECONDS * this.#sampleRate && begun === this.#begun) return false;
    this.#samples = 0;
    this.#begun = begun;
    return true;
  }
}
