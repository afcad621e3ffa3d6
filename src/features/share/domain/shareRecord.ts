import * as z from 'zod/mini';
import { MAX_ID_LENGTH, textOf } from '#core/schema/fieldSchemas.ts';
import { MAX_FRAGRANCE_NAME_LENGTH } from '#core/values/nameRules.ts';
import { isShareId } from './shareId.ts';
import {
  readSendable,
  unreadablePayload,
  type SendableFragrance,
} from '#features/fragrance/domain/schema/queuedFragrance.ts';
import { fieldsOf } from '#core/schema/checks.ts';

export const shareId = z.custom<string>(isShareId, 'is no id of a share');

/** A share begun on this device. */
export const shareRecordSchema = z.object({
  shareId,
  /** Idempotency key of its entry in the outbox (a UUID). */
  entryId: textOf(MAX_ID_LENGTH),
  /** Fragrance and name. */
  key: textOf(1000),
  name: textOf(MAX_FRAGRANCE_NAME_LENGTH),
  /** The member who owns it; null for a visitor. */
  ownerId: z.nullable(textOf(MAX_ID_LENGTH)),
  /** ISO date. */
  createdAt: textOf(MAX_ID_LENGTH),
  /** The backend may have the id already: then it is this share, not another owner's. */
  tried: z.boolean(),
  /** The backend has confirmed it. */
  made: z.boolean(),
  /** URL of its sound when it was made. */
  audioUrl: z.nullable(textOf(500)),
  /** Id of that recording on this device. */
  recordingId: z.nullable(textOf(MAX_ID_LENGTH)),
  /** The member chose to be named; absent in records of older versions. */
  showName: z.exactOptional(z.boolean()),
});
export type ShareRecord = z.output<typeof shareRecordSchema>;

/** A waiting share. Contains its id, so that every try makes the same share. */
export interface WaitingShare {
  shareId: string;
  /** The fragrance; named so since the first version. */
  profile: SendableFragrance;
  showName?: boolean | undefined;
}

/** Reads a waiting share. @throws coded `rejected` when invalid */
export function readWaitingShare(value: unknown): WaitingShare {
  const { shareId, profile, showName } = fieldsOf(value);
  const fragrance = readSendable(profile);
  if (!isShareId(shareId) || fragrance === null) throw unreadablePayload('share');
  return {
    shareId,
    profile: fragrance,
    showName: showName === true,
  };
}
