import * as z from 'zod/mini';
import { contactMessageSchema, preorderSchema } from '../domain/communitySchema.ts';
import { textOf } from '#core/schema/fieldSchemas.ts';
import { recordingUrl, table, uuid } from '#core/backend/table.ts';
import { FRAGRANCE_COLUMNS, fragranceFields, playlistFields } from '#features/fragrance/backend/fragranceTables.ts';

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
