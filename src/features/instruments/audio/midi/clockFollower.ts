/** Clocks per quarter note, per step (half a beat), and per sixteenth, the unit of song positions. */
const CLOCKS_PER_QUARTER = 24;
const CLOCKS_PER_STEP = 12;
const CLOCKS_PER_SIXTEENTH = 6;
/** Clocks in the fit of tempo and phase: least squares over a quarter average out the jitter of a cable. */
const FIT_CLOCKS = 24;
/** A step is placed this many clocks ahead: about 80 ms at 120 beats a minute. */
const CLOCKS_AHEAD = 4;
/** Clocks closer than this, in periods, came together: a busy computer or a wireless link delivers several at once. */
const MAX_BURST_PERIODS = 0.25;
/** Two clocks (or bursts) in a row this far from their expected time, in periods: the tempo has changed. */
const MIN_JUMP_PERIODS = 0.25;
/** A longer pause restarts the fit, s; 24 clocks at 10 beats a minute are closer together. */
const RESTART_PAUSE_S = 0.3;
/** Tempo before two clocks have come, and the range in which a tempo is believed, beats a minute. */
const INITIAL_BPM = 120;
const BELIEVED_BPM = { min: 10, max: 400 };

const periodOf = (bpm: number): number => 60 / bpm / CLOCKS_PER_QUARTER;

/** Clocks that came together. Numbers count all clocks; times in s. */
interface Burst {
  first: number;
  firstTime: number;
  last: number;
  lastTime: number;
}

/** A straight line through clocks. */
interface Line {
  /** s from clock to clock */
  period: number;
  /** Mean time of the clocks, s, and how many clocks the newest one is after it. */
  time: number;
  ahead: number;
  /** Sum of the squared distances from the line. */
  error: number;
}

interface FollowedStep {
  /** 0, 1, 2 ... from the start of the song. */
  step: number;
  /** Its due time without swing, s, on the clock of `clock`'s times. */
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
  /** The bursts of the window, oldest first; most hold one clock. */
  #bursts: Burst[] = [];
  /** Number of the newest clock. */
  #number = -1;
  #last = -Infinity;
  #period = periodOf(INITIAL_BPM);
  /** The straight line through the window at the newest clock, s. */
  #fitted = 0;
  #astray = 0;
  /** The clock has a tempo. */
  #known = false;
  #running = false;
  /** Clocks from the start of the song to the next one that comes; and the next step to place. */
  #position = 0;
  #step = 0;
  readonly #followed: FollowedStep = { step: 0, time: 0, bpm: INITIAL_BPM };

  constructor(onStep: (step: FollowedStep) => void) {
    this.#onStep = onStep;
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
    this.#bursts = [];
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
    const position = this.#position;
    this.#position += 1;
    const due = this.#step * CLOCKS_PER_STEP;
    // The next burst may come too late for a step that is due in it.
    if (due > position + CLOCKS_AHEAD + this.#largest - 1) return;
    this.#followed.step = this.#step;
    this.#followed.time = this.#fitted + (due - position) * this.#period;
    this.#followed.bpm = this.bpm;
    this.#step += 1;
    this.#onStep(this.#followed);
  }

  /** Clocks in the largest burst of the window. */
  get #largest(): number {
    return this.#bursts.reduce((most, { first, last }) => Math.max(most, last - first + 1), 1);
  }

  #take(time: number): void {
    if (time - this.#last > RESTART_PAUSE_S) this.#bursts = [];
    this.#number += 1;
    const newest = this.#bursts.at(-1);
    if (newest !== undefined && time - newest.lastTime < MAX_BURST_PERIODS * this.#period) {
      newest.last = this.#number;
      newest.lastTime = time;
    } else {
      if (newest !== undefined) this.#watch(time);
      this.#bursts.push({ first: this.#number, firstTime: time, last: this.#number, lastTime: time });
      this.#bursts = this.#bursts.filter(({ last }) => this.#number - last < FIT_CLOCKS);
    }
    this.#last = time;
    this.#fit(time);
  }

