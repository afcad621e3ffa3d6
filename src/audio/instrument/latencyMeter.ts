/** Onset and event belong together when the sound comes at most so long after it was asked for, s; on a busy machine it takes a tenth. */
const MATCH = 0.5;
/** Onset and event may be so far out of order, as the main thread's view of the context's clock is a rounded one, s. */
const ROUNDING = 0.005;
/** Expectations that are kept. */
const KEPT = 32;
/** Measurements that the median is taken of. */
const WINDOW = 32;

/** Where the output stands: a time on the context's clock (s) and when it leaves the browser (ms, performance clock). */
export interface OutputMoment {
  contextTime: number;
  performanceTime: number;
}

/** What of it the browser says it knows, ms. */
export interface OutputDelays {
  /** The browser's own buffer. */
  base: number;
  /** From there to the ear: the system, the device, and Bluetooth where there is any; null where the browser does not say. */
  output: number | null;
}

export interface LatencyFigure extends OutputDelays {
  /** Median from event to first sample, ms. */
  median: number;
  /** Notes measured, 32 at most. */
  count: number;
}

/** A change of the output's delay that is another device and no rounding, ms. */
const OTHER_DEVICE = 30;

/**
 * Measures how long a touch takes to become sound: from the event's own time stamp to the moment at which its first
 * sample is handed to the sound device. Only notes after a silence can be told apart at the output, so only they count.
 */
export class LatencyMeter {
  readonly #expected: { event: number; note: number }[] = [];
  readonly #measured: number[] = [];
  #delays: OutputDelays = { base: 0, output: null };

  /** A note was asked for: `event` in ms on the performance clock, `note` its time on the context's clock, s. */
  expect(event: number, note: number): void {
    if (!(event > 0)) return;
    this.#expected.push({ event, note });
    if (this.#expected.length > KEPT) this.#expected.shift();
  }

  /**
   * The limiter heard sound at `time` (context clock, s) after `silence` seconds without any. Returns the new figure, or null when
   * no note explains it: none was asked for in that silence.
   */
  onset(
    { time, silence }: { time: number; silence: number },
    output: OutputMoment,
    delays: OutputDelays = this.#delays,
  ): LatencyFigure | null {
    // What was measured through the loudspeaker says nothing about the headphones.
    if (Math.abs((delays.output ?? 0) - (this.#delays.output ?? 0)) > OTHER_DEVICE) this.#measured.length = 0;
    this.#delays = delays;
    // The first of several notes is the one that broke the silence; one from before it began while others sounded.
    const longest = Math.min(silence, MATCH);
    const cause = this.#expected.find(({ note }) => time - note > -ROUNDING && time - note < longest);
    this.#expected.length = 0;
    if (cause === undefined) return null;
    const latency = output.performanceTime + (time - output.contextTime) * 1000 - cause.event;
    // A negative or endless figure is a clock that jumped (a sleeping laptop, a changed device), not a measurement.
    if (latency < 0 || latency > 2000) return null;
    this.#measured.push(latency);
    if (this.#measured.length > WINDOW) this.#measured.shift();
    return this.figure();
  }

  /** The figure so far, or null before the first measurement. */
  figure(): LatencyFigure | null {
    if (this.#measured.length === 0) return null;
    const sorted = [...this.#measured].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
    return { median, count: sorted.length, ...this.#delays };
  }
}
