import { useSnapshot } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { session } from '#features/session/state/session.ts';
import { outboxView } from '#features/outbox/state/outbox.ts';
import { findRecord, type ShareRecord } from '#features/share/domain/shareRecord.ts';
import { shares } from '#features/share/state/shares.ts';

interface SharedSoFar {
  record: ShareRecord | null;
  /** True when there is a link: the share is made, or in the outbox. */
  linked: boolean;
  /** Reason for the backend's final refusal. */
  refused: string | null;
}

/** The state of a fragrance's share, of the current member or visitor. */
export function useShareRecord(fragrance: Fragrance): SharedSoFar {
  const { records } = useSnapshot(shares);
  const { waiting } = useSnapshot(outboxView);
  const { user } = useSnapshot(session);
  const record = findRecord(records as readonly ShareRecord[], fragrance, user?.id || null);
  const entry = waiting.find(({ id }) => id === record?.entryId);
  return {
    record,
    linked: record !== null && (record.made || (entry !== undefined && entry.refused === undefined)),
    refused: record !== null && !record.made ? (entry?.refused?.message ?? null) : null,
  };
}
