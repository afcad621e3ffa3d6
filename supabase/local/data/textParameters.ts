import type { PGlite } from '@supabase/lite/pglite';

/** True for a plain object, as `JSON.parse` makes it. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Passes parameters to Postgres as their original text. The services parse a filter's value as JSON where they can,
 * such as the array literal `{}` of `base_notes=eq.{}` or the `true` of `base_notes=eq.true`. For an array column
 * PGlite writes a value that is no array into the message unconverted: Postgres cannot read that message (08P01) and
 * stays in the middle of a transaction. Call this when the database is ready: it reads the types of its arrays.
 */
export function bindAsText(driver: Pick<PGlite, 'query' | 'serializers'>): void {
  const query = driver.query.bind(driver) as PGlite['query'];
  driver.query = (text, values, ...more) =>
    query(
      text,
      values?.map((value) => (isPlain(value) ? JSON.stringify(value) : (value as unknown))),
      ...more,
    );
  for (const [type, serialize] of Object.entries(driver.serializers))
    driver.serializers[type] = (value: unknown) => {
      const bound: unknown = serialize(value);
      return typeof bound === 'boolean' || typeof bound === 'number' ? String(bound) : (bound as string);
    };
}
