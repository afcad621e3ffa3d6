import * as z from 'zod/mini';
import { MAX_ID_LENGTH, textOf } from '#core/schema/fieldSchemas.ts';
import { MAX_FRAGRANCE_NAME_LENGTH } from '#core/values/nameRules.ts';
import { createShareId, isShareId } from './shareId.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { newUuid } from '#core/values/uuid.ts';
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

/** What a share is made of: the same fragrance under another name is another share. */
type Shareable = Pick<Fragrance, 'id' | 'name' | 'musicEssence'>;

const shareKey = ({ id, name, musicEssence }: Shareable): string => JSON.stringify([id, name, musicEssence.join('-')]);

export function newShareId(): string {
  return createShareId((count) => crypto.getRandomValues(new Uint8Array(count)));
}

/** The record of a share before its first try. */
export function newRecord(fragrance: Fragrance, ownerId: string | null, now: Date): ShareRecord {
  return {
    shareId: newShareId(),
    entryId: newUuid(),
    key: shareKey(fragrance),
    name: fragrance.name,
    ownerId,
    createdAt: now.toISOString(),
    tried: false,
    made: false,
    audioUrl: null,
    recordingId: fragrance.recordingId ?? null,
  };
}

/** True when the record belongs to the member, or to a visitor when `memberId` is null. */
export function isOwnedBy({ ownerId }: Pick<ShareRecord, 'ownerId'>, memberId: string | null): boolean {
  return ownerId === null || ownerId === memberId;
}

/** The record of a fragrance's share, made by that member or visitor. */
export function findRecord(
  records: readonly ShareRecord[],
  fragrance: Shareable,
  ownerId: string | null,
): ShareRecord | null {
  const key = shareKey(fragrance);
  return records.find((record) => record.key === key && isOwnedBy(record, ownerId)) ?? null;
}

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
