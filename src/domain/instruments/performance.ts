/** How a performer has set the keyboard: what is listened to, how keys answer, and what is sent to other devices. */
import type { ToneChoice } from './tone.ts';

/** How a key's velocity becomes loudness. `soft` answers a light touch, `hard` wants a firm one. */
export const VELOCITY_CURVES = ['soft', 'linear', 'hard'] as const;
export type VelocityCurve = (typeof VELOCITY_CURVES)[number];

/** Exponents of the curves: the velocity of a middling touch (0.5) becomes 0.66, 0.5 and 0.31. */
const EXPONENTS: Readonly<Record<VelocityCurve, number>> = { soft: 0.6, linear: 1, hard: 1.7 };

/** Velocity (0 to 1) as a curve has it, 0 to 1. Every key that is struck is heard: above 0 it stays above 0. */
export function curvedVelocity(velocity: number, curve: VelocityCurve): number {
  return Math.min(1, Math.max(0, velocity)) ** EXPONENTS[curve];
}

/** Whether the channels after the first are notes of their own (MIDI Polyphonic Expression, lower zone). */
export const MPE_MODES = ['auto', 'on', 'off'] as const;
export type MpeMode = (typeof MPE_MODES)[number];

/** Semitones that keys can be moved each way. */
export const MAX_TRANSPOSE = 24;
/** Octaves that the keys below the split can be moved each way. */
export const MAX_SPLIT_OCTAVES = 2;
/** Every channel is listened to. */
export const OMNI = 0;

export interface PerformerSettings {
  /** Listen to every MIDI input instead of one. */
  allInputs: boolean;
  /** 1 to 16, or `OMNI`. */
  channel: number;
  /** `auto`: as the device announces it. */
  mpe: MpeMode;
  velocity: VelocityCurve;
  /** Semitones, -24 to 24. */
  transpose: number;
  /** Keys below `splitAt` have a tone and an octave of their own. */
  split: boolean;
  /** MIDI number of the lowest key of the upper part. */
  splitAt: number;
  splitTone: ToneChoice;
  /** Octaves by which the lower part is moved, -2 to 2. */
  splitOctaves: number;
  /** A program change chooses the tone. */
  programs: boolean;
  /** The piano shows the octave that is played. */
  follow: boolean;
  /** Name of the output that is sent to; null: none. */
  output: string | null;
  /** Channel that is sent on, 1 to 16. */
  outputChannel: number;
  sendNotes: boolean;
  sendBeat: boolean;
  sendClock: boolean;
  /** The beat maker follows the clock of another device. */
  receiveClock: boolean;
}

export const INITIAL_PERFORMER: Readonly<PerformerSettings> = {
  allInputs: false,
  channel: OMNI,
  mpe: 'auto',
  velocity: 'linear',
  transpose: 0,
  split: false,
  splitAt: 60,
  splitTone: 'held',
  splitOctaves: 0,
  programs: true,
  follow: false,
  output: null,
  outputChannel: 1,
  sendNotes: true,
  sendBeat: true,
  sendClock: true,
  receiveClock: false,
};
