import { hzOfMidi } from '../../../src/core/pitch/pitch.ts';
import type { Floats } from '../dsp/kernels/kernels.ts';
import { HOP_SECONDS, steps } from '../parameters.ts';
import { LIVE } from './parameters.ts';
import { ownPartials } from '../monophony/lingering/ownPartials.ts';
import type { NoteEvent } from '../types.ts';
import { LiveVibrato } from './liveVibrato.ts';

/**
 * Provisional notes while a sound comes in, from the latest estimate of each step. A note begins when the pitch has been
 * steady for a few steps (more where it is unclear, where another note sounds, or where it has no partials of its own),
 * and when its partials rise again. It ends when the pitch has changed or stopped for a few steps. The notes of the
 * finished analysis come from the note decoder, which has the whole sound.
 */

const CONFIRM = steps(LIVE.confirmSeconds);
const DOUBT = steps(LIVE.doubtSeconds);
const CHANGE = steps(LIVE.changeSeconds);
const RELEASE = steps(LIVE.releaseSeconds);
const REPEAT = steps(LIVE.repeatAfter);
const AGAIN = steps(LIVE.againAfter);
const UNOWNED = steps(LIVE.unownedSeconds);

/** First measurements of a step. */
export interface LiveStep {
  /** Fractional MIDI, or null where unvoiced. */
  midi: number | null;
  /** Periodicity, 0 to 1. */
  clarity: number;
  /** 0 to 1. */
  velocity: number;
  /** Latest known rise of the partials of that pitch, dB. */
  rise: number;
  /** Lead of the pitch over the step, steps. */
  ahead: number;
  /** Amplitudes of the bins of the spectrum of that pitch. */
  amplitude: Floats;
  /** Steps since a note began again (liveRepeats.ts); 0 where none did. */
  again: number;
}

export class LiveNotes {
  readonly #notes: NoteEvent[] = [];
  /** Number of notes that have begun, dropped ones included. */
  begun = 0;
  /** Number of the next step. */
  #step: number;
  readonly #vibrato = new LiveVibrato();
  /**
   * Candidate for a note: mean pitch, steady steps, clarity, level of its own partials, dB, and steps measured for
   * it.
   */
  #mean = 0;
  #held = 0;
  #clarity = 0;
  #own = 0;
  #compared = 0;
  #sounding = false;
  #away = 0;
  /** Steps since the current note began, minus its lead, and the last rise of its partials. */
  #age = 0;
  #rise = 0;

  /** @param first number of the first pushed step */
  constructor(first = 0) {
    this.#step = first;
  }

  /** Takes the next step. */
  push(step: Readonly<LiveStep>): void {
    const { midi, clarity, velocity, rise } = step;
    const known = this.#step++;
    const t = known + step.ahead;
    this.#age++;
    if (this.#sounding) this.#follow(midi, clarity, velocity, t);
    this.#hold(midi, clarity);
    const current = this.#notes.at(-1);
    this.#vibrato.push(midi);
    const { around } = this.#vibrato;
    const isSame =
      this.#sounding &&
      current !== undefined &&
      (Math.abs(this.#mean - pitchOf(current)) < LIVE.deviation ||
        (around !== null && Math.abs(around - pitchOf(current)) < LIVE.deviation));
    // The rise is past its peak: the tone has been struck again.
    const isStruck = rise < this.#rise && this.#rise >= LIVE.repeatRise && this.#age >= REPEAT && around === null;
    this.#rise = midi === null ? 0 : rise;
    if (isSame) {
      if (isStruck) this.#begin(velocity, 1, known);
      else if (step.again > 0 && this.#age - step.again >= AGAIN) this.#begin(velocity, step.again, known);
      return;
    }
    if (midi === null) return;
    this.#compare(midi, step.amplitude, t);
    if (this.#held >= this.#needed()) this.#begin(velocity, this.#held, t);
  }

  /** Number of steady steps before a pitch becomes a note. */
  #needed(): number {
    const needed = this.#sounding ? CHANGE : this.#clarity >= LIVE.sure ? CONFIRM : DOUBT;
    return this.#own < LIVE.ownLevel ? Math.max(needed, UNOWNED) : needed;
  }

  /** Extends the sounding note, or ends it when the pitch has been elsewhere for long enough. */
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
      this.#compared = 0;
      this.#mean = midi;
      this.#clarity = clarity;
    }
  }

  /** Adds the level of the pitch's own partials. Partials of a higher note just before do not count. */
  #compare(midi: number, amplitude: Floats, t: number): void {
    const before = this.#notes.at(-1);
    const isLower =
      before !== undefined && t * HOP_SECONDS - before.offset <= LIVE.lingers && midi < pitchOf(before) - LIVE.lowerBy;
    const { level } = ownPartials(hzOfMidi(midi), isLower ? hzOfMidi(pitchOf(before)) : 0, amplitude);
    this.#compared++;
    this.#own += (level - this.#own) / this.#compared;
  }

  /** Begins a note that has sounded for `held` steps. */
  #begin(velocity: number, held: number, t: number): void {
    const onset = (t + 1 - held) * HOP_SECONDS;
    const before = this.#notes.at(-1);
    if (before !== undefined) before.offset = Math.min(before.offset, Math.max(onset, before.onset));
    this.#sounding = true;
    this.begun++;
    this.#away = 0;
    // The rise of its partials comes later by the lead.
    this.#age = this.#step - 1 - t;
    const name = Math.round(this.#mean);
    this.#notes.push({
      midi: name,
      cents: 100 * (this.#mean - name),
      onset,
      offset: (t + 1) * HOP_SECONDS,
      confidence: this.#clarity,
      velocity,
    });
    if (this.#notes.length > LIVE.maxNotes) this.#notes.shift();
  }

  /**
   * Whether the pitch of the last step has lasted for more than one step: the beginning of a sound flickers.
   */
  get isSteady(): boolean {
    return this.#held > 1;
  }

  /** The notes so far, oldest first. Always the same array; its last note still grows. */
  notes(): readonly NoteEvent[] {
    return this.#notes;
  }
}

const pitchOf = ({ midi, cents }: NoteEvent): number => midi + cents / 100;
