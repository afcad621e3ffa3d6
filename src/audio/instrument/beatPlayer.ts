import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { COLUMNS, columnNotes, PAD_LENGTH, stepSeconds, type BeatPattern } from '../../domain/pitch/beat.ts';
import { midiOf, type NoteCode } from '../../domain/pitch/pitch.ts';
import { StepTransport } from './transport.ts';
import type { VoiceId, VoicePool } from './voices.ts';

/** The voices' name for the beat's notes. */
export const BEAT_SOURCE = 'beat';
/** Velocity of a pad. */
const PAD_VELOCITY = 1;
/** Closer than this to its time a step can no longer be changed, s. */
const TOO_CLOSE = 0.008;

/** Told ahead of what the beat does, for another device that is led by it. Times are on the context's clock, s. */
export interface BeatLed {
  /** A step and its straight time, without swing. */
  onStep(time: number, seconds: number): void;
  /** A note; `voice` names it. */
  onNote(voice: VoiceId, midi: number, velocity: number, time: number, length: number): void;
  /** A note that was taken back before it began. */
  onCancel(voice: VoiceId): void;
  onStop(): void;
}

interface ScheduledStep {
  column: number;
  time: number;
  voices: Map<NoteCode, VoiceId>;
}

/** Plays a pattern round and round. A pad that is toggled just ahead of the playhead is still heard, or no longer. */
export class BeatPlayer {
  readonly #context: BaseContext;
  readonly #pool: VoicePool;
  readonly #transport: StepTransport;
  #pattern: BeatPattern;
  /** The steps inside the lookahead, oldest first. */
  #scheduled: ScheduledStep[] = [];
  /** The device that follows this beat, if any. */
  led: BeatLed | null = null;

  constructor(context: BaseContext, pool: VoicePool, pattern: BeatPattern) {
    this.#context = context;
    this.#pool = pool;
    this.#pattern = pattern;
    this.#transport = new StepTransport(context, (step, time, straight) => {
      this.led?.onStep(straight, stepSeconds(this.#pattern.bpm));
      this.#schedule(step % COLUMNS, time);
    });
  }

  get playing(): boolean {
    return this.#transport.running;
  }

  /** Starts at column 0; returns when, on the context's clock, s. */
  start(at?: number): number {
    this.#scheduled = [];
    return this.#transport.start(this.#pattern, at);
  }

  /** Follows a clock from outside; its steps come by `place`. */
  follow(): void {
    this.stop();
    this.#transport.follow(this.#pattern);
  }

  /**
   * A step of the clock that is followed.
   * @param time on the context's clock, s
   * @param bpm the tempo of that clock, which tells how late a swung step comes
   */
  place(step: number, time: number, bpm: number): void {
    this.#transport.setTempo({ bpm, swing: this.#pattern.swing });
    this.#transport.place(step, time);
  }

  stop(): void {
    if (this.#transport.running) this.led?.onStop();
    this.#transport.stop();
    this.#pool.stop(BEAT_SOURCE);
    this.#scheduled = [];
  }

  /** Takes the changed pattern; what is scheduled but not yet near is changed with it. */
  setPattern(pattern: BeatPattern): void {
    this.#pattern = pattern;
    this.#transport.setTempo(pattern);
    const now = this.#context.immediate();
    for (const { column, time, voices } of this.#scheduled) {
      if (time < now + TOO_CLOSE) continue;
      const wanted = columnNotes(pattern, column);
      for (const [note, voice] of voices) {
        if (!wanted.includes(note)) {
          this.#pool.cancel(voice);
          this.led?.onCancel(voice);
          voices.delete(note);
        }
      }
      for (const note of wanted) {
        if (!voices.has(note)) voices.set(note, this.#sound(note, time));
      }
    }
  }

  /** The column (0 to 7) that sounds at a time on the context's clock, or -1. */
  columnAt(time: number): number {
    const step = this.#transport.stepAt(time);
    return step === -1 ? -1 : step % COLUMNS;
  }

  #schedule(column: number, time: number): void {
    const now = this.#context.immediate();
    while (this.#scheduled.length > 0 && this.#scheduled[0]!.time < now) this.#scheduled.shift();
    const voices = new Map(columnNotes(this.#pattern, column).map((note) => [note, this.#sound(note, time)]));
    this.#scheduled.push({ column, time, voices });
  }

  #sound(note: NoteCode, time: number): VoiceId {
    const midi = midiOf(note);
    const voice = this.#pool.start({ midi, velocity: PAD_VELOCITY, time, length: PAD_LENGTH, source: BEAT_SOURCE });
    this.led?.onNote(voice, midi, PAD_VELOCITY, time, PAD_LENGTH);
    return voice;
  }
}
