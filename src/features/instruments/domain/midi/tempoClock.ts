import type { Division } from './chunks.ts';

/** Default tempo (SMF 1.0, RP-001), beats a minute, also for files in seconds. */
export const USUAL_BPM = 120;

/** Converts ticks to seconds and beats. Call in order of time. */
export class TempoClock {
  /** Microseconds of a beat. */
  #tempo = 60_000_000 / USUAL_BPM;
  readonly #division: Division;
  /** Time of `#tick`, s. */
  #begin: number;
  readonly #beginBeat: number;
  /** Tick of the last change of tempo. */
  #tick = 0;

  /**
   * @param begin time of tick 0, s
   * @param beginBeat the same in beats
   */
  constructor(division: Division, begin = 0, beginBeat = 0) {
    this.#division = division;
    this.#begin = begin;
    this.#beginBeat = beginBeat;
  }

  /** Current tempo, beats a minute. */
  get bpm(): number {
    return 60_000_000 / this.#tempo;
  }

  /** Time of a tick, s. */
  secondsAt(tick: number): number {
    return this.#begin + (tick - this.#tick) * this.#tickSeconds();
  }

  /** Beats (quarter notes) from the beginning. */
  beatAt(tick: number): number {
    const division = this.#division;
    if (division.kind === 'beats') return this.#beginBeat + tick / division.ticksPerBeat;
    return this.#beginBeat + ((tick / division.ticksPerSecond) * USUAL_BPM) / 60;
  }

  /** @param tempo microseconds of a beat, above 0 */
  setTempo(tick: number, tempo: number): void {
    if (this.#division.kind === 'seconds') return;
    this.#begin = this.secondsAt(tick);
    this.#tick = tick;
    this.#tempo = tempo;
  }

  #tickSeconds(): number {
    const division = this.#division;
    return division.kind === 'seconds' ? 1 / division.ticksPerSecond : this.#tempo / 1_000_000 / division.ticksPerBeat;
  }
}
