/* What waits in the outbox. It may have stood on this device for weeks, and an older version may have left it. */
import * as z from 'zod/mini';
import type { SavedFragrance } from '../account/member.ts';
import { isShareId } from '../community/shareId.ts';
import { fieldsOf } from './checks.ts';
import { pickFields, type FieldOf } from './fields.ts';
import { readFragrance, readSavedFragrance } from './fragrance.ts';
import { MAX_ID_LENGTH, textOf } from './parts.ts';
import type { Fragrance } from '../fragrance/model.ts';
import { coded } from '../errors.ts';

/** What is shared and submitted of a fragrance: plain data. */
export type SendableFragrance = Pick<Fragrance, FieldOf<'sending'>>;

/** A share that waits: its id stands in it, so that every try is the same share. */
export interface WaitingShare {
  shareId: string;
  /** The fragrance; it has stood under this name since the first version. */
  profile: SendableFragrance;
  showName?: boolean | undefined;
}

/** A submission that waits. */
export interface WaitingSubmission {
  /** Idempotency key (a UUID). */
  id: string;
  name: string;
  email: string;
  /** The fragrance; it has stood under this name since the first version. */
  profile: SendableFragrance;
}

/** The member whose profile a fragrance goes into. */
export interface Saver {
  id: string;
  liquidName: string;
}

/** What waits of a member's fragrances. */
export type FragranceJob =
  | { action: 'save'; fragrance: SavedFragrance; saver: Saver }
  /** The switch of a saved fragrance: into the public playlist, or out of it. */
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
// What the texts may be in the end is judged where they become rows.
const submitterSchema = z.object({ id, name: z.string(), email: z.string() });

const unreadable = (what: string) => coded('rejected', `What waits here is no ${what} that can be sent.`);

function readSendable(value: unknown): SendableFragrance | null {
  // What is not sent is not kept, and is not asked for either.
  const fragrance = readFragrance({ ...fieldsOf(value), dominantNotes: [], backgroundNotes: [], created: '' });
  return fragrance === null ? null : pickFields('sending', fragrance);
}

/** @throws coded `rejected` when it is no share that can be sent */
export function readWaitingShare(value: unknown): WaitingShare {
  const { shareId, profile, showName } = fieldsOf(value);
  const fragrance = readSendable(profile);
  if (!isShareId(shareId) || fragrance === null) throw unreadable('share');
  return { shareId, profile: fragrance, showName: showName === true };
}

/** @throws coded `rejected` when it is no submission that can be sent */
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

/** A message that waits. @throws coded `rejected` when there is none */
export const readWaitingMessage = (value: unknown) => readPlain(messageSchema, value, 'message');

/** An order that waits. @throws coded `rejected` when there is none */
export const readWaitingOrder = (value: unknown) => readPlain(orderSchema, value, 'order');

/** The job in what waits, or null when there is none in it. */
export function readFragranceJob(value: unknown): FragranceJob | null {
  const visibility = z.safeParse(visibilitySchema, value);
  if (visibility.success) return visibility.data;
  const { action, fragrance, saver } = fieldsOf(value);
  const saved = readSavedFragrance(fragrance);
  const read = z.safeParse(saverSchema, saver);
  return action === 'save' && saved !== null && read.success ? { action, fragrance: saved, saver: read.data } : null;
}
