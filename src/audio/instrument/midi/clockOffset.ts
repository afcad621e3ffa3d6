/** How slowly the distance of the two clocks follows its readings, which jump by some ms; and what is more than a jump, ms. */
const SMOOTHING = 0.02;
const MAX_JUMP = 20;

/** How far the clock of the sound is from the page's: a sound and a message of the same moment meet at the listener. */
export class ClockOffset {
  readonly #read: () => number;
  /** ms. */
  #offset = Number.NaN;

  /** @param read the time of the performance clock less that of the sound that is heard at the same moment, ms */
  constructor(read: () => number) {
    this.#read = read;
  }

  /** When a sound at `time` (s, context's clock) is heard, ms on the performance clock. */
  pageTime(time: number): number {
    return 1000 * time + this.#now();
  }

  /** The time of the context (s) that is heard at `time` (ms, performance clock). */
  soundTime(time: number): number {
    return (time - this.#now()) / 1000;
  }

  #now(): number {
    const read = this.#read();
    const change = read - this.#offset;
    this.#offset = Math.abs(change) < MAX_JUMP ? this.#offset + SMOOTHING * change : read;
    return this.#offset;
  }
}
