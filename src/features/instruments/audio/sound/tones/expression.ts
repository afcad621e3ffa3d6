import { clamp } from '#core/values/numbers.ts';

/**
 * Controls of a sounding note:
 * - `bend`, cents up or down; the values of note, source and pool add up.
 * - `brightness`, 0 (darkest) to 1; 0.5 is the unchanged tone. Deviations from it add up.
 * - `vibrato`, depth in cents each way; the values add up.
 * - `pressure`, linear gain of the note, 0 to 2; 1 is the note as struck. The values multiply.
 */
export type Expression = 'bend' | 'brightness' | 'vibrato' | 'pressure';

/** The unchanged tone. */
export const NEUTRAL: Readonly<Record<Expression, number>> = { bend: 0, brightness: 0.5, vibrato: 0, pressure: 1 };

/** Maximum sum of bends either way, cents: four octaves, the range of MPE. */
const MAX_BEND = 4800;
const MAX_VIBRATO = 200;
const MAX_PRESSURE = 2;

/** Depth of the vibrato at full modulation, cents each way. */
const VIBRATO_DEPTH = 60;
/** Brightness of a note that is struck with the soft pedal down. */
export const SOFT_BRIGHTNESS = 0.3;

/* The expression of what a device's controls say, each 0 to 1. */

export const vibratoOf = (modulation: number): number => VIBRATO_DEPTH * Math.min(1, modulation);
export const brightnessOf = (timbre: number, pressure: number): number => timbre + Math.min(1, pressure) / 2;
export const keyBrightness = (pressure: number): number => NEUTRAL.brightness + pressure / 2;
/** Volume and expression act by General MIDI's square law. @param swell the pressure of MPE, which makes louder */
export const gainOf = (level: number, swell: number): number => level * level * (1 + Math.min(1, swell));

/** A number for each expression, changed in place. */
export type ExpressionValues = Record<Expression, number>;

/** The expression of a pool of voices and of the sources that play them. */
export class PoolExpression {
  readonly #pool: ExpressionValues = { ...NEUTRAL };
  readonly #sources = new Map<string, ExpressionValues>();

  /** The values of a source, or of the pool (''); to be changed in place. */
  of(source: string): ExpressionValues {
    if (source === '') return this.#pool;
    let values = this.#sources.get(source);
    if (values === undefined) {
      values = { ...NEUTRAL };
      this.#sources.set(source, values);
    }
    return values;
  }

  /** Names of the sources that have values. */
  sources(): Iterable<string> {
    return this.#sources.keys();
  }

  forget(source: string): void {
    this.#sources.delete(source);
  }

  /** What a note with its own values sounds with. */
  combined(what: Expression, note: ExpressionValues, source: string): number {
    return combination(what, note, this.#sources.get(source), this.#pool);
  }
}

/** Combines the values of a note, its source and the pool. */
function combination(
  what: Expression,
  note: ExpressionValues,
  source: ExpressionValues | undefined,
  pool: ExpressionValues,
): number {
  const own = note[what];
  const ofSource = source === undefined ? NEUTRAL[what] : source[what];
  const ofPool = pool[what];
  switch (what) {
    case 'bend':
      return clamp(own + ofSource + ofPool, -MAX_BEND, MAX_BEND);
    case 'brightness':
      return clamp(own + ofSource + ofPool - 2 * NEUTRAL.brightness, 0, 1);
    case 'vibrato':
      return clamp(own + ofSource + ofPool, 0, MAX_VIBRATO);
    case 'pressure':
      return clamp(own * ofSource * ofPool, 0, MAX_PRESSURE);
  }
}
