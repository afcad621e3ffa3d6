import * as z from 'zod/mini';
import { withFallback } from '../schema/fieldSchemas.ts';
import { audioPathOf } from '../recordings/uploadAudio.ts';
import { BackendError } from './errors.ts';

/**
 * The schema of a table. Checks both ways and translates between the database's snake_case and the app's camelCase.
 * Uses the domain's definitions, as for local copies and files; lengths and patterns mirror the constraints in
 * `supabase/migrations`, so that a value that passes can be stored.
 */
export interface Table<Row> {
  /** Reads a row of the database. @throws BackendError `server` when it does not match the schema */
  fromRow(row: unknown): Row;
  /** Converts fields to columns. @throws BackendError `rejected` with the name of an invalid field */
  toRow(fields: Partial<Row>): Record<string, unknown>;
  /** The columns of these fields (all of them by default) for `select`. */
  columns(fields?: readonly (keyof Row & string)[]): string;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `renamed` lists fields whose column is not simply the field in snake_case. */
export function table<Shape extends z.core.$ZodLooseShape>(
  name: string,
  schema: z.ZodMiniObject<Shape>,
  renamed: Readonly<Record<string, string>> = {},
): Table<z.output<z.ZodMiniObject<Shape>>> {
  type Row = z.output<z.ZodMiniObject<Shape>>;
  const fields = Object.keys(schema.shape);
  const columnOf = (field: string) => renamed[field] ?? snake(field);
  const some = z.partial(schema);
  return {
    fromRow(row) {
      const source = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>;
      const parsed = z.safeParse(
        schema,
        Object.fromEntries(
          fields.filter((field) => columnOf(field) in source).map((field) => [field, source[columnOf(field)]]),
        ),
      );
      if (!parsed.success)
        throw new BackendError('server', `A row of ${name} cannot be read: ${messageOf(parsed.error)}`, {
          detail: 'unreadable_row',
        });
      return parsed.data as Row;
    },
    toRow(given) {
      const parsed = z.safeParse(some, given);
      if (!parsed.success) throw refusalOf(parsed.error);
      return Object.fromEntries(
        Object.entries(parsed.data as Record<string, unknown>)
          .filter(([, value]) => value !== undefined)
          .map(([field, value]) => [columnOf(field), value]),
      );
    },
    columns: (wanted = fields as never) => wanted.map(columnOf).join(','),
  };
}

/** Names the field in words, because forms show the message to people; the cause has the reason. */
function refusalOf(error: z.core.$ZodError): BackendError {
  const field = String(error.issues[0]?.path[0] ?? '');
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return new BackendError('rejected', `Please check the ${words}.`, {
    detail: field,
    hint: 'field',
    cause: `This cannot be stored: ${messageOf(error)}`,
  });
}

function messageOf(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}

/** URL of an object in the bucket `audio`, with or without a host. */
export const recordingUrl = z
  .string()
  .check(z.refine((url) => audioPathOf(url) !== null, 'is no recording in storage'));
/** Postgres writes `2026-01-01 10:00:00.123456+00`; the app has ISO dates. */
export const date = z.pipe(
  z.string(),
  z.transform((value: string) => isoDate(value)),
);

/** Converts a date of the database to an ISO date; leaves other text unchanged. */
export function isoDate(value: string): string {
  const time = Date.parse(
    /^\d{4}-\d\d-\d\d \d/.test(value) ? value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') : value,
  );
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
/**
 * Reads absent values (older backends) and unreadable ones (other versions) as absent: the fragrance is complete
 * without.
 */
export const optionalOrNull = <T>(schema: z.ZodMiniType<T>) => z.optional(withFallback(z.nullable(schema), null));
