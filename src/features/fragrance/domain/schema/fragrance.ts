/**
 * Schemas of outside fragrances and saved ones: one definition for local copies, files, history, rows and shares.
 */
import * as z from 'zod/mini';
import type { SavedFragrance } from '../composition/savedFragrance.ts';
import {
  fraction,
  MAX_ID_LENGTH,
  listOf,
  nameOf,
  noteCode,
  withFallback,
  textOf,
  range,
  integerRange,
} from '#core/schema/fieldSchemas.ts';
import { NOTE_SOURCES, type Fragrance, type SoundTrace } from '../composition/model.ts';
import { MAX_FRAGRANCE_NAME_LENGTH, MAX_NOTE_NAME_LENGTH } from '#core/values/nameRules.ts';
import { MAX_TRACE_NOTES, MAX_TRACE_PEAKS } from '../composition/trace.ts';
import { MAX_ACCENTS, type Accent } from '../timbre/accents.ts';
import type { Character } from '../timbre/character.ts';
import { MANNERS } from '#analysis/values/timbre.ts';
import { MAX_SECONDS, type Proportion } from '../timbre/proportions.ts';

/* Schemas of stored accents, characters and proportions, which may come from others. */

/** Maximum notes of an essence. */
const MAX_PROPORTIONS = 32;

/** One to three accents. */
export const accentsSchema: z.ZodMiniType<Accent[]> = listOf(
  z.object({ note: noteCode, of: noteCode, partial: integerRange(2, 16), level: range(-60, 0) }),
  MAX_ACCENTS,
  1,
);

/** A character with drawable axes and finite measurements. */
export const characterSchema: z.ZodMiniType<Character> = z.object({
  axes: z.object({ brightness: fraction, breath: fraction, roughness: fraction, strike: fraction, tremor: fraction }),
  measured: z.object({
    centroid: range(0, 24_000),
    brightness: range(0, 2000),
    warmth: fraction,
    flatness: fraction,
    roughness: fraction,
    harmonicity: z.nullable(range(-100, 100)),
    attack: z.nullable(range(0, 10)),
    wander: z.nullable(range(0, 2400)),
    vibrato: z.nullable(z.object({ rate: range(0, 50), depth: range(0, 2400) })),
  }),
  manner: z.exactOptional(z.object({ kind: z.enum(MANNERS), confidence: fraction })),
});

const proportion = z.object({
  note: noteCode,
  parts: integerRange(1, 100),
  seconds: z.exactOptional(range(0, MAX_SECONDS)),
  loudness: z.exactOptional(fraction),
  hits: z.exactOptional(integerRange(0, 1000)),
});

/** Proportions that add up to 100. */
export const proportionsSchema: z.ZodMiniType<Proportion[]> = listOf(proportion, MAX_PROPORTIONS, 1).check(
  z.refine((all) => all.reduce((sum, { parts }) => sum + parts, 0) === 100),
);

/** Maximum notes of the essence and of each tier. */
const MAX_NOTES = 32;
const MAX_DOMINANT = 3;
const MAX_DESCRIPTION_LENGTH = 2000;
const MAX_ADDRESS_LENGTH = 2000;

const moment = range(0, MAX_SECONDS);
const heardNote = z
  .object({ note: noteCode, onset: moment, offset: moment, velocity: fraction, cents: range(-100, 100) })
  .check(z.refine(({ onset, offset }) => offset >= onset, 'ends before it begins'));

/** A drawable trace. */
const traceSchema: z.ZodMiniType<SoundTrace> = z.object({
  duration: moment,
  peaks: listOf(fraction, MAX_TRACE_PEAKS),
  notes: listOf(heardNote, MAX_TRACE_NOTES),
});

const names = listOf(nameOf(MAX_NOTE_NAME_LENGTH), MAX_NOTES);

