import * as z from 'zod/mini';
import { areAccents, areProportions, isCharacter } from '../../domain/colour/checks.ts';
import { isEmail, isName, isStorable, lengthOf } from '../../domain/fragrance/nameRules.ts';
import type { FragranceSource } from '../../domain/fragrance/model.ts';
import { isDrawableTrace } from '../../domain/fragrance/trace.ts';
import { isNoteCode, type NoteCode } from '../../domain/pitch/pitch.ts';
import { audioPathOf } from '../recordings/audioPath.ts';
import { BackendError } from '../connection/errors.ts';

/**
 * One schema a table: it checks both ways and translates between the database's snake_case and the app's camelCase.
 * Lengths and patterns mirror the constraints of `supabase/migrations`, so that what passes here is stored.
 */
export interface Table<Row> {
  /** A row as it came from the database. @throws BackendError `server` when it is none. */
  fromRow(row: unknown): Row;
  /** Some fields as the database takes them. @throws BackendError `rejected` naming the field that breaks a rule. */
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
        throw new BackendError('server', `A row of ${name} cannot be read: ${wordsOf(parsed.error)}`, {
          detail: 'unreadable_row',
        });
      return parsed.data as Row;
    },
    toRow(given) {
      const parsed = z.safeParse(some, given);
      if (!parsed.success)
        throw new BackendError('rejected', `This cannot be stored: ${wordsOf(parsed.error)}`, {
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

function wordsOf(error: z.core.$ZodError): string {
  return error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
}

/** A text of so many characters, as the database counts them. */
const text = (most: number, fewest = 0) =>
  z
    .string()
    .check(
      z.refine(
        (value) => lengthOf(value) >= fewest && lengthOf(value) <= most && isStorable(value),
        'has the wrong length',
      ),
    );
const named = (most: number, fewest = 1) =>
  z.string().check(z.refine((value) => isName(value, most, fewest), 'is no name'));
const noteCode = z.custom<NoteCode>(isNoteCode, 'is no note');
const noteCodes = (fewest: number, most: number) => z.array(noteCode).check(z.minLength(fewest), z.maxLength(most));
const names = (most: number) => z.array(named(80)).check(z.maxLength(most));
const share = z.number().check(z.gte(0), z.lte(1));
const email = z.string().check(z.refine(isEmail, 'is no e-mail address'));
/** URL of an object in the bucket `audio`, on any host or on none. */
const recordingUrl = z.string().check(z.refine((url) => audioPathOf(url) !== null, 'is no recording in storage'));
/** Postgres writes `2026-01-01 10:00:00.123456+00`; the app has ISO dates. */
const date = z.pipe(
  z.string(),
  z.transform((value: string) => isoDate(value)),
);

/** A date of the database as an ISO date; what is no date stays as it is. */
export function isoDate(value: string): string {
  const time = Date.parse(
    /^\d{4}-\d\d-\d\d \d/.test(value) ? value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00') : value,
  );
  return Number.isNaN(time) ? value : new Date(time).toISOString();
}

/** Where the notes were heard. One that an older version stored in another form is read as none: the fragrance is whole without. The limits are those of a local copy: somebody else's is drawn on the same canvas. */
const readableTrace = z.pipe(
  z.unknown(),
  z.transform((value) => (isDrawableTrace(value) ? value : null)),
);
/** What an older backend does not have, and what another version stored in another form, is read as none. */
const readable = <T>(isWhole: (value: unknown) => value is T) =>
  z.optional(
    z.pipe(
      z.unknown(),
      z.transform((value): T | null => (isWhole(value) ? value : null)),
    ),
  );
const blend = {
  accents: readable(areAccents),
  character: readable(isCharacter),
  proportions: readable(areProportions),
};
const SOURCES = ['spectral', 'byte-hash', 'beat', 'keys', 'link', 'demo'] as const satisfies readonly FragranceSource[];
const uuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

export const profilesTable = table(
  'profiles',
  z.object({
    id: z.string(),
    email: text(254),
    liquidName: named(50),
    profilePhoto: z.nullable(z.string().check(z.maxLength(500), z.regex(/^https?:\/\//))),
    location: z.nullable(text(100)),
    musicalIdentity: z.nullable(text(100)),
    favoriteNotes: names(30),
    favoriteScents: names(30),
    scentMood: z.nullable(text(60)),
    favoriteSound: z.nullable(text(200)),
    preference: z.nullable(z.enum(['ear', 'nose', 'both'])),
    level: z.int(),
    instagramHandle: z.nullable(text(60)),
    showInstagram: z.boolean(),
    tiktokHandle: z.nullable(text(60)),
    showTiktok: z.boolean(),
    createdAt: z.nullable(date),
    updatedAt: z.nullable(date),
  }),
);

const notes = {
  musicEssence: noteCodes(1, 32),
  topNotes: names(32),
  middleNotes: names(32),
  baseNotes: names(32),
};

const fragrance = {
  ...notes,
  id: z.string(),
  name: named(120),
  description: text(2000),
  intensity: share,
  complexity: share,
  persistence: share,
  dominantNotes: noteCodes(0, 3),
  backgroundNotes: noteCodes(0, 32),
  source: z.enum(SOURCES),
  /** When the fragrance was made. */
  created: date,
  creatorName: text(50),
  /** When it last went into the public playlist. */
  addedToPlaylistAt: z.nullable(date),
};
const FRAGRANCE_COLUMNS = {
  created: 'made_at',
  addedToPlaylistAt: 'uploaded_at',
  savedAt: 'created_at',
  creatorId: 'user_id',
};

export const fragranceProfilesTable = table(
  'fragrance_profiles',
  z.object({
    ...fragrance,
    audioData: z.nullable(recordingUrl),
    trace: z.optional(readableTrace),
    ...blend,
    isPublic: z.boolean(),
    creatorId: z.nullable(z.string()),
    likes: z.array(z.string()),
    savedAt: date,
  }),
  FRAGRANCE_COLUMNS,
);

/** A card of the public playlist; what `public_fragrances` returns. */
export const publicFragrancesTable = table(
  'public_fragrances',
  z.object({ ...fragrance, hasAudio: z.boolean() }),
  FRAGRANCE_COLUMNS,
);

/** A whole fragrance of the playlist; what `public_fragrance` returns. */
export const publicFragranceTable = table(
  'public_fragrance',
  z.object({ ...fragrance, audioData: z.nullable(recordingUrl), trace: readableTrace, ...blend }),
  FRAGRANCE_COLUMNS,
);

export const sharesTable = table(
  'fragrance_shares',
  z.object({
    ...notes,
    shareId: z.string().check(z.regex(/^[A-Za-z0-9]{8}$/)),
    title: z.string(),
    audioUrl: recordingUrl,
    name: z.nullable(named(120)),
    intensity: z.nullable(share),
    complexity: z.nullable(share),
    persistence: z.nullable(share),
    trace: readableTrace,
    ...blend,
    description: readable((value): value is string => typeof value === 'string' && lengthOf(value) <= 2000),
    source: readable((value): value is FragranceSource => (SOURCES as readonly unknown[]).includes(value)),
    makerName: readable((value): value is string => typeof value === 'string' && isName(value, 50)),
    isActive: z.boolean(),
    viewCount: z.int(),
    createdAt: date,
  }),
);

/** A line of `own_shares`. */
export const ownSharesTable = table(
  'own_shares',
  z.object({
    shareId: z.string().check(z.regex(/^[A-Za-z0-9]{8}$/)),
    name: z.nullable(text(120)),
    createdAt: date,
    viewCount: z.int(),
    audioUrl: recordingUrl,
  }),
);

export const submissionsTable = table(
  'fragrance_submissions',
  z.object({ name: named(100), email, audioUrl: recordingUrl }),
);
export const contactMessagesTable = table(
  'contact_messages',
  z.object({ name: named(100), email, message: text(5000, 10) }),
);
export const preordersTable = table(
  'preorders',
  z.object({
    id: uuid,
    email,
    name: named(100, 2),
    fragranceId: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/)),
    fragranceName: named(120),
    design: z.nullable(z.object({ name: text(50), color: text(60), bottle: z.enum(['white', 'black', 'silver']) })),
  }),
);
