import './quietTone.ts';
import { Clock } from 'tone/build/esm/core/clock/Clock.js';
import { Context } from 'tone/build/esm/core/context/Context.js';
import { setContext } from 'tone/build/esm/core/context/GlobalContext.js';
import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { stepSeconds, swingDelay } from '../../domain/pitch/beat.ts';

/*
 * Tone's parts are imported by file: its index constructs an AudioContext of its own while it loads, and is
 * three times as big. Only the clock is needed here: it turns a frequency into exact tick times and is
 * woken by a worker's timer, which a busy or hidden page does not slow down.
 */

/** How far ahead steps are scheduled, s: a main thread that is blocked for less than this is never heard. */
export const LOOKAHEAD = 0.2;
/** How often the worker's timer wakes the clock, s. */
const UPDATE = 0.03;
/** From the press on Play to the first step, s: enough for the first steps to be scheduled before they sound. */
const LEAD = 0.03;
/** A step that is later than this is left out instead of stumbling after, s; the first one is heard in any case. */
const TOO_LATE = 0.05;
/** Steps that are remembered for the drawing. */
const MEMORY = 64;

/** A Tone context around the page's native one, with the transport's lookahead; it becomes Tone's default. */
export function toneContextOn(native: AudioContext): BaseContext {
  const stateListener = native.onstatechange;
  const context = new Context({
    context: native,
    clockSource: 'worker',
    latencyHint: 'interactive',
    lookAhead: LOOKAHEAD,
    updateInterval: UPDATE,
  });
  // Tone takes the context's one onstatechange slot for itself; whoever had it keeps it.
  if (stateListener !== null) native.onstatechange = stateListener;
  setContext(context);
  return context;
}

export interface Tempo {
  /** Beats a minute. */
  bpm: number;
  /** Per cent, 50 is straight. */
  swing: number;
}

/** Called ahead of time for each step. `time` is on the context's clock, s, `straight` the same without the swing. */
export type StepListener = (step: number, time: number, straight: number) => void;

/**
 * Half-beat steps at exact times on Tone's clock. Sounds are scheduled ahead with the `time` that is handed in, and
 * whoever draws asks `stepAt` with the time that is audible now.
 */
export class StepTransport {
  readonly #context: BaseContext;
  readonly #onStep: StepListener;
  readonly #times = new Float64Array(MEMORY);
  readonly #steps = new Int32Array(MEMORY).fill(-1);
  #written = 0;
  #clock: Clock | null = null;
  #following = false;
  #tempo: Tempo = { bpm: 120, swing: 50 };

  constructor(context: BaseContext, onStep: StepListener) {
    this.#context = context;
    this.#onStep = onStep;
  }

  get running(): boolean {
    return this.#clock !== null || this.#following;
  }

  /**
   * Starts from step 0, or again from there when it runs.
   * @param at time of step 0 on the context's clock, s; 30 ms from now when absent
   * @returns that time
   */
  start(tempo: Tempo, at?: number): number {
    this.stop();
    this.#tempo = tempo;
    // A fresh clock each time: a clock that ran has already dealt with everything up to its lookahead and would
    // start that much later.
    const clock = new Clock({
      context: this.#context,
      frequency: 1 / stepSeconds(tempo.bpm),
      callback: (time, ticks) => this.#tick(time, ticks ?? 0),
    });
    this.#clock = clock;
    // Counted from here: to make a clock for the first time may take longer than the lead.
    const begin = at ?? this.#context.immediate() + LEAD;
    clock.start(begin);
    // The first steps are scheduled now, not when the worker's timer comes round: the page may be busy by then.
    this.#context.emit('tick');
    return begin;
  }

  /** Follows a clock from outside: Tone's clock stands, and steps come by `place` until `stop`. */
  follow(tempo: Tempo): void {
    this.stop();
    this.#tempo = tempo;
    this.#following = true;
  }

  /** A step of the clock that is followed. @param time when it sounds without swing, on the context's clock, s */
  place(step: number, time: number): void {
    if (this.#following) this.#tick(time, step);
  }

  /** Stops; the steps that are already scheduled are the caller's to take back. */
  stop(): void {
    this.#following = false;
    this.#clock?.dispose();
    this.#clock = null;
    this.#steps.fill(-1);
  }

  /** Changes tempo or swing while it runs; heard once the lookahead has passed. */
  setTempo(tempo: Tempo): void {
    const changed = tempo.bpm !== this.#tempo.bpm;
    this.#tempo = tempo;
    if (changed && this.#clock !== null) this.#clock.frequency.value = 1 / stepSeconds(tempo.bpm);
  }

  /** The step that sounds at a time on the context's clock, or -1. */
  stepAt(time: number): number {
    let best = -1;
    let bestTime = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < MEMORY; i++) {
      if (this.#steps[i]! >= 0 && this.#times[i]! <= time && this.#times[i]! > bestTime) {
        best = this.#steps[i]!;
        bestTime = this.#times[i]!;
      }
    }
    return best;
  }

  #tick(tickTime: number, step: number): void {
    const time = tickTime + (step % 2 === 0 ? 0 : swingDelay(this.#tempo));
    const slot = this.#written % MEMORY;
    this.#times[slot] = time;
    this.#steps[slot] = step;
    this.#written += 1;
    const first = step === 0 && !this.#following;
    if (first || time >= this.#context.immediate() - TOO_LATE) this.#onStep(step, time, tickTime);
  }
}