/** A recording's URL: on the web, in our storage, or inlined by an older version. */
const soundAddress = z.custom<string>(
  (value) =>
    typeof value === 'string' &&
    (/^data:(audio|video)\//.test(value) || (value.length <= MAX_ADDRESS_LENGTH && /^(https?:\/)?\/\S+$/.test(value))),
);

/** The fields of a fragrance. */
export const fragranceShape = {
  id: textOf(MAX_ID_LENGTH),
  name: nameOf(MAX_FRAGRANCE_NAME_LENGTH),
  description: textOf(MAX_DESCRIPTION_LENGTH),
  intensity: fraction,
  complexity: fraction,
  persistence: fraction,
  dominantNotes: listOf(noteCode, MAX_DOMINANT),
  backgroundNotes: listOf(noteCode, MAX_NOTES),
  musicEssence: listOf(noteCode, MAX_NOTES, 1),
  topNotes: names,
  middleNotes: names,
  baseNotes: names,
  created: textOf(MAX_ID_LENGTH),
  source: z.enum(NOTE_SOURCES),
  engineFailed: z.literal(true),
  audioData: soundAddress,
  recordingId: textOf(MAX_ID_LENGTH, 1),
  trace: traceSchema,
  face: traceSchema,
  accents: accentsSchema,
  character: characterSchema,
  proportions: proportionsSchema,
} satisfies { [F in keyof Fragrance]-?: z.ZodMiniType<Exclude<Fragrance[F], undefined>> };

/** The optional fields. */
export type OptionalField = { [F in keyof Fragrance]-?: undefined extends Fragrance[F] ? F : never }[keyof Fragrance];

const orAbsent = <Schema extends z.ZodMiniType>(schema: Schema) => withFallback(z.optional(schema), undefined);
const { source, engineFailed, audioData, recordingId, trace, face, accents, character, proportions } = fragranceShape;
const optionalShape = {
  engineFailed: orAbsent(engineFailed),
  audioData: orAbsent(audioData),
  recordingId: orAbsent(recordingId),
  trace: orAbsent(trace),
  face: orAbsent(face),
  accents: orAbsent(accents),
  character: orAbsent(character),
  proportions: orAbsent(proportions),
} satisfies Record<OptionalField, z.ZodMiniType>;

export const isOptional = (field: string): field is OptionalField => field in optionalShape;

/** A fragrance without its invalid optional fields; the source `keys` excludes measurements of a sound. */
const fragranceSchema = z.object({ ...fragranceShape, ...optionalShape, source: withFallback(source, 'keys') });

/**
 * Reads a fragrance from an outside value, and drops unknown fields; null when a required field is invalid. Invalid
 * optional fields, such as a trace, are dropped.
 */
export function readFragrance(value: unknown): Fragrance | null {
  const read = z.safeParse(fragranceSchema, value);
  if (!read.success) return null;
  return Object.fromEntries(Object.entries(read.data).filter(([, part]) => part !== undefined)) as unknown as Fragrance;
}

/** True for a valid fragrance name. */
export const isFragranceName = (value: unknown): value is string => z.safeParse(fragranceShape.name, value).success;

const MAX_LIKER_LENGTH = 80;
const MAX_LIKES = 1000;

/** Additional fields of a saved fragrance. */
export const savedShape = {
  isPublic: z.boolean(),
  hidden: z.boolean(),
  creatorId: z.nullable(textOf(MAX_ID_LENGTH, 1)),
  creatorName: textOf(50),
  likes: listOf(nameOf(MAX_LIKER_LENGTH), MAX_LIKES),
  savedAt: textOf(MAX_ID_LENGTH, 1),
  addedToPlaylistAt: z.nullable(textOf(MAX_ID_LENGTH, 1)),
} satisfies { [F in Exclude<keyof SavedFragrance, keyof Fragrance>]: z.ZodMiniType<SavedFragrance[F]> };

/** The same, with defaults for fields that older versions did not store. */
const savedHere = z.object({
  isPublic: withFallback(savedShape.isPublic, false),
  hidden: withFallback(savedShape.hidden, false),
  creatorId: withFallback(savedShape.creatorId, null),
  creatorName: withFallback(savedShape.creatorName, ''),
  likes: withFallback(savedShape.likes, []),
  savedAt: withFallback(savedShape.savedAt, ''),
  addedToPlaylistAt: withFallback(savedShape.addedToPlaylistAt, null),
});

/**
 * Reads a saved fragrance of this device, also of an older version (snake case, no source); null when invalid.
 */
export function readSavedFragrance(value: unknown): SavedFragrance | null {
  const input: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  const created = [input['created'], input['created_at'], input['savedAt']].find(
    (date) => typeof date === 'string' && date !== '',
  );
  const fragrance = readFragrance({ source: 'spectral', id: '', ...input, created: created ?? '' });
  if (fragrance === null) return null;
  const { hidden, ...saved } = z.parse(savedHere, {
    ...input,
    isPublic: input['isPublic'] ?? input['is_public'],
    creatorId: input['creatorId'] ?? input['user_id'],
  });
  return {
    ...fragrance,
    ...saved,
    ...(hidden ? { hidden } : {}),
    audioData: fragrance.audioData ?? null,
    savedAt: saved.savedAt || fragrance.created,
  };
}
