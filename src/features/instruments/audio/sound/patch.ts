import { toneOf, type ToneChoice, type ToneId } from '#features/instruments/domain/keyboard/tone.ts';

/** Envelope and level of a tone. Gains are linear, times in s. */
export interface Patch {
  id: ToneId;
  /** Gain of the loudest note. */
  gain: number;
  /** Time constant of the rise. */
  attack: number;
  /**
   * `length`: fades out over the note's length, whatever the key does. `held`: sounds until the key is released.
   */
  fade: 'length' | 'held';
  /** Time constant with which a held note falls to its sustained level. */
  decay: number;
  /** Sustained level as a share of the gain; 0 for struck and plucked tones, which decay by themselves. */
  sustain: number;
  /** Time constant of the release. */
  release: number;
}

/** The default tone: a sine, gain 0.3, fading out. */
export const FADING_PATCH: Patch = {
  id: 'fading',
  gain: 0.3,
  attack: 0.0015,
  fade: 'length',
  decay: 1,
  sustain: 0,
  release: 0.025,
};

/** The sine for players: held by key or pedal, and so a little softer. */
export const HELD_PATCH: Patch = {
  id: 'held',
  gain: 0.19,
  attack: 0.003,
  fade: 'held',
  decay: 1,
  sustain: 1,
  release: 0.05,
};

/**
 * The families. Gains make all tones about equally loud (ITU-R BS.1770, the same phrase in each), which a test
 * measures.
 */
export const PATCHES: Readonly<Record<ToneId, Patch>> = {
  fading: FADING_PATCH,
  held: HELD_PATCH,
  smoke: { id: 'smoke', gain: 0.23, attack: 0.012, fade: 'held', decay: 1.2, sustain: 0.75, release: 0.16 },
  musk: { id: 'musk', gain: 0.63, attack: 0.008, fade: 'held', decay: 0.4, sustain: 0.8, release: 0.09 },
  gourmand: { id: 'gourmand', gain: 0.25, attack: 0.0015, fade: 'held', decay: 0.9, sustain: 0, release: 0.12 },
  wood: { id: 'wood', gain: 0.41, attack: 0.001, fade: 'held', decay: 0.22, sustain: 0, release: 0.06 },
  spice: { id: 'spice', gain: 0.7, attack: 0.0006, fade: 'held', decay: 2, sustain: 0, release: 0.05 },
  flower: { id: 'flower', gain: 0.195, attack: 0.018, fade: 'held', decay: 0.5, sustain: 0.85, release: 0.08 },
  green: { id: 'green', gain: 0.28, attack: 0.001, fade: 'held', decay: 0.4, sustain: 0, release: 0.15 },
  air: { id: 'air', gain: 0.33, attack: 0.025, fade: 'held', decay: 0.6, sustain: 0.8, release: 0.18 },
  ether: { id: 'ether', gain: 0.155, attack: 0.03, fade: 'held', decay: 1.5, sustain: 0.7, release: 0.35 },
};

/** The patch of a MIDI number for a choice of tone; `family` resolves to that of the note's family. */
export function patchFor(choice: ToneChoice, midi: number): Patch {
  return PATCHES[toneOf(choice, midi)];
}

/** Dynamic range of velocity 1/127 to 1, dB. */
const VELOCITY_RANGE_DB = 36;

/**
 * Velocity (0 to 1) to linear gain (0 to 1): the square law by which hardware maps MIDI velocity
 * (R. B. Dannenberg, "The Interpretation of MIDI Velocity", ICMC 2006), over 36 dB.
 */
export function velocityGain(velocity: number): number {
  const v = Math.min(1, Math.max(0, velocity)) * 127;
  if (v === 0) return 0;
  const lowest = 10 ** (-VELOCITY_RANGE_DB / 40);
  const slope = (1 - lowest) / 126;
  return (lowest + slope * (v - 1)) ** 2;
}
