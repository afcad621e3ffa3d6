import { proxy } from 'valtio';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { shareRecordSchema, type ShareRecord } from '../../domain/schema/community.ts';
import { createShareId } from '../../domain/community/shareId.ts';
import { readEach } from '../../domain/schema/parts.ts';
import { localStore } from '../../platform/storage/localStore.ts';

/**
 * The shares that this device has begun, kept before the first try: a lost answer, a second press or a reload finds the
 * same id again, so there is never a second public copy, and the link is shown again.
 */

/** Local key of the list. */
const RECORDS_KEY = 'accord:shares';
/** Shares that are remembered; the oldest are forgotten first (they can still be taken back from the member's page). */
const MAX_RECORDS = 100;

export type { ShareRecord };

export const shareRecords = proxy<{ list: ShareRecord[] }>({ list: read() });

function read(): ShareRecord[] {
  return readEach(localStore.read(RECORDS_KEY), shareRecordSchema);
}

/** Changes the list as it is kept right now: another tab may have added to it. */
function change(how: (list: ShareRecord[]) => ShareRecord[]): void {
  const kept = read();
  // Without storage the list lives as long as the page.
  const next = how(kept.length === 0 ? [...shareRecords.list] : kept).slice(-MAX_RECORDS);
  shareRecords.list = next;
  if (next.length === 0) localStore.remove(RECORDS_KEY);
  else localStore.keep(RECORDS_KEY, next);
}

// Another tab has shared something, or its share has gone out.
globalThis.addEventListener?.('storage', (event) => {
  const { key } = event as StorageEvent;
  if (key === RECORDS_KEY || key === null) shareRecords.list = read();
});

/** Names what is shared: the same fragrance under another name is another share. */
export function shareKey({ id, name, musicEssence }: Pick<Fragrance, 'id' | 'name' | 'musicEssence'>): string {
  return JSON.stringify([id, name, musicEssence.join('-')]);
}

/** The share of a fragrance that this device knows of, made by whoever is here now. */
export function recordOf(
  fragrance: Pick<Fragrance, 'id' | 'name' | 'musicEssence'>,
  ownerId: string | null,
  list: readonly ShareRecord[] = shareRecords.list,
): ShareRecord | null {
  const key = shareKey(fragrance);
  return list.find((record) => record.key === key && isOwnedBy(record, ownerId)) ?? null;
}

/** True for what a visitor of this device made, or the member who is here. */
export function isOwnedBy({ ownerId }: Pick<ShareRecord, 'ownerId'>, memberId: string | null): boolean {
  return ownerId === null || ownerId === memberId;
}

export function newShareId(): string {
  return createShareId((count) => crypto.getRandomValues(new Uint8Array(count)));
}

/** The record of a fragrance's share, made and kept when there is none yet. */
export function beginRecord(fragrance: Fragrance, ownerId: string | null, now: Date = new Date()): ShareRecord {
  // Another tab may have begun it.
  shareRecords.list = mergedWith(read());
  const known = recordOf(fragrance, ownerId);
  if (known !== null) return known;
  const record: ShareRecord = {
    shareId: newShareId(),
    entryId: crypto.randomUUID(),
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

function mergedWith(stored: ShareRecord[]): ShareRecord[] {
  return stored.length > 0 ? stored : [...shareRecords.list];
}

/** Changes what is known of a share. */
export function amendRecord(shareId: string, changes: Partial<ShareRecord>): void {
  change((list) => list.map((record) => (record.shareId === shareId ? { ...record, ...changes } : record)));
}

/** Forgets a share that is no more. */
export function dropRecord(shareId: string): void {
  change((list) => list.filter((record) => record.shareId !== shareId));
}

/** What visitors of this device have shared is a member's from now on. */
export function giveRecordsTo(memberId: string): void {
  change((list) => list.map((record) => (record.ownerId === null ? { ...record, ownerId: memberId } : record)));
}

/** Forgets what visitors of this device have shared; with a member's id, what that member has. */
export function dropRecordsOf(ownerId: string | null): void {
  change((list) => list.filter((record) => record.ownerId !== ownerId));
}
