import { isStorableEmail, isName, isStorable, lengthOf } from '../fragrance/nameRules.ts';

/*
 * The lean part of the schemas: what texts and names may be, and checks of the two values that the first load itself
 * reads, the member and the drafts. The chunk with zod/mini and the schemas is 8 kB (gzip), which a first visit of
 * some 100 kB does not pay for two small values. The zod schemas (`parts.ts`) are made of the same checks.
 */

export type Check<T> = (value: unknown) => value is T;

/** A check for each field of a value; the type asks for every field. */
export type Checks<T> = { readonly [F in keyof T]-?: Check<Exclude<T[F], undefined>> };

/** The fields of anything: none where it is no object. */
export const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A number between two others; NaN and the infinities are none. */
export const isWithin =
  (from: number, to: number): Check<number> =>
  (value): value is number =>
    typeof value === 'number' && value >= from && value <= to;

/** A text that can be stored, of so many characters as the database counts them. */
export const text =
  (max: number, min = 0): Check<string> =>
  (value): value is string => {
    // A character has two code units at most: a text of megabytes is not counted.
    if (typeof value !== 'string' || value.length > 2 * max) return false;
    const length = lengthOf(value);
    return length >= min && length <= max && isStorable(value);
  };

/** A name of so many characters (`nameRules.ts`). */
export const named =
  (max: number, min = 1): Check<string> =>
  (value): value is string =>
    typeof value === 'string' && value.length <= 2 * max && isName(value, max, min);

export const isAddress: Check<string> = (value): value is string => typeof value === 'string' && isStorableEmail(value);
export const isFlag: Check<boolean> = (value): value is boolean => typeof value === 'boolean';

export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value);

/** True for a value whose every field is what its check asks for. */
export function matches<T>(value: unknown, checks: Checks<T>): value is T {
  const fields = fieldsOf(value);
  return Object.entries<Check<unknown>>(checks).every(([name, check]) => check(fields[name]));
}
