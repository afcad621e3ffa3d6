import { midiOfHz } from '../../values/pitch.ts';
import { REPEAT } from './parameters.ts';
import { steps } from '../../parameters.ts';
import type { PitchTrack } from '../pitchTrack.ts';

/**
 * Finds candidates for a repeat of a note at the same pitch, and measures them for the network (repeatClassifier.ts). A
 * repeated note of a soft instrument rises by little, as the one before still sounds; noise, rooms, vibrato and vowels
 * cause rises as large. The course of level, pitch and clarity around them separates the two. Steps are those of the
 * analysis, levels in units of 10 dB, pitches in semitones.
 */

const ALONE_STEPS = steps(REPEAT.alone);
const MIN_PITCH_OFFSET = steps(REPEAT.from);
const MAX_PITCH_OFFSET = steps(REPEAT.to);
const MEAN_REACH_STEPS = steps(REPEAT.around);
const BESIDE_STEPS = steps(REPEAT.beside);
const MAX_RUN = steps(REPEAT.longest);
const TREMOLO_STEPS = steps(REPEAT.tremolo);
const PAST_STEPS = steps(REPEAT.past);
const AHEAD_STEPS = steps(REPEAT.ahead);

/** Offsets from the candidate at which the level of the partials, power, rise and pitch are read, steps. */
const LEVEL_OFFSETS = [-30, -20, -14, -10, -8, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 8, 10, 14, 20, 30];
const POWER_OFFSETS = [-14, -8, -5, -3, -1, 1, 3, 5, 8, 14];
const RISE_OFFSETS = [-8, -6, -4, -3, -2, -1, 0, 1, 2, 3, 4, 6, 8];
const PITCH_OFFSETS = [-10, -6, -4, -2, 0, 2, 4, 6, 10];
/** Periods of a tremolo, steps. */
const TREMOLO_PERIODS = [12, 14, 16, 18, 20, 22, 25];
/** Number of other measurements; see `StepPosition`. */
const OTHER_FEATURE_COUNT = 12;

/** Number of measurements of a candidate. */
export const REPEAT_FEATURE_COUNT =
  LEVEL_OFFSETS.length +
  POWER_OFFSETS.length +
  RISE_OFFSETS.length +
  2 * PITCH_OFFSETS.length +
  OTHER_FEATURE_COUNT +
  TREMOLO_PERIODS.length;

/** Limits of differences: of levels, dB, and of pitches, semitones. */
const MAX_DECIBELS = 40;
const MAX_SEMITONES = 1.5;

export interface RepeatCandidate {
  /** The step at which the partials rise fastest. */
  step: number;
  features: Float64Array;
}

/** The candidates for repeats in a sound from a step on, by time. */
export function repeatCandidates(track: PitchTrack, first = 0): RepeatCandidate[] {
  const found: RepeatCandidate[] = [];
  for (let step = first; step < track.length; step++) {
    const features = featuresAt(track, step);
    if (features !== null) found.push({ step, features });
  }
  return found;
}

/** The largest level around a step: of the past and of the near future. */
function loudestAround({ level, length }: PitchTrack, step: number): number {
  let loudest = 1e-9;
  for (let t = Math.max(0, step - PAST_STEPS); t < Math.min(length, step + AHEAD_STEPS); t++)
    if (level[t]! > loudest) loudest = level[t]!;
  return loudest;
}

/** Measures a step as a candidate for a repeat; null if it is no candidate. */
function featuresAt(track: PitchTrack, step: number): Float64Array | null {
  const { rise, hz, length } = track;
  if (step <= ALONE_STEPS || step >= length - ALONE_STEPS - 1) return null;
  if (!(rise[step]! >= REPEAT.minRise) || !isPeak(rise, step)) return null;
  const before = medianPitch(hz, step - MAX_PITCH_OFFSET, step - MIN_PITCH_OFFSET + 1, length);
  const after = medianPitch(hz, step + MIN_PITCH_OFFSET, step + MAX_PITCH_OFFSET + 1, length);
  if (!(Math.abs(before - after) <= REPEAT.same)) return null;
  return new StepPosition(track, step, (before + after) / 2, loudestAround(track, step)).features();
}

/** True when the rise at a step is the largest of those around it, the first of equal ones. */
function isPeak(rise: Float32Array, at: number): boolean {
  for (let t = at - ALONE_STEPS; t < at; t++) if (rise[t]! >= rise[at]!) return false;
  for (let t = at + 1; t <= at + ALONE_STEPS; t++) if (rise[t]! > rise[at]!) return false;
  return true;
}

/** Median of the voiced pitches of the steps [from, to), fractional MIDI; NaN without any. */
function medianPitch(hz: Float32Array, from: number, to: number, length: number): number {
  const pitches: number[] = [];
  for (let t = Math.max(0, from); t < Math.min(length, to); t++) if (hz[t]! > 0) pitches.push(midiOfHz(hz[t]!));
  pitches.sort((a, b) => a - b);
  return pitches.length === 0 ? Number.NaN : pitches[pitches.length >> 1]!;
}

const clamp = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value));

/** A step of a track with the pitch around it, fractional MIDI, and the level of the loudest step around. */
class StepPosition {
  readonly #track: PitchTrack;
  readonly #at: number;
  readonly #pitch: number;
  readonly #loudest: number;

  constructor(track: PitchTrack, at: number, pitch: number, loudest: number) {
    this.#track = track;
    this.#at = at;
    this.#pitch = pitch;
    this.#loudest = loudest;
  }

