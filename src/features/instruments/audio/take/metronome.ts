import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { BEATS } from '../../domain/take/recordedTake.ts';
import { StepTransport } from '../sound/transport.ts';
import type { VoicePool } from '../sound/voices.ts';

const METRONOME_SOURCE = 'metronome';
/** The first beat of a bar, and the others: MIDI number and velocity. */
const FIRST = { midi: 96, velocity: 0.75 };
const OTHER = { midi: 91, velocity: 0.5 };
/** Length of a click, s. */
const CLICK = 0.06;

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
      const click = beat % BEATS === 0 ? FIRST : OTHER;
      voices.start({ ...click, time, length: CLICK, source: METRONOME_SOURCE });
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
