import { proxy } from 'valtio';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { storedFileMoved } from '#core/recordings/storedRecordings.ts';
import { readEach } from '#core/schema/fieldSchemas.ts';
import { isCoded, tryAgainWords } from '#core/values/errors.ts';
import { onWindow } from '#core/lifetime/pageEvents.ts';
import { LatestTask } from '#core/lifetime/scope.ts';
import { localStore } from '#core/storage/localStore.ts';
import { hasOwnerSecret } from '#core/storage/ownerSecret.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';
import { updateRecordingUrl } from '#features/fragrance/state/fragrance.ts';
import { removeWaiting } from '#features/outbox/state/outbox.ts';
import { onMemberChange, ownerId, session } from '#features/session/state/session.ts';
import { findRecord, isOwnedBy, newRecord, shareRecordSchema, type ShareRecord } from '../domain/shareRecord.ts';
import { listOwnShares, withdrawShare, type OwnShare } from '../backend/shares.ts';

/*
 * The state of shares. Its life, from the press on Share to its page:
 * 1. `shareFragrance` (share.ts) stores a record with a new id before anything is sent: after a lost answer, a second press or
 *    a reload the same id is used again, so that there is never a second public copy, and the link is shown again.
 * 2. `sendShare` stores the sound, finds a free id, stores the picture and inserts the row (sendShare.ts,
 *    ../../create/state/recording/storeRecording.ts, ../backend/shares.ts).
 * 3. Offline `shareFragrance` puts it into the outbox; `sendWaitingShare` sends it later (sendShare.ts, src/app/senders.ts).
 * 4. `shareFragrance` opens the system's share sheet or copies the link.
 * 5. A visitor opens /share/:shareId: supabase/functions/share-page serves its words (_shared/common/shareWords.ts, which the
 *    app imports too), sharedFragrance.ts loads the rest for src/screens/share/SharePage.tsx.
 * 6. `takeBack` removes the waiting entry, the page, the picture and the public sound.
 */

/** A share in the list on the screen. */
interface ShareItem extends Pick<OwnShare, 'shareId' | 'name' | 'createdAt' | 'hidden'> {
  views: number;
  /** Not sent yet. */
  waiting: boolean;
}

interface ShareButton {
  /** Creating, then success (copied or shared) or error, then idle again. */
  status: 'idle' | 'creating' | 'success' | 'error';
  /** Way of the last success. */
  done: 'copied' | 'shared';
  message: string | null;
  /** The fragrance of this state. */
  fragranceId: string | null;
}

/** Local key of the records. */
const RECORDS_KEY = 'accord:shares';
/** Maximum number of records; the oldest are dropped first (the member's page can still withdraw them). */
const MAX_RECORDS = 100;

export const shares = proxy<{
  /** The shares that this device has begun. */
  records: ShareRecord[];
  /** The list of the member or the visitor, newest first. */
  items: ShareItem[];
  /** State of `items`. `offline`: shows this device's records. */
  listing: 'idle' | 'loading' | 'ready' | 'offline';
  /** The Share button, see share.ts. */
  button: ShareButton;
  /** The sheet with link and film is open. */
  sheet: boolean;
}>({
  records: read(),
  items: [],
  listing: 'idle',
  button: { status: 'idle', done: 'copied', message: null, fragranceId: null },
  sheet: false,
});

function read(): ShareRecord[] {
  return readEach(localStore.read(RECORDS_KEY), shareRecordSchema);
}

/** The stored records, to which another tab may have added; without storage they live as long as the page. */
function merged(): ShareRecord[] {
  const stored = read();
  return stored.length > 0 ? stored : [...shares.records];
}

function change(how: (records: ShareRecord[]) => ShareRecord[]): void {
  const next = how(merged()).slice(-MAX_RECORDS);
  shares.records = next;
  if (next.length === 0) localStore.remove(RECORDS_KEY);
  else localStore.keep(RECORDS_KEY, next);
}

// Another tab has made or sent a share.
onWindow('storage', ({ key }) => {
  if (key === RECORDS_KEY || key === null) shares.records = read();
});

/** The record of a fragrance's share; creates and stores one when there is none. */
export function ensureShareRecord(fragrance: Fragrance, owner: string | null, now: Date = new Date()): ShareRecord {
  // Another tab may have begun it.
  shares.records = merged();
  const known = findRecord(shares.records, fragrance, owner);
  if (known !== null) return known;
  const record = newRecord(fragrance, owner, now);
  change((records) => [...records, record]);
  return record;
}

/** Updates the record of a share. */
export function amendShareRecord(shareId: string, changes: Partial<ShareRecord>): void {
  change((records) => records.map((record) => (record.shareId === shareId ? { ...record, ...changes } : record)));
}

/** Deletes the record of a withdrawn share. */
export function deleteShareRecord(shareId: string): void {
  change((records) => records.filter((record) => record.shareId !== shareId));
}

