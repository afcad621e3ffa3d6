import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { stepSeconds, swingDelay } from '#features/instruments/domain/beat/beat.ts';

/** Time ahead of which steps are scheduled, s: shorter blocks of the main thread are inaudible. */
export const LOOKAHEAD_S = 0.2;
/**
 * From the press on Play to the first step, s: enough for the first steps to be scheduled before they sound.
 */
const LEAD_S = 0.03;
/** Skip steps that are later than this, s; the first one always sounds. */
const TOO_LATE = 0.05;
/** Steps to keep for drawing. */
const MAX_DRAWN_STEPS = 64;

export interface Tempo {
  /** Beats a minute. */
  bpm: number;
  /** Per cent, 50 is straight. */
  swing: number;
}

/**
 * Called ahead of time for each step. `time` is on the context's clock, s.
 */
type StepListener = (step: number, time: number) => void;

/**
 * Half-beat steps at exact times on the context's clock. Schedule sounds ahead with the given `time`; for drawing, call
 * `stepAt` with the audible time.
 */
export class StepTransport {
  readonly #context: BaseContext;
  readonly #onStep: StepListener;
  readonly #times = new Float64Array(MAX_DRAWN_STEPS);
  readonly #steps = new Int32Array(MAX_DRAWN_STEPS).fill(-1);
  #written = 0;
  #mode: 'stopped' | 'leading' | 'following' = 'stopped';
  #tempo: Tempo = { bpm: 120, swing: 50 };
  /** A position (maybe a fraction of a step) and its time without swing, s, since the last change of tempo. */
  #origin = { place: 0, time: 0 };
  /** The next step to schedule. */
  #next = 0;
  readonly #onTick = (): void => this.#schedule();

  constructor(context: BaseContext, onStep: StepListener) {
    this.#context = context;
    this.#onStep = onStep;
  }

  /**
   * Starts from step 0, or again from there when it runs.
   * @param at time of step 0 on the context's clock, s; 30 ms from now when absent
   * @returns that time
   */
  start(tempo: Tempo, at?: number): number {
    this.stop();
    this.#tempo = tempo;
    this.#mode = 'leading';
    const begin = at ?? this.#context.immediate() + LEAD_S;
    this.#origin = { place: 0, time: begin };
    this.#next = 0;
    this.#context.on('tick', this.#onTick);
    // Schedule the first steps now: the page may be busy when the timer fires.
    this.#schedule();
    return begin;
  }

  /** Follows an external clock: steps come only by `place` until `stop`. */
  follow(tempo: Tempo): void {
    this.stop();
    this.#tempo = tempo;
    this.#mode = 'following';
  }

  /** Plays a step of the followed clock. @param time without swing, on the context's clock, s */
  place(step: number, time: number): void {
    if (this.#mode === 'following') this.#take(step, time);
  }

  /** Stops; the caller cancels steps that are already scheduled. */
  stop(): void {
    this.#mode = 'stopped';
    this.#context.off('tick', this.#onTick);
    this.#steps.fill(-1);
  }

  /** Changes tempo or swing while running; audible after the lookahead. */
  setTempo(tempo: Tempo): void {
    if (this.#mode === 'leading' && tempo.bpm !== this.#tempo.bpm) {
      // Steps that are due now keep the old tempo.
      this.#schedule();
      const { place, time } = this.#origin;
      const horizon = this.#context.now();
      if (horizon > time)
        this.#origin = { place: place + (horizon - time) / stepSeconds(this.#tempo.bpm), time: horizon };
    }
    this.#tempo = tempo;
  }

  /** Schedules the steps that begin before the lookahead ends. */
  #schedule(): void {
    const horizon = this.#context.now();
    // A listener may stop it.
    while (this.#mode === 'leading') {
      const time = this.#origin.time + (this.#next - this.#origin.place) * stepSeconds(this.#tempo.bpm);
      if (time >= horizon) break;
      this.#take(this.#next++, time);
    }
  }

  /** The step that sounds at a time on the context's clock, or -1. */
  stepAt(time: number): number {
    let best = -1;
    let bestTime = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < MAX_DRAWN_STEPS; i++) {
      if (this.#steps[i]! >= 0 && this.#times[i]! <= time && this.#times[i]! > bestTime) {
        best = this.#steps[i]!;
        bestTime = this.#times[i]!;
      }
    }
    return best;
  }

  /** @param straight when it sounds without swing, s */
  #take(step: number, straight: number): void {
    const time = straight + (step % 2 === 0 ? 0 : swingDelay(this.#tempo));
    const slot = this.#written % MAX_DRAWN_STEPS;
    this.#times[slot] = time;
    this.#steps[slot] = step;
    this.#written += 1;
    const first = step === 0 && this.#mode === 'leading';
    if (first || time >= this.#context.immediate() - TOO_LATE) this.#onStep(step, time);
  }
}
