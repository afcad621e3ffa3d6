import { isName, isStorable, lengthOf } from '../values/nameRules.ts';

/*
 * The small part of the schemas: rules for texts and names, and checks of the two values that the first load reads, the
 * member and the drafts. The chunk with zod/mini and the schemas is 8 kB (gzip), too much for two small values in a
 * first visit of about 100 kB. The zod schemas (`fieldSchemas.ts`) use the same checks.
 */

export type Check<T> = (value: unknown) => value is T;

/** A check for each field of a value; the type requires all. */
export type Checks<T> = { readonly [F in keyof T]-?: Check<Exclude<T[F], undefined>> };

/** The fields of a value; empty when it is not an object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A number within a range; not NaN or infinite. */
export const isWithin =
  (from: number, to: number): Check<number> =>
  (value): value is number =>
    typeof value === 'number' && value >= from && value <= to;

/** A storable text with a length within a range, counted like the database. */
export const text =
  (max: number, min = 0): Check<string> =>
  (value): value is string => {
    // Check code units first, to avoid counting a text of megabytes.
    if (typeof value !== 'string' || value.length > 2 * max) return false;
    const length = lengthOf(value);
    return length >= min && length <= max && isStorable(value);
  };

/** A name with a length within a range (`nameRules.ts`). */
export const nameSchema =
  (max: number, min = 1): Check<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= 2 * max && isName(value, max, min);

export const isBoolean: Check<boolean> = (value): value is boolean => typeof value === 'boolean';

export const nullable =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

/** True when every field passes its check. */
export function matches<T>(value: unknown, checks: Checks<T>): value is T {
  const fields = fieldsOf(value);
  return Object.entries<Check<unknown>>(checks).every(([name, check]) => check(fields[name]));
}
