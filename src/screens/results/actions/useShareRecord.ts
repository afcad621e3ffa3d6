import { useSnapshot } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { session } from '#features/session/state/session.ts';
import { outboxView } from '#features/outbox/state/outbox.ts';
import { recordOf, shareRecords, type ShareRecord } from '#features/share/state/shareRecords.ts';

interface SharedSoFar {
  record: ShareRecord | null;
  /** True when there is a link: the share is made, or in the outbox. */
  linked: boolean;
  /** Reason for the backend's final refusal. */
  refused: string | null;
}

/** The state of a fragrance's share, of the current member or visitor. */
export function useShareRecord(fragrance: Fragrance): SharedSoFar {
  const { list } = useSnapshot(shareRecords);
  const { waiting } = useSnapshot(outboxView);
  const { user } = useSnapshot(session);
  const record = recordOf(fragrance, user?.id || null, list as readonly ShareRecord[]);
  const entry = waiting.find(({ id }) => id === record?.entryId);
  return {
    record,
    linked: record !== null && (record.made || (entry !== undefined && entry.refused === undefined)),
    refused: record !== null && !record.made ? (entry?.refused?.message ?? null) : null,
  };
}
