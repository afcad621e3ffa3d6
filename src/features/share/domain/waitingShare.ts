import { readSendable, type SendableFragrance } from '../../fragrance/domain/schema/waiting.ts';
import { unreadable } from '../../outbox/domain/unreadable.ts';
import { fieldsOf } from '#core/schema/checks.ts';
import { isShareId } from './shareId.ts';

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
  if (!isShareId(shareId) || fragrance === null) throw unreadable('share');
  return {
    shareId,
    profile: fragrance,
    showName: showName === true,
  };
}
