import { clamp } from '../../../domain/numbers.ts';

/**
 * What a performer does to a note while it sounds:
 * - `bend`, cents up or down; those of the note, its source and the pool add up.
 * - `brightness`, 0 (darkest) to 1; 0.5 is the tone as it is. Deviations from it add up.
 * - `vibrato`, its depth in cents each way; they add up.
 * - `pressure`, a linear gain on the note, 0 to 2; 1 is the note as it was struck. They multiply.
 */
export type Expression = 'bend' | 'brightness' | 'vibrato' | 'pressure';

/** The tone as it is. */
export const NEUTRAL: Readonly<Record<Expression, number>> = { bend: 0, brightness: 0.5, vibrato: 0, pressure: 1 };

/** Cents that a note can be bent either way in all: the range that MPE asks for, four octaves. */
const MAX_BEND = 4800;
const MAX_VIBRATO = 200;
const MAX_PRESSURE = 2;

/** One number for each expression; made once and changed in place. */
export type ExpressionValues = Record<Expression, number>;

/** What a note's own, its source's and the pool's values come to. */
export function combined(
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
