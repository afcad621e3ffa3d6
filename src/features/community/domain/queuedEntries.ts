/* Payloads of the outbox. They may be weeks old, from an older version. */
import * as z from 'zod/mini';
import {
  readSendable,
  unreadablePayload,
  type SendableFragrance,
} from '#features/fragrance/domain/schema/queuedFragrance.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { MAX_ID_LENGTH, textOf } from '#core/schema/fieldSchemas.ts';

/** A waiting submission. */
export interface WaitingSubmission {
  /** Idempotency key (a UUID). */
  id: string;
  name: string;
  email: string;
  /** The fragrance; named so since the first version. */
  profile: SendableFragrance;
}

const id = textOf(MAX_ID_LENGTH, 1);
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

/** Reads a waiting submission. @throws coded `rejected` when invalid */
export function readWaitingSubmission(value: unknown): WaitingSubmission {
  const submitter = z.safeParse(submitterSchema, value);
  const fragrance = readSendable(fieldsOf(value)['profile']);
  if (!submitter.success || fragrance === null) throw unreadablePayload('submission');
  return { ...submitter.data, profile: fragrance };
}

function readPlain<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const read = z.safeParse(schema, value);
  if (!read.success) throw unreadablePayload(what);
  return read.data;
}

/** Reads a waiting message. @throws coded `rejected` when invalid */
export const readWaitingMessage = (value: unknown) => readPlain(messageSchema, value, 'message');

/** Reads a waiting order. @throws coded `rejected` when invalid */
export const readWaitingOrder = (value: unknown) => readPlain(orderSchema, value, 'order');
