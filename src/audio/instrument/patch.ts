import { FAMILY_TONES, toneOf, type ToneChoice, type ToneId } from '../../domain/pitch/tone.ts';

/** How a tone behaves. Gains are linear, times in s. */
export interface Patch {
  id: ToneId;
  /** Gain of the loudest note. */
  gain: number;
  /** Time constant of the rise. */
  attack: number;
  /** `length`: fades out over the note's length whatever the key does. `held`: sounds until the key is let go. */
  fade: 'length' | 'held';
  /** Time constant with which a held note falls to its sustained level. */
  decay: number;
  /** Level of a held note, as a share of its gain; 0 for what is struck or plucked and dies away by itself. */
  sustain: number;
  /** Time constant of the end after the key is let go. */
  release: number;
}

/** The first tone: a sine, gain 0.3, fading out. */
export const FADING: Patch = {
  id: 'fading',
  gain: 0.3,
  attack: 0.0015,
  fade: 'length',
  decay: 1,
  sustain: 0,
  release: 0.025,
};

/** The same sine for players: it sounds as long as the key or the pedal is down. */
export const HELD: Patch = { id: 'held', gain: 0.3, attack: 0.003, fade: 'held', decay: 1, sustain: 1, release: 0.05 };

export const PATCHES: Readonly<Record<ToneId, Patch>> = {
  fading: FADING,
  held: HELD,
  ...(Object.fromEntries(FAMILY_TONES.map((id) => [id, { ...HELD, id }])) as Record<
    (typeof FAMILY_TONES)[number],
    Patch
  >),
};

/** The patch in which a MIDI number sounds under a choice of tone; `family` resolves to that of the note's family. */
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
