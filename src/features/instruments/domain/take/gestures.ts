/**
 * Gestures that change sounding notes: wheels, pressure, pedals. A gesture changes a control of a channel from its time
 * on; a channel of a take holds the notes of one channel of a device.
 */

/**
 * The controls and their values at rest. `bend` is in cents, pedals are 0 or 1, the others 0 to 1. `swell` is the
 * pressure of MPE, which makes louder as well, `key` the pressure of one key. Older takes have `level`, the product of
 * volume and expression.
 */
export const DEFAULT_CONTROLS = {
  bend: 0,
  modulation: 0,
  timbre: 0.5,
  pressure: 0,
  swell: 0,
  level: 1,
  volume: 1,
  expression: 1,
  key: 0,
  sustain: 0,
  sostenuto: 0,
  soft: 0,
} as const;

export type Control = keyof typeof DEFAULT_CONTROLS;
export const CONTROL_NAMES = Object.keys(DEFAULT_CONTROLS) as Control[];

export interface Gesture {
  /** s from the start of the take. */
  time: number;
  channel: number;
  control: Control;
  value: number;
  /** The key of `key`. */
  midi?: number;
}

/** Maximum gestures and channels of a recording. */
export const MAX_TAKE_GESTURES = 20_000;
export const MAX_TAKE_CHANNELS = 64;
/** Maximum bend each way, cents: the range of MPE. */
export const MAX_GESTURE_BEND = 9600;

/** Factor of the soft pedal on the velocity. */
const SOFT_VELOCITY = 0.6;

/** The velocity that sounds when a key is struck with the soft pedal up or down. */
export const softenVelocity = (velocity: number, soft: boolean): number => (soft ? SOFT_VELOCITY * velocity : velocity);
