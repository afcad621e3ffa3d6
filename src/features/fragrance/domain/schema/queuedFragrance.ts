/* Payloads of the outbox with a fragrance in them. They may be weeks old, from an older version. */
import * as z from 'zod/mini';
import { fieldsOf } from '#core/schema/checks.ts';
import { codedError } from '#core/values/errors.ts';
import { MAX_ID_LENGTH, textOf } from '#core/schema/fieldSchemas.ts';
import type { Fragrance } from '../composition/model.ts';
import type { SavedFragrance } from '../composition/savedFragrance.ts';
import { pickFields, type FieldOf } from './fields.ts';
import { readFragrance, readSavedFragrance } from './fragrance.ts';

/** The fields of a shared or submitted fragrance: plain data. */
export type SendableFragrance = Pick<Fragrance, FieldOf<'sending'>>;

/** The member who saves a fragrance. */
export interface Saver {
  id: string;
  liquidName: string;
}

/** A waiting job of a member's fragrances. */
export type FragranceJob =
  | { action: 'save'; fragrance: SavedFragrance; saver: Saver }
  /** Publishes a saved fragrance or makes it private. */
  | { action: 'visibility'; fragranceId: string; name: string; isPublic: boolean };

const id = textOf(MAX_ID_LENGTH, 1);
const saverSchema = z.object({ id, liquidName: z.string() });
const visibilitySchema = z.object({
  action: z.literal('visibility'),
  fragranceId: id,
  name: z.string(),
  isPublic: z.boolean(),
});

/** The error of a payload that cannot be sent: it may be weeks old, from an older version. Code `rejected`. */
export const unreadablePayload = (what: string) =>
  codedError('rejected', `What waits here is no ${what} that can be sent.`);

/** Reads the fragrance of a waiting payload; null when invalid. */
export function readSendable(value: unknown): SendableFragrance | null {
  // Fields that are not sent are neither stored nor required.
  const fragrance = readFragrance({ ...fieldsOf(value), dominantNotes: [], backgroundNotes: [], created: '' });
  return fragrance === null ? null : pickFields('sending', fragrance);
}

/** Reads a waiting job; null when invalid. */
export function readFragranceJob(value: unknown): FragranceJob | null {
  const visibility = z.safeParse(visibilitySchema, value);
  if (visibility.success) return visibility.data;
  const { action, fragrance, saver } = fieldsOf(value);
  const saved = readSavedFragrance(fragrance);
  const read = z.safeParse(saverSchema, saver);
  return action === 'save' && saved !== null && read.success ? { action, fragrance: saved, saver: read.data } : null;
}
