/* Payloads of the outbox. They may be weeks old, from an older version. */
import * as z from 'zod/mini';
import {
  pickFields,
  readFragrance,
  readSavedFragrance,
  type SavedFragrance,
  type FieldOf,
  type Fragrance,
} from '../../fragrance/domain/index.ts';
import { isShareId } from '../../share/domain/index.ts';
import { fieldsOf } from '../../../core/schema/checks.ts';
import { MAX_ID_LENGTH, textOf } from '../../../core/schema/parts.ts';
import { coded } from '../../../core/values/errors.ts';

/** The fields of a shared or submitted fragrance: plain data. */
export type SendableFragrance = Pick<Fragrance, FieldOf<'sending'>>;

/** A waiting share. Contains its id, so that every try makes the same share. */
export interface WaitingShare {
  shareId: string;
  /** The fragrance; named so since the first version. */
  profile: SendableFragrance;
  showName?: boolean | undefined;
}

/** A waiting submission. */
export interface WaitingSubmission {
  /** Idempotency key (a UUID). */
  id: string;
  name: string;
  email: string;
  /** The fragrance; named so since the first version. */
  profile: SendableFragrance;
}

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
const messageSchema = z.object({ id: z.optional(id), name: z.string(), email: z.string(), message: z.string() });
const orderSchema = z.object({
  email: z.string(),
  name: z.string(),
  fragranceId: z.string(),
  fragranceName: z.string(),
  design: z.nullish(z.object({ name: z.string(), color: z.string(), bottle: z.enum(['white', 'black', 'silver']) })),
});
// The texts are checked when they become rows.
const submitterSchema = z.object({ id, name: z.string(), email: z.string() });

const unreadable = (what: string) => coded('rejected', `What waits here is no ${what} that can be sent.`);

function readSendable(value: unknown): SendableFragrance | null {
  // Fields that are not sent are neither stored nor required.
  const fragrance = readFragrance({ ...fieldsOf(value), dominantNotes: [], backgroundNotes: [], created: '' });
  return fragrance === null ? null : pickFields('sending', fragrance);
}

/** Reads a waiting share. @throws coded `rejected` when invalid */
export function readWaitingShare(value: unknown): WaitingShare {
  const { shareId, profile, showName } = fieldsOf(value);
  const fragrance = readSendable(profile);
  if (!isShareId(shareId) || fragrance === null) throw unreadable('share');
  return {
    shareId,
    profile: fragrance,
    showName: showName === true,
  };
}

/** Reads a waiting submission. @throws coded `rejected` when invalid */
export function readWaitingSubmission(value: unknown): WaitingSubmission {
  const submitter = z.safeParse(submitterSchema, value);
  const fragrance = readSendable(fieldsOf(value)['profile']);
  if (!submitter.success || fragrance === null) throw unreadable('submission');
  return { ...submitter.data, profile: fragrance };
}

function readPlain<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const read = z.safeParse(schema, value);
  if (!read.success) throw unreadable(what);
  return read.data;
}

/** Reads a waiting message. @throws coded `rejected` when invalid */
export const readWaitingMessage = (value: unknown) => readPlain(messageSchema, value, 'message');

/** Reads a waiting order. @throws coded `rejected` when invalid */
export const readWaitingOrder = (value: unknown) => readPlain(orderSchema, value, 'order');

/** Reads a waiting job; null when invalid. */
export function readFragranceJob(value: unknown): FragranceJob | null {
  const visibility = z.safeParse(visibilitySchema, value);
  if (visibility.success) return visibility.data;
  const { action, fragrance, saver } = fieldsOf(value);
  const saved = readSavedFragrance(fragrance);
  const read = z.safeParse(saverSchema, saver);
  return action === 'save' && saved !== null && read.success ? { action, fragrance: saved, saver: read.data } : null;
}
