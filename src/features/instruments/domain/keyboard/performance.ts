/** Settings of a performer: input, and response of keys. */
import type { ToneChoice } from './tone.ts';

/** Velocity curves. `soft` responds to a light touch, `hard` needs a firm one. */
export const VELOCITY_CURVES = ['soft', 'linear', 'hard'] as const;
export type VelocityCurve = (typeof VELOCITY_CURVES)[number];

/** Exponents of the curves: the velocity of a medium touch (0.5) becomes 0.66, 0.5 and 0.31. */
const CURVE_EXPONENTS: Readonly<Record<VelocityCurve, number>> = { soft: 0.6, linear: 1, hard: 1.7 };

/** Applies a curve to a velocity, 0 to 1. Stays above 0 for every struck key. */
export function curvedVelocity(velocity: number, curve: VelocityCurve): number {
  return Math.min(1, Math.max(0, velocity)) ** CURVE_EXPONENTS[curve];
}

/** MIDI Polyphonic Expression (lower zone): the channels after the first each carry a note. */
export const MPE_MODES = ['auto', 'on', 'off'] as const;
export type MpeMode = (typeof MPE_MODES)[number];

/** Maximum transposition each way, semitones. */
export const MAX_TRANSPOSE = 24;
/** Maximum shift of the keys below the split, octaves each way. */
export const MAX_SPLIT_OCTAVES = 2;
/** Receive on all channels. */
export const OMNI_CHANNEL = 0;

export interface PerformerSettings {
  /** Use all MIDI inputs instead of one. */
  allInputs: boolean;
  /** Name of the chosen input, also while it is unplugged; null before a choice. */
  input: string | null;
  /** 1 to 16, or `OMNI_CHANNEL`. */
  channel: number;
  /** `auto`: as announced by the device. */
  mpe: MpeMode;
  velocity: VelocityCurve;
  /** Semitones, -24 to 24. */
  transpose: number;
  /** Keys below `splitAt` have their own tone and octave. */
  split: boolean;
  /** MIDI number of the lowest key of the upper part. */
  splitAt: number;
  splitTone: ToneChoice;
  /** Shift of the lower part, octaves, -2 to 2. */
  splitOctaves: number;
  /** A program change chooses the tone. */
  programs: boolean;
  /** The piano follows the played octave. */
  follow: boolean;
  /** The beat maker follows the clock of another device. */
  receiveClock: boolean;
}

export const INITIAL_PERFORMER: Readonly<PerformerSettings> = {
  allInputs: false,
  input: null,
  channel: OMNI_CHANNEL,
  mpe: 'auto',
  velocity: 'linear',
  transpose: 0,
  split: false,
  splitAt: 60,
  splitTone: 'held',
  splitOctaves: 0,
  programs: true,
  follow: false,
  receiveClock: false,
};
