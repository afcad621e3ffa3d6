import './quietTone.ts';
import { Context } from 'tone/build/esm/core/context/Context.js';
import { setContext } from 'tone/build/esm/core/context/GlobalContext.js';
import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { stepSeconds, swingDelay } from '../../domain/beat/beat.ts';

/*
 * Tone's parts are imported by file: its index constructs an AudioContext of its own while it loads, and is
 * three times as big. Only its context is needed here: a worker's timer wakes it, which a busy or hidden page does not
 * slow down. Not its Clock: since it steps over a tick that is rounded to before the beginning of what it looks at
 * (Tone.js#1444), it leaves out the first tick wherever begin * frequency / frequency comes out below begin, which is one start
 * of twelve at 180 beats a minute.
 */

/** How far ahead steps are scheduled, s: a main thread that is blocked for less than this is never heard. */
export const LOOKAHEAD = 0.2;
/** How often the worker's timer wakes it, s. */
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
 * Half-beat steps at exact times on the context's clock. Sounds are scheduled ahead with the `time` that is handed in, and
 * whoever draws asks `stepAt` with the time that is audible now.
 */
export class StepTransport {
  readonly #context: BaseContext;
  readonly #onStep: StepListener;
  readonly #times = new Float64Array(MEMORY);
  readonly #steps = new Int32Array(MEMORY).fill(-1);
  #written = 0;
  #mode: 'stopped' | 'leading' | 'following' = 'stopped';
  #tempo: Tempo = { bpm: 120, swing: 50 };
  /** A place, which need not be a whole step, and its time without the swing, s: since then the tempo is the same. */
  #origin = { place: 0, time: 0 };
  /** The next step that is to be scheduled. */
  #next = 0;
  readonly #onTick = (): void => this.#schedule();

  constructor(context: BaseContext, onStep: StepListener) {
    this.#context = context;
    this.#onStep = onStep;
  }

  get running(): boolean {
    return this.#mode !== 'stopped';
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
    const begin = at ?? this.#context.immediate() + LEAD;
    this.#origin = { place: 0, time: begin };
    this.#next = 0;
    this.#context.on('tick', this.#onTick);
    // The first steps are scheduled now, not when the worker's timer comes round: the page may be busy by then.
    this.#schedule();
    return begin;
  }

  /** Follows a clock from outside: steps come by `place` alone until `stop`. */
  follow(tempo: Tempo): void {
    this.stop();
    this.#tempo = tempo;
    this.#mode = 'following';
  }

  /** A step of the clock that is followed. @param time when it sounds without swing, on the context's clock, s */
  place(step: number, time: number): void {
    if (this.#mode === 'following') this.#take(step, time);
  }

  /** Stops; the steps that are already scheduled are the caller's to take back. */
  stop(): void {
    this.#mode = 'stopped';
    this.#context.off('tick', this.#onTick);
    this.#steps.fill(-1);
  }

  /** Changes tempo or swing while it runs; heard once the lookahead has passed. */
  setTempo(tempo: Tempo): void {
    if (this.#mode === 'leading' && tempo.bpm !== this.#tempo.bpm) {
      // What is due by now is due in the old tempo.
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
    for (let i = 0; i < MEMORY; i++) {
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
    const slot = this.#written % MEMORY;
    this.#times[slot] = time;
    this.#steps[slot] = step;
    this.#written += 1;
    const first = step === 0 && this.#mode === 'leading';
    if (first || time >= this.#context.immediate() - TOO_LATE) this.#onStep(step, time, straight);
  }
}
