import * as z from 'zod/mini';
import { MAX_FRAGRANCE_NAME_LENGTH } from '#core/values/nameRules.ts';
import { address, MAX_ID_LENGTH, textOf, typedNameOf } from '#core/schema/fieldSchemas.ts';
import { MAX_BUYER_NAME_LENGTH, MAX_MESSAGE_LENGTH, MIN_MESSAGE_LENGTH, MIN_PREORDER_NAME_LENGTH } from './preorder.ts';

/* Schemas of orders and messages, on this device and in rows. */

export const preorderSchema = z.object({
  email: address,
  name: typedNameOf(MAX_BUYER_NAME_LENGTH, MIN_PREORDER_NAME_LENGTH),
  fragranceId: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,59}$/)),
  fragranceName: typedNameOf(MAX_FRAGRANCE_NAME_LENGTH),
});

/** A preorder as stored on this device. */
export const preorderRecordSchema = z.extend(preorderSchema, {
  /** ISO date. */
  date: textOf(MAX_ID_LENGTH),
});
export type PreorderRecord = z.output<typeof preorderRecordSchema>;

export const contactMessageSchema = z.object({
  name: typedNameOf(MAX_BUYER_NAME_LENGTH),
  email: address,
  message: textOf(MAX_MESSAGE_LENGTH, MIN_MESSAGE_LENGTH),
});