  features(): Float64Array {
    const { rise, hz, clarity } = this.#track;
    const here = this.#level(this.#at);
    const power = this.#power(this.#at);
    const pitches = PITCH_OFFSETS.map((k) => this.#inside(this.#at + k));
    return Float64Array.from([
      ...LEVEL_OFFSETS.map((k) => clamp(this.#level(this.#at + k) - here, MAX_DECIBELS) / 10),
      ...POWER_OFFSETS.map((k) => clamp(this.#power(this.#at + k) - power, MAX_DECIBELS) / 10),
      ...RISE_OFFSETS.map((k) => clamp(rise[this.#inside(this.#at + k)]!, MAX_DECIBELS) / 10),
      ...pitches.map((t) => (hz[t]! > 0 ? this.#deviation(t) : 0)),
      ...pitches.map((t) => (hz[t]! > 0 ? clarity[t]! : 0)),
      ...this.#usualness(),
      ...this.#dip(),
      Math.log2(1 + this.#run(-1)) / 4,
      Math.log2(1 + this.#run(1)) / 4,
      this.#unsteadiness(this.#at - 25, this.#at - 2),
      this.#unsteadiness(this.#at + 3, this.#at + 26),
      (here - 20 * Math.log10(this.#loudest)) / 20,
      (this.#pitch - 60) / 24,
      ...TREMOLO_PERIODS.map((period) => this.#tremolo(period)),
    ]);
  }

  /** Clamps a step to the track. */
  #inside(t: number): number {
    return Math.max(0, Math.min(this.#track.length - 1, t));
  }

  /** Level of the partials at a step, dB. */
  #level(t: number): number {
    return 20 * Math.log10(this.#track.level[this.#inside(t)]! + 1e-9);
  }

  /** Power of a step, dB. */
  #power(t: number): number {
    return 10 * Math.log10(this.#track.power[this.#inside(t)]! + 1e-12);
  }

  /** Deviation of a voiced step from the pitch of the place, semitones. */
  #deviation(t: number): number {
    return clamp(midiOfHz(this.#track.hz[t]!) - this.#pitch, MAX_SEMITONES);
  }

  /**
   * Rises in the surroundings: their mean size, this one relative to it, the numbers of larger and of similar ones.
   */
  #usualness(): number[] {
    const { rise, length } = this.#track;
    const own = rise[this.#at]!;
    let sum = 0;
    let larger = 0;
    let similar = 0;
    for (
      let t = Math.max(0, this.#at - MEAN_REACH_STEPS);
      t <= Math.min(length - 1, this.#at + MEAN_REACH_STEPS);
      t++
    ) {
      if (Math.abs(t - this.#at) <= ALONE_STEPS) continue;
      sum += Math.abs(rise[t]!);
      if (rise[t]! >= own) larger++;
      else if (rise[t]! >= 0.6 * own) similar++;
    }
    const mean = sum / (2 * MEAN_REACH_STEPS);
    return [mean / 4, clamp(own / (mean + 1), 10) / 4, larger / 10, similar / 10];
  }

  /** Fall of the level before the rise, and its recovery after it. */
  #dip(): number[] {
    let deepest = this.#at;
    let lowest = Infinity;
    for (let t = this.#at - 6; t <= this.#at + 1; t++) {
      if (this.#level(t) >= lowest) continue;
      lowest = this.#level(t);
      deepest = t;
    }
    const highest = (from: number, to: number): number => {
      let level = -Infinity;
      for (let t = from; t <= to; t++)
        if (this.#track.hz[this.#inside(t)]! > 0) level = Math.max(level, this.#level(t));
      return level;
    };
    return [highest(deepest - BESIDE_STEPS, deepest), highest(deepest, deepest + BESIDE_STEPS)].map(
      (level) => clamp(level - lowest, MAX_DECIBELS) / 10,
    );
  }

  /** Number of steps with the same pitch before (`direction` -1) or after (1). */
  #run(direction: 1 | -1): number {
    const { hz, length } = this.#track;
    let count = 0;
    for (let t = this.#at + 3 * direction; count < MAX_RUN; t += direction, count++)
      if (t < 0 || t >= length || !(hz[t]! > 0) || Math.abs(midiOfHz(hz[t]!) - this.#pitch) > REPEAT.run) break;
    return count;
  }

  /**
   * Standard deviation of the pitch over the steps [from, to), semitones; the maximum if hardly any is voiced.
   */
  #unsteadiness(from: number, to: number): number {
    const { hz, length } = this.#track;
    let count = 0;
    let sum = 0;
    let squares = 0;
    for (let t = Math.max(0, from); t < Math.min(length, to); t++) {
      if (!(hz[t]! > 0)) continue;
      const deviation = this.#deviation(t);
      count++;
      sum += deviation;
      squares += deviation * deviation;
    }
    return count < 3 ? MAX_SEMITONES : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  }

  /** Autocorrelation of the rises at a period in steps: high in a tremolo. */
  #tremolo(period: number): number {
    const { rise } = this.#track;
    let product = 0;
    let squares = 0;
    for (let t = this.#at - TREMOLO_STEPS; t <= this.#at + TREMOLO_STEPS; t++) {
      const own = rise[this.#inside(t)]!;
      squares += own * own;
      product += (own * (rise[this.#inside(t - period)]! + rise[this.#inside(t + period)]!)) / 2;
    }
    return product / (squares + 1);
  }
}
