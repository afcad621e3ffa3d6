import type { VoiceType, Timbre } from '#analysis/values/timbre.ts';
import { clamp, roundTo } from '#core/values/numbers.ts';

/** The five axes, from one end to the other. */
export const AXES = ['brightness', 'breath', 'roughness', 'strike', 'tremor'] as const;
export type Axis = (typeof AXES)[number];

/** The measurements for the axes (units as in {@link Timbre}). */
export type CharacterMeasures = Pick<
  Timbre,
  'centroid' | 'brightness' | 'warmth' | 'flatness' | 'harmonicity' | 'roughness' | 'attack' | 'vibrato' | 'wander'
>;

/** The character of a voice: each axis from 0 to 1, and its measurements. */
export interface Character {
  axes: Record<Axis, number>;
  measured: CharacterMeasures;
  /** Absent where the sound does not show it, and in older fragrances. */
  manner?: VoiceType;
}

/** Measured values at 0 and 1 of each axis. They cover most instruments and voices. */
const AXIS_ENDS = {
  /** Octaves of the centroid above the pitch. */
  octaves: [0, 3],
  /** Harmonic-to-noise ratio, dB, and flatness. */
  harmonicity: [35, 5],
  flatness: [0, 0.5],
  /** Square root of the roughness, as perception compresses it. */
  roughness: [0, 0.6],
  /** Logarithm of the attack time, s. */
  attack: [Math.log(0.15), Math.log(0.01)],
  /** Depth of the vibrato and wander of the pitch, cents. */
  depth: [0, 120],
  wander: [0, 25],
} as const satisfies Record<string, readonly [number, number]>;

const positionOn = ([from, to]: readonly [number, number], value: number): number =>
  clamp((value - from) / (to - from));

/** The five axes of a timbre. */
export function characterOf(timbre: CharacterMeasures & Pick<Timbre, 'manner'>): Character {
  const { centroid, brightness, warmth, flatness, harmonicity, roughness, attack, vibrato, wander, manner } = timbre;
  const octaves = positionOn(AXIS_ENDS.octaves, Math.log2(Math.max(1, brightness)));
  const flat = positionOn(AXIS_ENDS.flatness, flatness);
  return {
    axes: {
      brightness: roundTo((octaves + 1 - warmth) / 2),
      breath: roundTo(
        harmonicity === null ? flat : 0.75 * positionOn(AXIS_ENDS.harmonicity, harmonicity) + 0.25 * flat,
      ),
      roughness: roundTo(positionOn(AXIS_ENDS.roughness, Math.sqrt(roughness))),
      strike: roundTo(attack === null ? 0 : positionOn(AXIS_ENDS.attack, Math.log(Math.max(attack, 1e-3)))),
      tremor: roundTo(
        Math.min(
          1,
          Math.hypot(positionOn(AXIS_ENDS.depth, vibrato?.depth ?? 0), positionOn(AXIS_ENDS.wander, wander ?? 0)),
        ),
      ),
    },
    measured: {
      centroid: roundTo(centroid, 0),
      brightness: roundTo(brightness, 2),
      warmth: roundTo(warmth),
      flatness: roundTo(flatness),
      harmonicity: harmonicity === null ? null : roundTo(harmonicity, 1),
      roughness: roundTo(roughness),
      attack: attack === null ? null : roundTo(attack),
      vibrato: vibrato === null ? null : { rate: roundTo(vibrato.rate, 1), depth: roundTo(vibrato.depth, 0) },
      wander: wander === null ? null : roundTo(wander, 1),
    },
    ...(manner && { manner: { ...manner, confidence: roundTo(manner.confidence, 2) } }),
  };
}
