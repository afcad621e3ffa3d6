import * as z from 'zod/mini';
import { MEMBER_CHECKS } from '../../domain/account/member.ts';
import { contactMessageSchema, preorderSchema, shareId } from '../../domain/schema/community.ts';
import { fieldsFor, type FieldOf, type Destinations } from '../../domain/schema/fields.ts';
import { MAX_FRAGRANCE_NAME_LENGTH } from '../../domain/fragrance/nameRules.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { fragranceShape, isOptional, savedShape, type OptionalField } from '../../domain/schema/fragrance.ts';
import { nameOf, orElse, shapeOf, textOf } from '../../domain/schema/parts.ts';
import { audioPathOf } from '../recordings/audioPath.ts';
import { BackendError } from '../connection/errors.ts';

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
function table<Shape extends z.core.$ZodLooseShape>(
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
      if (!parsed.success)
        throw new BackendError('rejected', `This cannot be stored: ${messageOf(parsed.error)}`, {
          detail: String(parsed.error.issues[0]?.path[0] ?? ''),
        });
      return Object.fromEntries(
        Object.entries(parsed.data as Record<string, unknown>)
          .filter(([, value]) => value !== undefined)
          .map(([field, value]) => [columnOf(field), value]),
      );
    },
    columns: (wanted = fields as never) => wanted.map(columnOf).join(','),
  };
}

function messageOf(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}

/** URL of an object in the bucket `audio`, with or without a host. */
const recordingUrl = z.string().check(z.refine((url) => audioPathOf(url) !== null, 'is no recording in storage'));
/** Postgres writes `2026-01-01 10:00:00.123456+00`; the app has ISO dates. */
const date = z.pipe(
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

const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
/**
 * Reads absent values (older backends) and unreadable ones (other versions) as absent: the fragrance is complete
 * without.
 */
const orNone = <T>(schema: z.ZodMiniType<T>) => z.optional(orElse(z.nullable(schema), null));

type RowField<F extends keyof Fragrance> = F extends OptionalField
  ? ReturnType<typeof orNone<z.output<(typeof fragranceShape)[F]>>>
  : (typeof fragranceShape)[F];

/** The fields of a fragrance for a destination, as columns. */
function fragranceFields<Destination extends keyof Destinations>(destination: Destination) {
  return Object.fromEntries(
    fieldsFor(destination).map((field) => [
      field,
      isOptional(field) ? orNone(fragranceShape[field] as z.ZodMiniType) : fragranceShape[field],
    ]),
  ) as unknown as { [F in FieldOf<Destination>]: RowField<F> };
}

export const profilesTable = table(
  'profiles',
  z.object({ ...shapeOf(MEMBER_CHECKS), createdAt: z.nullable(date), updatedAt: z.nullable(date) }),
);

const playlistFields = {
  id: textOf(100, 1),
  /** When the fragrance was made. */
  created: date,
  creatorName: savedShape.creatorName,
  /** When it last went into the public playlist. */
  addedToPlaylistAt: z.nullable(date),
};
const FRAGRANCE_COLUMNS = {
  created: 'made_at',
  addedToPlaylistAt: 'uploaded_at',
  savedAt: 'created_at',
  creatorId: 'user_id',
};

const ownFields = {
  ...playlistFields,
  audioData: z.nullable(recordingUrl),
  isPublic: savedShape.isPublic,
  creatorId: savedShape.creatorId,
  likes: savedShape.likes,
  savedAt: date,
};

export const fragranceProfilesTable = table(
  'fragrance_profiles',
  z.object({ ...fragranceFields('saved'), ...ownFields }),
  FRAGRANCE_COLUMNS,
);

/** Rows of lists. */
export const listedProfilesTable = table(
  'fragrance_profiles',
  z.object({ ...fragranceFields('listed'), ...ownFields }),
  FRAGRANCE_COLUMNS,
);

/** A card of the public playlist, returned by `public_fragrances`. */
export const publicFragrancesTable = table(
  'public_fragrances',
  z.object({ ...fragranceFields('listed'), ...playlistFields, hasAudio: z.boolean() }),
  FRAGRANCE_COLUMNS,
);

/** A whole fragrance of the playlist, returned by `public_fragrance`. */
export const publicFragranceTable = table(
  'public_fragrance',
  z.object({ ...fragranceFields('saved'), ...playlistFields, audioData: z.nullable(recordingUrl) }),
  FRAGRANCE_COLUMNS,
);

const { name, description, intensity, complexity, persistence, source, ...shared } = fragranceFields('shared');

export const sharesTable = table(
  'fragrance_shares',
  z.object({
    ...shared,
    // Absent in shares of older versions.
    name: z.nullable(name),
    intensity: z.nullable(intensity),
    complexity: z.nullable(complexity),
    persistence: z.nullable(persistence),
    description: orNone(description),
    source: orNone(source),
    makerName: orNone(nameOf(50)),
    shareId,
    title: textOf(200),
    audioUrl: recordingUrl,
    isActive: z.boolean(),
    viewCount: z.int(),
    createdAt: date,
  }),
);

/** A line of `own_shares`. */
export const ownSharesTable = table(
  'own_shares',
  z.object({
    shareId,
    name: z.nullable(textOf(MAX_FRAGRANCE_NAME_LENGTH)),
    createdAt: date,
    viewCount: z.int(),
    audioUrl: recordingUrl,
  }),
);

export const submissionsTable = table(
  'fragrance_submissions',
  z.object({ ...z.pick(contactMessageSchema, { name: true, email: true }).shape, audioUrl: recordingUrl }),
);
export const contactMessagesTable = table('contact_messages', contactMessageSchema);
export const preordersTable = table(
  'preorders',
  z.object({
    ...preorderSchema.shape,
    id: uuid,
    design: z.nullable(z.object({ name: textOf(50), color: textOf(60), bottle: z.enum(['white', 'black', 'silver']) })),
  }),
);
