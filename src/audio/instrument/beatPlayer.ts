import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { COLUMNS, columnNotes, PAD_LENGTH, type BeatPattern } from '../../domain/pitch/beat.ts';
import { midiOf, type NoteCode } from '../../domain/pitch/pitch.ts';
import { StepTransport } from './transport.ts';
import type { VoiceId, VoicePool } from './voices.ts';

/** The voices' name for the beat's notes. */
export const BEAT_SOURCE = 'beat';
/** Velocity of a pad. */
const PAD_VELOCITY = 1;
/** Closer than this to its time a step can no longer be changed, s. */
const TOO_CLOSE = 0.008;

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

  constructor(context: BaseContext, pool: VoicePool, pattern: BeatPattern) {
    this.#context = context;
    this.#pool = pool;
    this.#pattern = pattern;
    this.#transport = new StepTransport(context, (step, time) => this.#schedule(step % COLUMNS, time));
  }

  get playing(): boolean {
    return this.#transport.running;
  }

  /** Starts at column 0; returns when, on the context's clock, s. */
  start(at?: number): number {
    this.#scheduled = [];
    return this.#transport.start(this.#pattern, at);
  }

  stop(): void {
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
    return this.#pool.start({
      midi: midiOf(note),
      velocity: PAD_VELOCITY,
      time,
      length: PAD_LENGTH,
      source: BEAT_SOURCE,
    });
  }
}
