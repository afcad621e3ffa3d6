import type { ToneId } from '../../domain/pitch/tone.ts';

/** How a tone behaves. Gains are linear, times in s. */
export interface Patch {
  id: ToneId;
  wave: OscillatorType;
  /** Gain of the loudest note. */
  gain: number;
  /** Time constant of the rise. */
  attack: number;
  /** `length`: fades out over the note's length whatever the key does. `held`: sounds until the key is let go. */
  fade: 'length' | 'held';
  /** Time constant of the end after the key is let go. */
  release: number;
}

/** The first tone: a sine, gain 0.3, fading out. */
export const FADING: Patch = { id: 'fading', wave: 'sine', gain: 0.3, attack: 0.0015, fade: 'length', release: 0.025 };

/** The same sine for players: it sounds as long as the key or the pedal is down. */
export const HELD: Patch = { id: 'held', wave: 'sine', gain: 0.3, attack: 0.003, fade: 'held', release: 0.05 };

export const PATCHES: Readonly<Record<ToneId, Patch>> = { fading: FADING, held: HELD };

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
