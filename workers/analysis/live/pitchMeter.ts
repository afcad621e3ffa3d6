import { hzOfMidi, midiOfHz } from '../values/pitch.ts';
import type { Kernels } from '../dsp/kernels/kernels.ts';
import type { StepFrames } from '../dsp/stepFrames.ts';
import type { LevelGate } from '../monophony/levelGate.ts';
import { FRAME, steps } from '../parameters.ts';
import { LIVE } from './parameters.ts';
import type { LiveState, NoteEvent } from '../types.ts';
import { LiveHum } from './liveHum.ts';
import { LivePitch } from './livePitch.ts';

const LEVEL_STEPS = steps(LIVE.levelSeconds);
const CHANGE_STEPS = steps(LIVE.changeSeconds);

/**
 * The pitch of the newest moment, for the pitch display of the live view: it exists before a note is decided, and may
 * not become one. The finished analysis does not use it, so it is created only by the first read of the live state.
 */
export class PitchMeter {
  /** Number of pitches that have been held for a moment. */
  begun = 0;
  readonly #newest: LivePitch;
  readonly #frames: StepFrames;
  readonly #gate: LevelGate;
  readonly #hum = new LiveHum();
  /** Latest pitch of the newest moment, MIDI; NaN where it was uncertain. */
  #latest = Number.NaN;
  #hz = 0;
  #clarity = 0;
  #midi = 0;
  /** Mean of the level pitch so far, its number of steps, and whether the pitch has been level since its last leap. */
  #mean = 0;
  #level = 0;
  #wasLevel = false;
  /** The pitch that is held, the one that may follow it, and the steps for which it has. */
  #held = Number.NaN;
  #next = 0;
  #nextSteps = 0;

  /**
   * @param frames has the frame of each coming step
   * @param gate has the level gate of each coming step
   */
  constructor(kernels: Kernels, frames: StepFrames, gate: LevelGate) {
    this.#newest = new LivePitch(kernels);
    this.#frames = frames;
    this.#gate = gate;
  }

  /**
   * Takes the next step, before the pitch path has its pitch: the latest of the path, Hz (0 without a pitch), its
   * periodicity, 0 to 1, and the mean square of the step.
   */
  push(hz: number, clarity: number, power: number): void {
    const newest = this.#newest;
    newest.measure(this.#frames.samples, this.#frames.centre + FRAME / 2, this.#gate.gate);
    const isNewest = this.#isSteady(newest.hz);
    this.#hz = isNewest ? newest.hz : hz;
    this.#clarity = isNewest ? newest.clarity : clarity;
    if (this.#hum.push(this.#hz, power, this.#gate.loudest)) this.#hz = 0;
    if (this.#hz > 0) {
      const midi = midiOfHz(this.#hz);
      if (Math.abs(midi - this.#midi) >= LIVE.deviation) this.#wasLevel = false;
      this.#midi = midi;
      this.#followLevel();
      this.#followHeld();
    } else {
      this.#level = 0;
      this.#wasLevel = false;
      this.#held = Number.NaN;
      this.#nextSteps = 0;
    }
  }

  /**
   * The pitch of the newest moment, or null. The pitch of talk is never level, and that of a sibilant or a drum is far
   * from those of a voice: a pitch that is not level gets a name only near one of the `notes` so far.
   */
  pitch(notes: readonly NoteEvent[]): LiveState['pitch'] {
    const midi = this.#midi;
    const isNamed = this.#wasLevel || notes.some((note) => Math.abs(note.midi - midi) <= LIVE.nearNotes);
    return this.#hz > 0 && isNamed ? { hz: this.#hz, midi, confidence: this.#clarity } : null;
  }

  /**
   * True when the pitch of the newest moment, Hz, has lasted for more than one step: the beginning of a sound flickers.
   */
  #isSteady(hz: number): boolean {
    const midi = hz > 0 ? midiOfHz(hz) : Number.NaN;
    const isSteady = Math.abs(midi - this.#latest) < LIVE.steadyWithin;
    this.#latest = midi;
    return isSteady;
  }

  #followLevel(): void {
    const isClear = this.#clarity >= LIVE.sure;
    const goesOn = isClear && this.#level > 0 && Math.abs(this.#midi - this.#mean) <= LIVE.levelWithin;
    this.#level = goesOn ? this.#level + 1 : Number(isClear);
    this.#mean = goesOn ? this.#mean + (this.#midi - this.#mean) / this.#level : this.#midi;
    this.#wasLevel ||= this.#level >= LEVEL_STEPS;
  }

  #followHeld(): void {
    if (Math.abs(this.#midi - this.#held) < LIVE.deviation) {
      this.#nextSteps = 0;
      return;
    }
    const goesOn = this.#nextSteps > 0 && Math.abs(this.#midi - this.#next) < LIVE.steadyWithin;
    this.#nextSteps = goesOn ? this.#nextSteps + 1 : 1;
    this.#next = goesOn ? this.#next + (this.#midi - this.#next) / this.#nextSteps : this.#midi;
    if (this.#nextSteps < CHANGE_STEPS) return;
    this.#held = this.#next;
    this.#nextSteps = 0;
    this.begun++;
  }
}

/** The loudest pitch that sounds of several: the pitch path follows a common subharmonic of a chord. */
export function loudestPitch(sounding: readonly NoteEvent[]): LiveState['pitch'] {
  const loudest = sounding.toSorted((a, b) => b.velocity - a.velocity)[0];
  if (loudest === undefined) return null;
  const midi = loudest.midi + loudest.cents / 100;
  return { hz: hzOfMidi(midi), midi, confidence: loudest.confidence };
}
