import * as z from 'zod/mini';
import type { Fragrance } from '../domain/composition/model.ts';
import { fieldsFor, type Destinations, type FieldOf } from '../domain/schema/fields.ts';
import { fragranceShape, isOptional, savedShape, type OptionalField } from '../domain/schema/fragrance.ts';
import { textOf } from '#core/schema/fieldSchemas.ts';
import { date, optionalOrNull, recordingUrl, table } from '#core/backend/table.ts';

type RowField<F extends keyof Fragrance> = F extends OptionalField
  ? ReturnType<typeof optionalOrNull<z.output<(typeof fragranceShape)[F]>>>
  : (typeof fragranceShape)[F];

/** The fields of a fragrance for a destination, as columns. */
export function fragranceFields<Destination extends keyof Destinations>(destination: Destination) {
  return Object.fromEntries(
    fieldsFor(destination).map((field) => [
      field,
      isOptional(field) ? optionalOrNull(fragranceShape[field] as z.ZodMiniType) : fragranceShape[field],
    ]),
  ) as unknown as { [F in FieldOf<Destination>]: RowField<F> };
}

/** Fields of a row of the playlist beyond those of the fragrance. */
export const playlistFields = {
  id: textOf(100, 1),
  /** Time of the fragrance's creation. */
  created: date,
  creatorName: savedShape.creatorName,
  /** Time of its newest publication in the playlist. */
  addedToPlaylistAt: z.nullable(date),
};
/** Fields whose column has another name. */
export const FRAGRANCE_COLUMNS = {
  created: 'made_at',
  addedToPlaylistAt: 'uploaded_at',
  savedAt: 'created_at',
  creatorId: 'user_id',
};

const ownFields = {
  ...playlistFields,
  audioData: z.nullable(recordingUrl),
  isPublic: savedShape.isPublic,
  hidden: savedShape.hidden,
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
