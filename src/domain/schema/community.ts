import * as z from 'zod/mini';
import { FRAGRANCE_NAME_LONGEST } from '../fragrance/nameRules.ts';
import { address, ID_LONGEST, nameOf, textOf } from './parts.ts';
import {
  BUYER_NAME_LONGEST,
  MESSAGE_LONGEST,
  MESSAGE_SHORTEST,
  PREORDER_NAME_SHORTEST,
} from '../community/preorder.ts';
import { isShareId } from '../community/shareId.ts';

/* What orders, messages and shares may be, on this device and in rows. */

export const preorderSchema = z.object({
  email: address,
  name: nameOf(BUYER_NAME_LONGEST, PREORDER_NAME_SHORTEST),
  fragranceId: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/)),
  fragranceName: nameOf(FRAGRANCE_NAME_LONGEST),
});

/** A preorder as this device keeps it. */
export const preorderRecordSchema = z.extend(preorderSchema, {
  /** ISO date. */
  date: textOf(ID_LONGEST),
});
export type PreorderRecord = z.output<typeof preorderRecordSchema>;

export const contactMessageSchema = z.object({
  name: nameOf(BUYER_NAME_LONGEST),
  email: address,
  message: textOf(MESSAGE_LONGEST, MESSAGE_SHORTEST),
});

export const shareId = z.custom<string>(isShareId, 'is no id of a share');

/** A share that this device has begun. */
export const shareRecordSchema = z.object({
  shareId,
  /** Idempotency key of its entry in the outbox (a UUID). */
  entryId: textOf(ID_LONGEST),
  /** Which fragrance under which name. */
  key: textOf(1000),
  name: textOf(FRAGRANCE_NAME_LONGEST),
  /** The member who made it; null for a visitor. */
  ownerId: z.nullable(textOf(ID_LONGEST)),
  /** ISO date. */
  createdAt: textOf(ID_LONGEST),
  /** The backend may know the id already: it must not be taken for somebody else's. */
  tried: z.boolean(),
  /** The backend has confirmed it. */
  made: z.boolean(),
  /** Where its sound was stored when it was made. */
  audioUrl: z.nullable(textOf(500)),
  /** Which recording on this device that is. */
  recordingId: z.nullable(textOf(ID_LONGEST)),
  /** The member wanted to be named on it; absent in records of older versions. */
  showName: z.exactOptional(z.boolean()),
});
export type ShareRecord = z.output<typeof shareRecordSchema>;
