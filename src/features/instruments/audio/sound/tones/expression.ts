import { clamp } from '#core/values/numbers.ts';

/**
 * Controls of a sounding note:
 * - `bend`, cents up or down; the values of note and source add up.
 * - `brightness`, 0 (darkest) to 1; 0.5 is the unchanged tone. Deviations from it add up.
 * - `vibrato`, depth in cents each way; the values add up.
 * - `pressure`, linear gain of the note, 0 to 2; 1 is the note as struck. The values multiply.
 */
export type Expression = 'bend' | 'brightness' | 'vibrato' | 'pressure';

/** The unchanged tone. */
export const NEUTRAL_EXPRESSION: Readonly<Record<Expression, number>> = {
  bend: 0,
  brightness: 0.5,
  vibrato: 0,
  pressure: 1,
};

/** Maximum sum of bends either way, cents: four octaves, the range of MPE. */
const MAX_BEND = 4800;
const MAX_VIBRATO = 200;
const MAX_PRESSURE = 2;

/** Depth of the vibrato at full modulation, cents each way. */
const VIBRATO_DEPTH = 60;
/** Brightness of a note that is struck with the soft pedal down. */
export const SOFT_BRIGHTNESS = 0.3;

/* The expression for the values of a device's controls, each 0 to 1. */

export const vibratoOf = (modulation: number): number => VIBRATO_DEPTH * Math.min(1, modulation);
export const brightnessOf = (timbre: number, pressure: number): number => timbre + Math.min(1, pressure) / 2;
export const keyBrightness = (pressure: number): number => NEUTRAL_EXPRESSION.brightness + pressure / 2;
/** Volume and expression act by General MIDI's square law. @param mpePressure the pressure of MPE, which makes louder */
export const gainOf = (level: number, mpePressure: number): number => level * level * (1 + Math.min(1, mpePressure));

/** A number for each expression, changed in place. */
export type ExpressionValues = Record<Expression, number>;

/** Expression of a sounding note: its own values and those of its source. */
export function combineExpression(
  what: Expression,
  note: ExpressionValues,
  source: Readonly<ExpressionValues>,
): number {
  const [ofNote, ofSource] = [note[what], source[what]];
  switch (what) {
    case 'bend':
      return clamp(ofNote + ofSource, -MAX_BEND, MAX_BEND);
    case 'brightness':
      return clamp(ofNote + ofSource - NEUTRAL_EXPRESSION.brightness, 0, 1);
    case 'vibrato':
      return clamp(ofNote + ofSource, 0, MAX_VIBRATO);
    case 'pressure':
      return clamp(ofNote * ofSource, 0, MAX_PRESSURE);
  }
}
