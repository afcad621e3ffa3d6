import type { PGlite } from '@supabase/lite/pglite';

/** Whether a value is an object as `JSON.parse` makes it. */
const isPlain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/**
 * Hands parameters to Postgres as the text that they were. The services read a filter's value as JSON where it is any, such as the
 * array literal `{}` of `base_notes=eq.{}` or the `true` of `base_notes=eq.true`, and PGlite writes what is no array for a column of
 * arrays into the message as it is: Postgres cannot read such a message (08P01) and is left in the middle of a transaction.
 * The types of the database's arrays must be known already: it is ready.
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
