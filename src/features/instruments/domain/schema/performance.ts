import * as z from 'zod/mini';
import {
  INITIAL_PERFORMER,
  MAX_SPLIT_OCTAVES,
  MAX_TRANSPOSE,
  MPE_MODES,
  VELOCITY_CURVES,
  type PerformerSettings,
} from '../keyboard/performance.ts';
import { isToneChoice, type ToneChoice } from '../keyboard/tone.ts';
import { withFallback, textOf, integerRange } from '#core/schema/fieldSchemas.ts';

/** Maximum stored name of a MIDI port, characters. */
const MAX_PORT_NAME_LENGTH = 200;

const flag = z.boolean();
const tone = z.custom<ToneChoice>(isToneChoice, 'is no tone');
const or = <Field extends keyof PerformerSettings>(field: Field, schema: z.ZodMiniType<PerformerSettings[Field]>) =>
  withFallback(schema, INITIAL_PERFORMER[field]);

/** A performer's stored settings; invalid fields take their initial value. */
export const performerSchema = z.object({
  allInputs: or('allInputs', flag),
  input: or('input', z.nullable(textOf(MAX_PORT_NAME_LENGTH))),
  channel: or('channel', integerRange(0, 16)),
  mpe: or('mpe', z.enum(MPE_MODES)),
  velocity: or('velocity', z.enum(VELOCITY_CURVES)),
  transpose: or('transpose', integerRange(-MAX_TRANSPOSE, MAX_TRANSPOSE)),
  split: or('split', flag),
  splitAt: or('splitAt', integerRange(0, 127)),
  splitTone: or('splitTone', tone),
  splitOctaves: or('splitOctaves', integerRange(-MAX_SPLIT_OCTAVES, MAX_SPLIT_OCTAVES)),
  programs: or('programs', flag),
  follow: or('follow', flag),
  receiveClock: or('receiveClock', flag),
});
