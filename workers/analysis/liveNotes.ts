import { HOP_SECONDS, LIVE } from './parameters.ts';
import type { NoteEvent } from './types.ts';

/**
 * Provisional notes while a sound comes in, from the latest estimate of each step: a note begins when the
 * pitch has been steady for a few steps, and ends when it has changed or stopped for a few. The notes of the
 * finished analysis come from the note decoder, which has the whole sound.
 */

const CONFIRM = Math.round(LIVE.confirmSeconds / HOP_SECONDS);
const RELEASE = Math.round(LIVE.releaseSeconds / HOP_SECONDS);

export class LiveNotes {
  readonly #notes: NoteEvent[] = [];
  #step = 0;
  /** A pitch that may become a note: its mean, and for how many steps it has been steady. */
  #mean = 0;
  #held = 0;
  #clarity = 0;
  #sounding = false;
  #away = 0;

  /** One step: fractional MIDI or null, periodicity, velocity. */
  push(midi: number | null, clarity: number, velocity: number): void {
    const t = this.#step++;
    const note = this.#notes.at(-1);
    if (this.#sounding && note !== undefined) {
      if (midi !== null && Math.abs(midi - note.midi - note.cents / 100) < LIVE.deviation) {
        this.#away = 0;
        note.offset = (t + 1) * HOP_SECONDS;
        note.velocity = Math.max(note.velocity, velocity);
        note.confidence += (clarity - note.confidence) * 0.1;
      } else if (++this.#away >= RELEASE) this.#sounding = false;
    }
    if (midi === null) this.#held = 0;
    else if (this.#held > 0 && Math.abs(midi - this.#mean) < LIVE.steadyWithin) {
      this.#held++;
      this.#mean += (midi - this.#mean) / this.#held;
      this.#clarity += (clarity - this.#clarity) / this.#held;
    } else {
      this.#held = 1;
      this.#mean = midi;
      this.#clarity = clarity;
    }
    if (this.#held < CONFIRM) return;
    const current = this.#notes.at(-1);
    if (
      this.#sounding &&
      current !== undefined &&
      Math.abs(this.#mean - current.midi - current.cents / 100) < LIVE.deviation
    )
      return;
    this.#sounding = true;
    this.#away = 0;
    const name = Math.round(this.#mean);
    this.#notes.push({
      midi: name,
      cents: 100 * (this.#mean - name),
      onset: (t + 1 - this.#held) * HOP_SECONDS,
      offset: (t + 1) * HOP_SECONDS,
      confidence: this.#clarity,
      velocity,
    });
    if (this.#notes.length > LIVE.maxNotes) this.#notes.shift();
  }

  /** The notes so far, oldest first; the same array every time, its last note still growing. */
  notes(): readonly NoteEvent[] {
    return this.#notes;
  }
}