  /**
   * Compares the beginning of a burst with its expected time; after two deviations only the clocks of the new tempo
   * stay.
   */
  #watch(time: number): void {
    const expected = this.#fitted + this.#period;
    const allowed = MIN_JUMP_PERIODS * this.#period * (2 * this.#largest - 1);
    const isAstray = this.#bursts.length > 1 && Math.abs(time - expected) > allowed;
    this.#astray = isAstray ? this.#astray + 1 : 0;
    if (this.#astray < 2) return;
    this.#bursts = this.#bursts.slice(-1);
    this.#astray = 0;
  }

  /** Least squares over the window: the slope is the period, the value at the newest clock the phase. */
  #fit(newest: number): void {
    const hasBursts = this.#largest > 1;
    // A burst may go on: its newest clock is not yet one that is in time.
    const bursts = hasBursts ? this.#bursts.slice(0, -1) : this.#bursts;
    if (bursts.length < 2) {
      if (this.#bursts.length === 1) this.#fitted = newest;
      else this.#fitted += this.#period;
      return;
    }
    // Clocks that were held up come with the last one, those of a sender that works ahead with the first.
    const late = this.#line(bursts.map(({ last, lastTime }) => [last, lastTime]));
    const early = hasBursts ? this.#line(bursts.map(({ first, firstTime }) => [first, firstTime])) : late;
    const best = early.error < late.error ? early : late;
    // Two or three clocks are less precise than the present tempo.
    const trust = Math.min(1, bursts.length / (hasBursts ? 3 : 6));
    const period = this.#period + (best.period - this.#period) * (this.#known ? trust : 1);
    this.#period = Math.min(periodOf(BELIEVED_BPM.min), Math.max(periodOf(BELIEVED_BPM.max), period));
    this.#known = true;
    this.#fitted = best.time + this.#period * best.ahead;
  }

  /** The line through clocks, each with its number and time. */
  #line(clocks: readonly (readonly [number: number, time: number])[]): Line {
    // Relative to the newest, so that no precision is lost.
    const [lastNumber, lastTime] = clocks.at(-1)!;
    const n = clocks.length;
    let [numbers, times] = [0, 0];
    for (const [number, time] of clocks) {
      numbers += number - lastNumber;
      times += time - lastTime;
    }
    const [middle, centre] = [numbers / n, times / n];
    let [moment, spread] = [0, 0];
    for (const [number, time] of clocks) {
      const away = number - lastNumber - middle;
      moment += away * (time - lastTime - centre);
      spread += away * away;
    }
    const period = moment / spread;
    let error = 0;
    for (const [number, time] of clocks)
      error += (time - lastTime - centre - period * (number - lastNumber - middle)) ** 2;
    return { period, time: lastTime + centre, ahead: this.#number - lastNumber - middle, error };
  }
}

/** Smoothing of the clocks' offset, whose readings jump by some ms; and the size of a real jump, ms. */
const OFFSET_SMOOTHING = 0.02;
const MAX_JUMP = 20;

/** Offset of the sound's clock from the page's, to play a sound at the moment of a message. */
export class ClockOffset {
  readonly #read: () => number;
  /** ms. */
  #offset = Number.NaN;

  /** @param read the time of the performance clock less that of the sound that is audible at the same moment, ms */
  constructor(read: () => number) {
    this.#read = read;
  }

  /** The time of the context (s) that is audible at `time` (ms, performance clock). */
  soundTime(time: number): number {
    return (time - this.#now()) / 1000;
  }

  #now(): number {
    const read = this.#read();
    const change = read - this.#offset;
    this.#offset = Math.abs(change) < MAX_JUMP ? this.#offset + OFFSET_SMOOTHING * change : read;
    return this.#offset;
  }
}
