import * as z from 'zod/mini';
import { MAX_FRAGRANCE_NAME_LENGTH } from '#core/values/nameRules.ts';
import { shareId } from '../domain/shareRecord.ts';
import { nameOf, textOf } from '#core/schema/fieldSchemas.ts';
import { date, optionalOrNull, recordingUrl, table } from '#core/backend/table.ts';
import { fragranceFields } from '#features/fragrance/backend/fragranceTables.ts';

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
    description: optionalOrNull(description),
    source: optionalOrNull(source),
    makerName: optionalOrNull(nameOf(50)),
    shareId,
    title: textOf(200),
    audioUrl: recordingUrl,
    isActive: z.boolean(),
    viewCount: z.int(),
    createdAt: date,
  }),
);

/** A line of `own_shares`. */
export const mySharesTable = table(
  'own_shares',
  z.object({
    shareId,
    name: z.nullable(textOf(MAX_FRAGRANCE_NAME_LENGTH)),
    createdAt: date,
    viewCount: z.int(),
    audioUrl: recordingUrl,
    hidden: z.boolean(),
  }),
);
