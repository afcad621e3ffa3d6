import { LEVEL, steps } from '../parameters.ts';
import { PITCH } from './parameters.ts';
import { SINE_POWER } from './monophonicTranscriber.ts';
import type { PitchTrack } from './pitchTrack.ts';

const PAST_STEPS = steps(LEVEL.past);
const REST_STEPS = steps(LEVEL.rest);
/** Number of stored steps: more than those whose pitch is not decided yet. */
const MAX_UNDECIDED_STEPS = 2 * steps(PITCH.lag);
const LOWEST_GATE_POWER = 10 ** (LEVEL.lowestGate / 10) * SINE_POWER;
const SILENCE_POWER = 10 ** (LEVEL.silence / 10) * SINE_POWER;
const GATE_RATIO = 10 ** (-LEVEL.gateRange / 10);

const gateOf = (loudest: number): number => Math.min(SILENCE_POWER, Math.max(LOWEST_GATE_POWER, loudest * GATE_RATIO));

/**
 * Decides which steps of a track are silent, by the loudest step around each: of the 20 s before it, back to the last
 * rest, and of those that follow until its pitch is decided, at most 1 s. So a soft song has the same notes after a
 * loud one and alone.
 */
export class LevelGate {
  readonly #track: PitchTrack;
  /** The newest step, the first that counts for it, and the loudest of these. */
  #step = -1;
  #from = 0;
  #at = 0;
  /** Steps below the gate in a row. */
  #quiet = 0;
  /** The loudest power before and at each of the last steps. */
  readonly #before = new Float32Array(MAX_UNDECIDED_STEPS);

  constructor(track: PitchTrack) {
    this.#track = track;
  }

  /**
   * Takes the next step, whose power is the newest of the track. @returns true when a rest ends with it: earlier sound
   * no longer counts
   */
  push(): boolean {
    const step = ++this.#step;
    const { power } = this.#track;
    this.#from = Math.max(this.#from, step - PAST_STEPS);
    if (this.#at < this.#from) {
      this.#at = this.#from;
      for (let t = this.#from; t < step; t++) if (power[t]! >= power[this.#at]!) this.#at = t;
    }
    if (power[step]! >= power[this.#at]!) this.#at = step;
    this.#before[step % MAX_UNDECIDED_STEPS] = this.loudest;
    this.#quiet = power[step]! < this.gate ? this.#quiet + 1 : 0;
    if (this.#quiet < REST_STEPS) return false;
    this.#quiet = 0;
    this.#from = step + 1;
    return true;
  }

  /** Power of the loudest step around the newest one. */
  get loudest(): number {
    return this.#track.power[this.#at]!;
  }

  /** Power below which the newest step is silent, by the steps before it. */
  get gate(): number {
    return gateOf(this.loudest);
  }

  /**
   * True when a step, one of the last, is silent: too soft for the steps around it, or nothing around it is louder than
   * silence.
   */
  isSilent(step: number): boolean {
    const { power } = this.#track;
    let loudest = this.#before[step % MAX_UNDECIDED_STEPS]!;
    for (let t = step + 1; t <= this.#step; t++) loudest = Math.max(loudest, power[t]!);
    return loudest < SILENCE_POWER || power[step]! < gateOf(loudest);
  }
}
