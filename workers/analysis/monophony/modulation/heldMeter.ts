import { midiOfHz } from '../../values/pitch.ts';
import { steps } from '../../parameters.ts';
import { MELODY } from '../parameters.ts';
import type { PitchTrack } from '../pitchTrack.ts';

const LEVEL_STEPS = steps(MELODY.levelSeconds);
const PERIOD_STEPS = steps(MELODY.vibratoPeriod);
/** Longest span of one decision, steps. */
const MAX_SPAN_STEPS = 2 * PERIOD_STEPS;

/**
 * Measures step by step how much of the voiced time has a held pitch: it is level there, or swings around a level as in
 * vibrato, which two successive periods with the same mean show.
 */
export class HeldMeter {
  /** Voiced steps so far, and those with a held pitch. */
  voiced = 0;
  held = 0;
  /** Pitches of the last steps, fractional MIDI, and whether each has been counted as held. */
  readonly #pitches = new Float32Array(MAX_SPAN_STEPS);
  readonly #counted = new Uint8Array(MAX_SPAN_STEPS);
  /** Sums of the pitches of the last period, and of the one before. */
  #later = 0;
  #earlier = 0;
  #step = 0;
  /** Voiced steps in a row. */
  #run = 0;

  /**
   * Takes the pitch of the next step, Hz (0 where it is unvoiced), and returns how many of the last steps it shows as
   * held.
   */
  push(hz: number): number {
    const isVoiced = hz > 0;
    const pitch = isVoiced ? midiOfHz(hz) : 0;
    const slot = this.#step % MAX_SPAN_STEPS;
    const between = this.#pitches[(this.#step + PERIOD_STEPS) % MAX_SPAN_STEPS]!;
    this.#earlier += between - this.#pitches[slot]!;
    this.#pitches[slot] = pitch;
    this.#later += this.#pitches[slot]! - between;
    this.#counted[slot] = 0;
    this.#step++;
    this.#run = isVoiced ? this.#run + 1 : 0;
    if (isVoiced) this.voiced++;
    if (this.#run >= MAX_SPAN_STEPS && Math.abs(this.#later - this.#earlier) <= MELODY.vibratoDrift * PERIOD_STEPS)
      return this.#count(MAX_SPAN_STEPS);
    if (this.#run >= LEVEL_STEPS && this.rangeOf(LEVEL_STEPS) <= MELODY.levelRange) return this.#count(LEVEL_STEPS);
    return 0;
  }

  /**
   * Range of the pitch in the last `count` steps, at most two periods of a vibrato, semitones; Infinity if one is
   * unvoiced.
   */
  rangeOf(count: number): number {
    if (this.#run < count) return Infinity;
    let lowest = Infinity;
    let highest = -Infinity;
    for (let i = 1; i <= count; i++) {
      const pitch = this.#pitches[(this.#step - i) % MAX_SPAN_STEPS]!;
      if (pitch < lowest) lowest = pitch;
      if (pitch > highest) highest = pitch;
    }
    return highest - lowest;
  }

  /** Counts the last `count` steps as held, each once, and returns their number. */
  #count(count: number): number {
    for (let i = 1; i <= count; i++) {
      const slot = (this.#step - i) % MAX_SPAN_STEPS;
      if (this.#counted[slot] === 1) continue;
      this.#counted[slot] = 1;
      this.held++;
    }
    return count;
  }

  /** Share of the voiced steps with a held pitch, 0 to 1; null if too few are voiced. */
  get share(): number | null {
    return this.voiced < steps(MELODY.minVoicedSeconds) ? null : this.held / this.voiced;
  }
}

interface Held {
  meter: HeldMeter;
  held: Uint8Array;
  length: number;
  changes: number;
}

/** The held steps of tracks that grow: the live view reads them again and again. */
const heldOf = new WeakMap<PitchTrack, Held>();

/** Marks the steps of a track with a held pitch, and returns the meter that found them. */
export function heldSteps(track: PitchTrack): Held {
  const { hz, length, changes } = track;
  let known = heldOf.get(track);
  if (known?.changes !== changes) known = { meter: new HeldMeter(), held: new Uint8Array(length), length: 0, changes };
  if (known.held.length < length) {
    const longer = new Uint8Array(2 * length);
    longer.set(known.held);
    known.held = longer;
  }
  for (let t = known.length; t < length; t++) known.held.fill(1, t + 1 - known.meter.push(hz[t]!), t + 1);
  known.length = length;
  heldOf.set(track, known);
  return known;
}
