import { HOP_SECONDS, LIVE } from './parameters.ts';
import type { NoteEvent } from './types.ts';

/**
 * Provisional notes while a sound comes in, from the latest estimate of each step: a note begins when the
 * pitch has been steady for a few steps, more of them where it is unclear or another note sounds, or when its
 * partials rise again; it ends when the pitch has changed or stopped for a few. The notes of the finished
 * analysis come from the note decoder, which has the whole sound.
 */

const steps = (seconds: number): number => Math.round(seconds / HOP_SECONDS);
const CONFIRM = steps(LIVE.confirmSeconds);
const DOUBT = steps(LIVE.doubtSeconds);
const CHANGE = steps(LIVE.changeSeconds);
const RELEASE = steps(LIVE.releaseSeconds);
const REPEAT = steps(LIVE.repeatAfter);

export class LiveNotes {
  readonly #notes: NoteEvent[] = [];
  #step = 0;
  /** A pitch that may become a note: its mean, and for how many steps it has been steady. */
  #mean = 0;
  #held = 0;
  #clarity = 0;
  #sounding = false;
  #away = 0;
  /** Steps since the present note began, and the last rise of its partials. */
  #age = 0;
  #rise = 0;

  /** One step: fractional MIDI or null, periodicity, velocity, and the latest known rise of the partials of that pitch, dB. */
  push(midi: number | null, clarity: number, velocity: number, rise: number): void {
    const t = this.#step++;
    this.#age++;
    if (this.#sounding) this.#follow(midi, clarity, velocity, t);
    this.#hold(midi, clarity);
    const current = this.#notes.at(-1);
    const isSame = this.#sounding && current !== undefined && Math.abs(this.#mean - pitchOf(current)) < LIVE.deviation;
    // The rise is past its peak: the tone has been struck again.
    const isStruck = rise < this.#rise && this.#rise >= LIVE.repeatRise && this.#age >= REPEAT;
    this.#rise = midi === null ? 0 : rise;
    const needed = this.#sounding ? CHANGE : this.#clarity >= LIVE.sure ? CONFIRM : DOUBT;
    if (isSame ? isStruck : this.#held >= needed) this.#begin(velocity, isSame ? 1 : this.#held, t);
  }

  /** The sounding note goes on, or ends when the pitch has been elsewhere for long enough. */
  #follow(midi: number | null, clarity: number, velocity: number, t: number): void {
    const note = this.#notes.at(-1)!;
    if (midi !== null && Math.abs(midi - pitchOf(note)) < LIVE.deviation) {
      this.#away = 0;
      note.offset = (t + 1) * HOP_SECONDS;
      note.velocity = Math.max(note.velocity, velocity);
      note.confidence += (clarity - note.confidence) * 0.1;
    } else if (++this.#away >= RELEASE) this.#sounding = false;
  }

  #hold(midi: number | null, clarity: number): void {
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
  }

  #begin(velocity: number, held: number, t: number): void {
    this.#sounding = true;
    this.#away = 0;
    this.#age = 0;
    const name = Math.round(this.#mean);
    this.#notes.push({
      midi: name,
      cents: 100 * (this.#mean - name),
      onset: (t + 1 - held) * HOP_SECONDS,
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

const pitchOf = ({ midi, cents }: NoteEvent): number => midi + cents / 100;