/** Gives the records of this device's visitors to a member. */
export function giveRecordsTo(memberId: string): void {
  change((records) => records.map((record) => (record.ownerId === null ? { ...record, ownerId: memberId } : record)));
}

/** Deletes the records of this device's visitors, or with an id those of that member. */
export function dropRecordsOf(owner: string | null): void {
  change((records) => records.filter((record) => record.ownerId !== owner));
}

const latestTask = new LatestTask();

onMemberChange(() => {
  latestTask.abort();
  Object.assign(shares, { items: [], listing: 'idle' });
});

/** Loads the list; this device's records when the backend is unreachable. */
export async function loadMyShares(): Promise<void> {
  const signal = latestTask.begin();
  shares.listing = 'loading';
  /** The records of the current member or visitor. */
  const local = (): ShareRecord[] => shares.records.filter((record) => isOwnedBy(record, ownerId()));
  try {
    const listed = await listOwnShares();
    if (signal.aborted) return;
    const isListed = ({ shareId }: ShareRecord): boolean => listed.some((item) => item.shareId === shareId);
    // A record that was made but is not in the list was withdrawn elsewhere: drop it. One that has not reached the
    // backend is missing there too: add it.
    for (const record of local()) if (record.made && !isListed(record)) deleteShareRecord(record.shareId);
    const waiting = local().filter((record) => !record.made && record.tried && !isListed(record));
    shares.items = sortByDate([
      ...listed.map(({ shareId, name, createdAt, viewCount: views, hidden }): ShareItem => {
        return { shareId, name, createdAt, views, hidden, waiting: false };
      }),
      ...waiting.map(localItem),
    ]);
    shares.listing = 'ready';
  } catch {
    if (signal.aborted) return;
    shares.items = sortByDate(
      local()
        .filter(({ made, tried }) => made || tried)
        .map(localItem),
    );
    shares.listing = 'offline';
  }
}

function localItem({ shareId, name, createdAt, made }: ShareRecord): ShareItem {
  return { shareId, name, createdAt, views: 0, waiting: !made, hidden: false };
}

function sortByDate(items: ShareItem[]): ShareItem[] {
  return items.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Loads from the backend whether a share is the visitor's, where this device has not stored it. */
export async function loadShareOwner(shareId: string): Promise<void> {
  // Without an account or owner secret there can be no shares: skip the request.
  if (!isMyShare(shareId) && (session.user !== null || hasOwnerSecret())) await loadMyShares();
}

/** True for a share of the current member or visitor, as far as this device has stored it. */
export function isMyShare(
  shareId: string,
  {
    records,
    items,
  }: {
    records: readonly Pick<ShareRecord, 'shareId' | 'ownerId'>[];
    items: readonly Pick<ShareItem, 'shareId'>[];
  } = shares,
): boolean {
  return (
    records.some((record) => record.shareId === shareId && isOwnedBy(record, ownerId())) ||
    items.some((item) => item.shareId === shareId)
  );
}

/** A share is being withdrawn. */
let withdrawing = false;

/**
 * Withdraws a share: deletes its page, its picture and the public file of its recording. The fragrance on this device
 * keeps its recording. True when done; shows failures in a notice.
 */
export async function takeBack(shareId: string): Promise<boolean> {
  if (withdrawing) return false;
  withdrawing = true;
  const record = shares.records.find((one) => one.shareId === shareId);
  try {
    // Remove the waiting entry first, so that it is not sent meanwhile.
    if (record !== undefined) await removeWaiting(record.entryId);
    const published = record === undefined || record.made || record.tried;
    const moved = published ? await withdrawnAudio(shareId) : null;
    if (published && record !== undefined) {
      // Match by URL: the shared sound may be the rendered notes, which have their own id.
      if (record.audioUrl !== null) storedFileMoved(record.audioUrl, moved);
      updateRecordingUrl(record, moved);
    }
    deleteShareRecord(shareId);
    shares.items = shares.items.filter((item) => item.shareId !== shareId);
    notify({
      kind: 'success',
      title: 'Your share was taken back.',
      description: 'Its link no longer works.',
      duration: RESULTS_NOTICE_MS,
      key: 'withdraw',
    });
    return true;
  } catch (error) {
    notify({
      kind: 'error',
      title: 'Your share could not be taken back.',
      description: tryAgainWords(error),
      duration: RESULTS_NOTICE_MS,
      key: 'withdraw',
    });
    return false;
  } finally {
    withdrawing = false;
  }
}

/** Withdraws a share and returns the new URL of its recording; null when that is deleted, or the share is missing. */
async function withdrawnAudio(shareId: string): Promise<string | null> {
  try {
    return (await withdrawShare(shareId)).audioUrl;
  } catch (error) {
    if (isCoded(error, 'not_found')) return null;
    throw error;
  }
}
