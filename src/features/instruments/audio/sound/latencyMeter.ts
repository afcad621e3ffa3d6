/** Maximum time from an event to its onset, s; a busy machine takes a tenth. */
const MAX_DELAY_S = 0.5;
/** Tolerance for an onset before its event, s: the main thread reads a rounded clock. */
const EARLY_TOLERANCE_S = 0.005;
/** Expected notes to keep. */
const MAX_EXPECTED_NOTES = 32;
/** Measurements in the median. */
const MEDIAN_WINDOW = 32;

/** A time on the context's clock (s) and when it leaves the browser (ms, performance clock). */
export interface OutputMoment {
  contextTime: number;
  performanceTime: number;
}

/** Delays that the browser reports, ms. */
export interface OutputDelays {
  /** The browser's own buffer. */
  base: number;
  /** From there to the listener: system, device and Bluetooth; null when the browser does not report it. */
  output: number | null;
}

export interface LatencyFigure extends OutputDelays {
  /** Median from event to first sample, ms. */
  median: number;
  /** Notes measured, 32 at most. */
  count: number;
}

/** A larger change of the output's delay means another device, ms. */
const OTHER_DEVICE = 30;

/**
 * Measures the latency from a touch to its sound: from the event's time stamp to the time when its first sample reaches
 * the sound device. Counts only notes after a silence, as the output does not show the onsets of others.
 */
export class LatencyMeter {
  /** Receives each new figure. */
  onFigure: (figure: LatencyFigure) => void = () => undefined;
  readonly #expected: { event: number; note: number }[] = [];
  readonly #measured: number[] = [];
  #delays: OutputDelays = { base: 0, output: null };

  /**
   * Registers an expected note: `event` in ms on the performance clock, `note` its time on the context's clock, s.
   */
  expect(event: number, note: number): void {
    if (!(event > 0)) return;
    this.#expected.push({ event, note });
    if (this.#expected.length > MAX_EXPECTED_NOTES) this.#expected.shift();
  }

  /**
   * Registers sound at the limiter at `time` (context clock, s) after `silence` seconds without any. Returns the new
   * figure, or null when no expected note matches.
   */
  onset(
    { time, silence }: { time: number; silence: number },
    output: OutputMoment,
    delays: OutputDelays = this.#delays,
  ): LatencyFigure | null {
    // Measurements of another device do not count.
    if (Math.abs((delays.output ?? 0) - (this.#delays.output ?? 0)) > OTHER_DEVICE) this.#measured.length = 0;
    this.#delays = delays;
    // Of several notes the first broke the silence; an earlier one began while others sounded.
    const longest = Math.min(silence, MAX_DELAY_S);
    const cause = this.#expected.find(({ note }) => time - note > -EARLY_TOLERANCE_S && time - note < longest);
    this.#expected.length = 0;
    if (cause === undefined) return null;
    const latency = output.performanceTime + (time - output.contextTime) * 1000 - cause.event;
    // A clock that jumped (a sleeping laptop, a changed device).
    if (latency < 0 || latency > 2000) return null;
    this.#measured.push(latency);
    if (this.#measured.length > MEDIAN_WINDOW) this.#measured.shift();
    const figure = this.currentFigure();
    if (figure !== null) this.onFigure(figure);
    return figure;
  }

  /** The figure so far, or null before the first measurement. */
  currentFigure(): LatencyFigure | null {
    if (this.#measured.length === 0) return null;
    const sorted = [...this.#measured].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
    return { median, count: sorted.length, ...this.#delays };
  }
}
