import { proxy } from 'valtio';
import { storedFileMoved } from '#core/recordings/storedRecordings.ts';
import { isCoded, tryAgainWords } from '#core/values/errors.ts';
import { listOwnShares, withdrawShare, type OwnShare } from '../backend/shares.ts';
import { hasOwnerSecret } from '#core/storage/ownerSecret.ts';
import { updateRecordingUrl } from '#features/fragrance/state/fragrance.ts';
import { notify, RESULTS_NOTICE_MS } from '#core/appState/notices.ts';
import { removeWaiting } from '#features/outbox/state/outbox.ts';
import { onMemberChange, ownerId, session } from '#features/session/state/session.ts';
import { dropRecord, isOwnedBy, shareRecords, type ShareRecord } from './shareRecords.ts';
import { LatestTask } from '#core/lifetime/scope.ts';

/** Lists and withdraws the shares of the member or the visitor of this device. */

/** A share in the list on the screen. */
interface ShareItem extends Pick<OwnShare, 'shareId' | 'name' | 'createdAt' | 'hidden'> {
  views: number;
  /** Not sent yet. */
  waiting: boolean;
}

export const myShares = proxy<{
  items: ShareItem[];
  /** `offline`: shows this device's records. */
  status: 'idle' | 'loading' | 'ready' | 'offline';
  /** The share that is being withdrawn. */
  withdrawing: string | null;
}>({ items: [], status: 'idle', withdrawing: null });

const latestTask = new LatestTask();

onMemberChange(() => {
  latestTask.abort();
  Object.assign(myShares, { items: [], status: 'idle' });
});

/** The records on this device of the current member or visitor. */
function localShares(): ShareRecord[] {
  return shareRecords.list.filter((record) => isOwnedBy(record, ownerId()));
}

function localItem({ shareId, name, createdAt, made }: ShareRecord): ShareItem {
  return { shareId, name, createdAt, views: 0, waiting: !made, hidden: false };
}

/** Loads the list, newest first; this device's records when the backend is unreachable. */
export async function loadMyShares(): Promise<void> {
  const signal = latestTask.begin();
  myShares.status = 'loading';
  try {
    const listed = await listOwnShares();
    if (signal.aborted) return;
    const there = listed.map(({ shareId, name, createdAt, viewCount, hidden }): ShareItem => ({
      shareId,
      name,
      createdAt,
      views: viewCount,
      hidden,
      waiting: false,
    }));
    // A record that was made but is not in the list was withdrawn elsewhere: drop it. One that has not reached the
    // backend is missing there too: add it.
    for (const { shareId, made } of localShares())
      if (made && !there.some((item) => item.shareId === shareId)) dropRecord(shareId);
    const waiting = localShares().filter(
      ({ made, tried, shareId }) => !made && tried && !there.some((item) => item.shareId === shareId),
    );
    myShares.items = sortByDate([...there, ...waiting.map(localItem)]);
    myShares.status = 'ready';
  } catch {
    if (signal.aborted) return;
    myShares.items = sortByDate(
      localShares()
        .filter(({ made, tried }) => made || tried)
        .map(localItem),
    );
    myShares.status = 'offline';
  }
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
  records: readonly ShareRecord[] = shareRecords.list,
  items: readonly ShareItem[] = myShares.items,
): boolean {
  return (
    records.some((record) => record.shareId === shareId && isOwnedBy(record, ownerId())) ||
    items.some((item) => item.shareId === shareId)
  );
}

/**
 * Withdraws a share: deletes its page, its picture and the public file of its recording. The fragrance on this device
 * keeps its recording. True when done; shows failures in a notice.
 */
export async function takeBack(shareId: string): Promise<boolean> {
  if (myShares.withdrawing !== null) return false;
  myShares.withdrawing = shareId;
  const record = shareRecords.list.find((one) => one.shareId === shareId);
  try {
    // Remove the waiting entry first, so that it is not sent meanwhile.
    if (record !== undefined) await removeWaiting(record.entryId);
    const published = record === undefined || record.made || record.tried;
    const moved = published ? await withdrawnAudio(shareId) : null;
    if (published) recordingMoved(record, moved);
    dropRecord(shareId);
    myShares.items = myShares.items.filter((item) => item.shareId !== shareId);
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
    myShares.withdrawing = null;
  }
}

/**
 * Withdraws a share and returns the URL that its recording has now; null when it is deleted. A missing share counts
 * as withdrawn.
 */
async function withdrawnAudio(shareId: string): Promise<string | null> {
  try {
    return (await withdrawShare(shareId)).audioUrl;
  } catch (error) {
    if (isCoded(error, 'not_found')) return null;
    throw error;
  }
}

/** Replaces the old URL of a recording everywhere on this device: its public file was deleted or renamed. */
function recordingMoved(record: ShareRecord | undefined, to: string | null): void {
  if (record === undefined) return;
  // Match by URL: the shared sound may be the rendered notes, which have their own id.
  if (record.audioUrl !== null) storedFileMoved(record.audioUrl, to);
  updateRecordingUrl(record, to);
}
