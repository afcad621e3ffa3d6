import type { BaseContext } from 'tone/build/esm/core/context/BaseContext.js';
import { KEY_NOTE_LENGTH } from '../../domain/keyboard/keyboard.ts';
import type { TakeNote } from '../../domain/take/layeredTake.ts';
import { FADING, PATCHES } from '../sound/patch.ts';
import { LOOKAHEAD } from '../sound/transport.ts';
import type { VoicePool } from '../sound/voices.ts';

/** Source name of the notes of a take. */
const TAKE_SOURCE = 'take';
/** Skip notes that are later than this, s. */
const TOO_LATE = 0.05;
/** Minimum length of a note, s. */
const MIN_NOTE_SECONDS = 0.03;

/** Plays a note of a take that begins at a time on the context's clock, s. */
export function soundTakeNote(voices: Pick<VoicePool, 'start' | 'release'>, note: TakeNote, time: number): void {
  const patch = note.tone === undefined ? FADING : PATCHES[note.tone];
  const voice = voices.start({
    midi: note.midi,
    velocity: note.velocity,
    time,
    length: KEY_NOTE_LENGTH,
    patch,
    source: TAKE_SOURCE,
  });
  // The fading tone ends by its length.
  if (patch.fade === 'held') voices.release(voice, time + Math.max(MIN_NOTE_SECONDS, note.offset - note.onset));
}

/**
 * Plays the notes of a take on the audio clock. Schedules them ahead by Tone's worker timer, so that blocks of the main
 * thread shorter than the lookahead are inaudible.
 */
export class TakePlayer {
  readonly #context: BaseContext;
  readonly #voices: VoicePool;
  readonly #notes: readonly TakeNote[];
  readonly #duration: number;
  readonly #onEnd: () => void;
  readonly #tick = (): void => this.#schedule();
  #start = Number.NaN;
  #next = 0;

  /**
   * @param notes in order of onset, s
   * @param onEnd called once after `duration` (s), not after `stop`
   */
  constructor(
    context: BaseContext,
    voices: VoicePool,
    { notes, duration }: { notes: readonly TakeNote[]; duration: number },
    onEnd: () => void = () => undefined,
  ) {
    this.#context = context;
    this.#voices = voices;
    this.#notes = notes;
    this.#duration = duration;
    this.#onEnd = onEnd;
  }

  /** Starts the take at `at` on the context's clock, s. */
  start(at: number): void {
    this.stop();
    this.#start = at;
    this.#next = 0;
    this.#context.on('tick', this.#tick);
    // Schedule the first notes now: the page may be busy when the timer fires.
    this.#schedule();
  }

  /** Stops and cancels scheduled notes. */
  stop(): void {
    if (Number.isNaN(this.#start)) return;
    this.#context.off('tick', this.#tick);
    this.#start = Number.NaN;
    this.#voices.stop(TAKE_SOURCE);
  }

  #schedule(): void {
    // Tone's `now` includes the lookahead.
    const ahead = this.#context.now();
    const late = this.#context.immediate() - TOO_LATE;
    for (; this.#next < this.#notes.length; this.#next++) {
      const note = this.#notes[this.#next]!;
      const time = this.#start + note.onset;
      if (time > ahead) break;
      if (time >= late) soundTakeNote(this.#voices, note, time);
    }
    if (ahead < this.#start + this.#duration + LOOKAHEAD) return;
    this.#context.off('tick', this.#tick);
    this.#start = Number.NaN;
    this.#onEnd();
  }
}
