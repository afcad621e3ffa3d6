import { HeldMeter } from '../monophony/swings/heldMeter.ts';
import { isHeldAsMelody } from '../monophony/melody.ts';
import { estimateTuning, nearestMidi } from '../monophony/tuning.ts';
import { HOP_SECONDS, MELODY, steps } from '../parameters.ts';
import { LIVE } from './parameters.ts';
import type { NoteEvent } from '../types.ts';

const FIRST = steps(LIVE.confirmSeconds);
const EARLY = steps(LIVE.firstSeconds);
const INTERVAL = steps(LIVE.judgedEvery);

/** A pitch, fractional MIDI (null without one), and its periodicity, 0 to 1. */
interface Pitch {
  midi: number | null;
  clarity: number;
}

/**
 * Judges while a sound comes in whether it is a melody, by the rules for the whole sound (monophony/melody.ts). Before they
 * apply, the first level pitch opens the view: those of speech glide, and those of drums fall.
 */
export class LiveVerdict {
  readonly #meter = new HeldMeter();
  /** Mean pitch of the steps that are level so far, and their number. */
  #mean = 0;
  #level = 0;
  /** Whether a level pitch has come. */
  #opened = false;
  #step = 0;
  isMelody = false;

  /** Takes the next step: the pitch path, Hz (0 where unvoiced), the pitch of the newest moment, and the notes so far. */
  push(hz: number, newest: Pitch, notes: readonly NoteEvent[]): void {
    this.#meter.push(hz);
    this.#step++;
    const { share } = this.#meter;
    if (share === null) this.isMelody = this.#begins(newest);
    else if (this.#step % INTERVAL === 0) this.isMelody = this.#judge(share, notes);
  }

  /** Whether what is too short for the verdict begins as a melody does: with a level pitch that is held. */
  #begins(newest: Pitch): boolean {
    this.#opened ||= this.#isLevel(newest);
    const { voiced, held } = this.#meter;
    return this.#opened && (voiced < EARLY || held >= MELODY.minHeld * voiced);
  }

  #isLevel({ midi, clarity }: Pitch): boolean {
    const isClear = midi !== null && clarity >= LIVE.sure;
    const goesOn = isClear && this.#level > 0 && Math.abs(midi - this.#mean) <= LIVE.firstWithin;
    this.#level = goesOn ? this.#level + 1 : isClear ? 1 : 0;
    if (isClear) this.#mean = goesOn ? this.#mean + (midi - this.#mean) / this.#level : midi;
    return this.#level >= FIRST;
  }

  #judge(share: number, notes: readonly NoteEvent[]): boolean {
    const tuning = estimateTuning(
      notes.map((note) => ({ pitch: pitchOf(note), seconds: Math.max(HOP_SECONDS, note.offset - note.onset) })),
    );
    // The names of the live view are those at A4 = 440 Hz.
    const named = notes.map((note) => ({ ...note, midi: nearestMidi(pitchOf(note), tuning) }));
    return isHeldAsMelody(share + (this.isMelody ? LIVE.mildness : 0), named, tuning);
  }
}

const pitchOf = ({ midi, cents }: NoteEvent): number => midi + cents / 100;
