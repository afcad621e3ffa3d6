import { proxy } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { shareRecordSchema, type ShareRecord } from '../domain/shareRecord.ts';
import { createShareId } from '../domain/shareId.ts';
import { readEach } from '#core/schema/fieldSchemas.ts';
import { onWindow } from '#core/lifetime/pageEvents.ts';
import { localStore } from '#core/storage/localStore.ts';
import { newUuid } from '#core/values/uuid.ts';

/**
 * The shares that this device has begun, stored before the first attempt: after a lost answer, a second press or a
 * reload the same id is used again, so there is never a second public copy, and the link is shown again.
 */

/** Local key of the list. */
const RECORDS_KEY = 'accord:shares';
/** Maximum number of records; the oldest are dropped first (the member's page can still withdraw them). */
const MAX_RECORDS = 100;

export type { ShareRecord };

export const shareRecords = proxy<{ list: ShareRecord[] }>({ list: read() });

function read(): ShareRecord[] {
  return readEach(localStore.read(RECORDS_KEY), shareRecordSchema);
}

/** Changes the stored list, to which another tab may have added. */
function change(how: (list: ShareRecord[]) => ShareRecord[]): void {
  const next = how(mergeRecords(read())).slice(-MAX_RECORDS);
  shareRecords.list = next;
  if (next.length === 0) localStore.remove(RECORDS_KEY);
  else localStore.keep(RECORDS_KEY, next);
}

// Another tab has made or sent a share.
onWindow('storage', ({ key }) => {
  if (key === RECORDS_KEY || key === null) shareRecords.list = read();
});

/** Key of the shared content: the same fragrance under another name is another share. */
function shareKey({ id, name, musicEssence }: Pick<Fragrance, 'id' | 'name' | 'musicEssence'>): string {
  return JSON.stringify([id, name, musicEssence.join('-')]);
}

/** The record of a fragrance's share, made by the current member or visitor. */
export function recordOf(
  fragrance: Pick<Fragrance, 'id' | 'name' | 'musicEssence'>,
  ownerId: string | null,
  list: readonly ShareRecord[] = shareRecords.list,
): ShareRecord | null {
  const key = shareKey(fragrance);
  return list.find((record) => record.key === key && isOwnedBy(record, ownerId)) ?? null;
}

/** True when the record belongs to the member, or to a visitor when `memberId` is null. */
export function isOwnedBy({ ownerId }: Pick<ShareRecord, 'ownerId'>, memberId: string | null): boolean {
  return ownerId === null || ownerId === memberId;
}

export function newShareId(): string {
  return createShareId((count) => crypto.getRandomValues(new Uint8Array(count)));
}

/** The record of a fragrance's share; creates and stores one when there is none. */
export function beginRecord(fragrance: Fragrance, ownerId: string | null, now: Date = new Date()): ShareRecord {
  // Another tab may have begun it.
  shareRecords.list = mergeRecords(read());
  const known = recordOf(fragrance, ownerId);
  if (known !== null) return known;
  const record: ShareRecord = {
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
  change((list) => [...list, record]);
  return record;
}

/** The stored list; without storage the list lives as long as the page. */
function mergeRecords(stored: ShareRecord[]): ShareRecord[] {
  return stored.length > 0 ? stored : [...shareRecords.list];
}

/** Updates the record of a share. */
export function amendRecord(shareId: string, changes: Partial<ShareRecord>): void {
  change((list) => list.map((record) => (record.shareId === shareId ? { ...record, ...changes } : record)));
}

/** Deletes the record of a withdrawn share. */
export function dropRecord(shareId: string): void {
  change((list) => list.filter((record) => record.shareId !== shareId));
}

/** Gives the records of this device's visitors to a member. */
export function giveRecordsTo(memberId: string): void {
  change((list) => list.map((record) => (record.ownerId === null ? { ...record, ownerId: memberId } : record)));
}

/** Deletes the records of this device's visitors, or with an id those of that member. */
export function dropRecordsOf(ownerId: string | null): void {
  change((list) => list.filter((record) => record.ownerId !== ownerId));
}
