import * as z from 'zod/mini';
import { isStorableEmail } from '#shared/common/cleanText.ts';
import { cleanAddress, cleanName } from '../values/nameRules.ts';
import { nameSchema, text, type Check, type Checks } from './checks.ts';
import { isNoteCode, type NoteCode } from '#analysis/values/pitch.ts';

/* Parts of the schemas of outside values. Each value has one schema for all sources. */

/** Maximum id or date, characters. */
export const MAX_ID_LENGTH = 100;

/** A text with a length within a range. */
export const textOf = (max: number, min = 0) => z.custom<string>(text(max, min), 'has the wrong length');
/** A name with a length within a range. */
export const nameOf = (max: number, min = 1) => z.custom<string>(nameSchema(max, min), 'is no name');
/** A name that a person typed: cleaned, then checked. */
export const typedNameOf = (max: number, min = 1) =>
  z.pipe(z.pipe(z.string(), z.transform(cleanName)), nameOf(max, min));
/** An e-mail address that a person typed: cleaned, then checked. */
export const address = z.pipe(
  z.pipe(z.string(), z.transform(cleanAddress)),
  z.custom<string>((value) => isStorableEmail(value as string), 'is no e-mail address'),
);
export const noteCode = z.custom<NoteCode>(isNoteCode, 'is no note');

/** A number within a range; not NaN or infinite. */
export const range = (from: number, to: number) => z.number().check(z.gte(from), z.lte(to));
export const integerRange = (from: number, to: number) => z.int().check(z.gte(from), z.lte(to));
export const fraction = range(0, 1);

/** A list of at most `max` items, checked before its items. */
export const listOf = <Item extends z.ZodMiniType>(item: Item, max: number, min = 0) =>
  z.pipe(
    z.custom<z.input<Item>[]>(
      (value) => Array.isArray(value) && value.length >= min && value.length <= max,
      'has the wrong length',
    ),
    z.array(item),
  );

/** A schema with a fallback for invalid values. */
export const withFallback = <Schema extends z.ZodMiniType>(schema: Schema, otherwise: z.output<Schema>) =>
  // oxlint-disable-next-line promise/valid-params -- Zod's, not a promise's.
  z.catch(schema, otherwise as never);

type ShapeOf<T> = { [F in keyof T]-?: z.ZodMiniCustom<Exclude<T[F], undefined>> };

/** The checks of the first load (`checks.ts`) as fields of a `z.object`. */
export function shapeOf<T>(checks: Checks<T>): ShapeOf<T> {
  return Object.fromEntries(
    Object.entries<Check<unknown>>(checks).map(([field, check]) => [field, z.custom(check, 'is not as it should be')]),
  ) as unknown as ShapeOf<T>;
}

/** The valid values of a list; others are dropped. */
export function readEach<Schema extends z.ZodMiniType>(value: unknown, schema: Schema): z.output<Schema>[] {
  const entries: unknown[] = Array.isArray(value) ? value : [];
  return entries.flatMap((entry) => {
    const read = z.safeParse(schema, entry);
    return read.success ? [read.data] : [];
  });
}
