/** Clocks per quarter note, per step (half a beat), and per sixteenth, the unit of song positions. */
const CLOCKS_PER_QUARTER = 24;
export const CLOCKS_PER_STEP = 12;
const CLOCKS_PER_SIXTEENTH = 6;
/** Clocks in the fit of tempo and phase: least squares over a quarter average out the jitter of a cable. */
const WINDOW = 24;
/** A step is placed this many clocks ahead: about 80 ms at 120 beats a minute. */
const AHEAD = 4;
/** Two clocks in a row this far from their expected time, in periods: the tempo has changed. */
const ASTRAY = 0.25;
/** A longer pause restarts the fit, s; 24 clocks at 10 beats a minute are closer together. */
const PAUSE = 0.3;
/** Tempo before two clocks have come, beats a minute. */
const INITIAL_BPM = 120;

interface FollowedStep {
  /** 0, 1, 2 ... from the start of the song. */
  step: number;
  /** When it is due without swing, s on the clock of `clock`'s times. */
  time: number;
  /** Beats a minute at that moment. */
  bpm: number;
}

/**
 * Follows the MIDI clock of another device: finds tempo and phase despite jitter, and announces steps ahead of time.
 * Places nothing without clocks, so pulling the cable stops the beat.
 */
export class ClockFollower {
  readonly #onStep: (step: FollowedStep) => void;
  readonly #times = new Float64Array(WINDOW);
  /** Clocks in the window, and where the next one goes. */
  #count = 0;
  #next = 0;
  #last = -Infinity;
  #period = 60 / INITIAL_BPM / CLOCKS_PER_QUARTER;
  /** The straight line through the window at the newest clock, s. */
  #fitted = 0;
  #astray = 0;
  /** A tempo is known. */
  #known = false;
  #running = false;
  /** Clocks from the start of the song to the next one that comes; and the next step to place. */
  #position = 0;
  #step = 0;
  readonly #followed: FollowedStep = { step: 0, time: 0, bpm: INITIAL_BPM };

  constructor(onStep: (step: FollowedStep) => void) {
    this.#onStep = onStep;
  }

  get running(): boolean {
    return this.#running;
  }

  /** Tempo of the clock, beats a minute. */
  get bpm(): number {
    return 60 / (this.#period * CLOCKS_PER_QUARTER);
  }

  /** The song starts with the next clock. */
  start(): void {
    this.#position = 0;
    this.resume();
  }

  /** The song resumes with the next clock from its position. */
  resume(): void {
    this.#running = true;
    this.#step = Math.ceil(this.#position / CLOCKS_PER_STEP);
    // Many devices restart their clock with the song: keep the tempo, take the phase from the next clock.
    this.#count = 0;
  }

  stop(): void {
    this.#running = false;
  }

  /** Sets the song position, in sixteenth notes. */
  locate(sixteenths: number): void {
    this.#position = sixteenths * CLOCKS_PER_SIXTEENTH;
    this.#step = Math.ceil(this.#position / CLOCKS_PER_STEP);
  }

  /** Registers a clock at `time`, s. */
  clock(time: number): void {
    this.#take(time);
    if (!this.#running) return;
    const here = this.#position;
    this.#position += 1;
    const due = this.#step * CLOCKS_PER_STEP;
    if (due > here + AHEAD) return;
    this.#followed.step = this.#step;
    this.#followed.time = this.#fitted + (due - here) * this.#period;
    this.#followed.bpm = this.bpm;
    this.#step += 1;
    this.#onStep(this.#followed);
  }

  #take(time: number): void {
    const expected = this.#fitted + this.#period;
    if (time - this.#last > PAUSE) this.#count = 0;
    this.#astray = this.#count > 1 && Math.abs(time - expected) > ASTRAY * this.#period ? this.#astray + 1 : 0;
    if (this.#astray > 1) {
      // Only the last two have the new tempo.
      this.#count = 1;
      this.#astray = 0;
    }
    this.#last = time;
    this.#times[this.#next] = time;
    this.#next = (this.#next + 1) % WINDOW;
    this.#count = Math.min(WINDOW, this.#count + 1);
    this.#fit(time);
  }

  /** Least squares over the window: slope is the period, its value at the newest clock the phase. */
  #fit(newest: number): void {
    const n = this.#count;
    if (n === 1) {
      this.#fitted = newest;
      return;
    }
    let sum = 0;
    let moment = 0;
    for (let i = 0; i < n; i++) {
      // Relative to the newest, so that no precision is lost.
      const value = this.#times[(this.#next - n + i + WINDOW) % WINDOW]! - newest;
      sum += value;
      moment += value * i;
    }
    const middle = (n - 1) / 2;
    const slope = (moment - middle * sum) / ((n * (n * n - 1)) / 12);
    // Two or three clocks are less precise than the known tempo.
    const trust = Math.min(1, n / 6);
    this.#period += (slope - this.#period) * (this.#known ? trust : 1);
    this.#known = true;
    this.#fitted = newest + sum / n + this.#period * middle;
  }
}

/** Smoothing of the clocks' offset, whose readings jump by some ms; and the size of a real jump, ms. */
const SMOOTHING = 0.02;
const MAX_JUMP = 20;

/** Offset of the sound's clock from the page's, to play a sound and a message at the same moment. */
export class ClockOffset {
  readonly #read: () => number;
  /** ms. */
  #offset = Number.NaN;

  /**
   * @param read the time of the performance clock less that of the sound that is heard at the same moment, ms
   */
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
