import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { LOOKAHEAD_S, StepTransport } from '../sound/transport.ts';
import type { VoicePool } from '../sound/voices.ts';
import { TakeVoices, type TakeEvents } from './takeVoices.ts';
import { BEATS_PER_BAR } from '#features/instruments/domain/take/recordedTake.ts';

/** Skip notes that are later than this, s. */
const TOO_LATE = 0.05;

/**
 * Plays a take on the audio clock. Schedules them ahead by Tone's worker timer, so that blocks of the main
 * thread shorter than the lookahead are inaudible.
 */
export class TakePlayer {
  readonly #context: BaseContext;
  readonly #voices: TakeVoices;
  readonly #duration: number;
  readonly #onEnd: () => void;
  readonly #tick = (): void => this.#schedule();
  #start = Number.NaN;

  /** @param onEnd called once after the take's duration, not after `stop` */
  constructor(context: BaseContext, voices: VoicePool, take: TakeEvents, onEnd: () => void = () => undefined) {
    this.#context = context;
    this.#voices = new TakeVoices(voices, take);
    this.#duration = take.duration;
    this.#onEnd = onEnd;
  }

  /** Starts the take at `at` on the context's clock, s. */
  start(at: number): void {
    this.stop();
    this.#start = at;
    this.#voices.rewind();
    this.#context.on('tick', this.#tick);
    // Schedule the first notes now: the page may be busy when the timer fires.
    this.#schedule();
  }

  /** Stops and cancels scheduled notes. */
  stop(): void {
    if (Number.isNaN(this.#start)) return;
    this.#context.off('tick', this.#tick);
    this.#start = Number.NaN;
    this.#voices.stop();
  }

  #schedule(): void {
    // Tone's `now` includes the lookahead.
    const ahead = this.#context.now();
    const late = this.#context.immediate() - TOO_LATE;
    this.#voices.schedule(this.#start, ahead - this.#start, late - this.#start);
    if (ahead < this.#start + this.#duration + LOOKAHEAD_S) return;
    this.#context.off('tick', this.#tick);
    this.#start = Number.NaN;
    this.#onEnd();
  }
}

const METRONOME_SOURCE = 'metronome';
/** The first beat of a bar, and the others: MIDI number and velocity. */
const FIRST_BEAT = { midi: 96, velocity: 0.75 };
const OTHER_BEAT = { midi: 91, velocity: 0.5 };
/** Length of a click, s. */
const CLICK_S = 0.06;

/** Clicks on every beat, timed by the audio clock; the first of four is higher. */
export class Metronome {
  readonly #transport: StepTransport;
  readonly #voices: VoicePool;
  #beats = Infinity;

  constructor(context: BaseContext, voices: VoicePool) {
    this.#voices = voices;
    this.#transport = new StepTransport(context, (step, time) => {
      const beat = step / 2;
      if (!Number.isInteger(beat) || beat >= this.#beats) return;
      const click = beat % BEATS_PER_BAR === 0 ? FIRST_BEAT : OTHER_BEAT;
      voices.start({ ...click, time, length: CLICK_S, source: METRONOME_SOURCE });
    });
  }

  /**
   * @param at time of the first beat on the context's clock, s
   * @param beats number of beats; endless by default
   */
  start(bpm: number, at: number, beats: number = Infinity): void {
    this.#beats = beats;
    this.#transport.start({ bpm, swing: 50 }, at);
  }

  stop(): void {
    this.#transport.stop();
    this.#voices.stop(METRONOME_SOURCE);
  }
}
