import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { storedFileMoved } from '../../backend/recordings/storedRecordings.ts';
import { isCoded } from '../../domain/errors.ts';
import { hasOwnerSecret } from '../../platform/storage/ownerSecret.ts';
import { fragrance, setCurrentFragrance } from '../fragrance/fragrance.ts';
import { notify, RESULTS_NOTICE_MS } from '../shell/notices.ts';
import { removeWaiting } from '../sending/outbox.ts';
import { session, ownerId } from '../account/session.ts';
import { dropRecord, isOwnedBy, shareRecords, type ShareRecord } from './shareRecords.ts';
import { LatestTask } from '../../platform/lifetime/scope.ts';

/** The shares of whoever is here, the member or the visitor of this device, and taking them back. */

export interface OwnShare {
  shareId: string;
  name: string | null;
  /** ISO date. */
  createdAt: string;
  views: number;
  /** It has not gone out yet. */
  waiting: boolean;
}

export const ownShares = proxy<{
  items: OwnShare[];
  /** `offline`: what is shown is what this device knows. */
  status: 'idle' | 'loading' | 'ready' | 'offline';
  /** The share that is being taken back. */
  withdrawing: string | null;
}>({ items: [], status: 'idle', withdrawing: null });

const latest = new LatestTask();
let holder = ownerId();

// The links of one member are never the next one's, not for a moment.
subscribeKey(
  session,
  'user',
  () => {
    if (ownerId() === holder) return;
    holder = ownerId();
    latest.abort();
    Object.assign(ownShares, { items: [], status: 'idle' });
  },
  true,
);

/** What this device knows of the shares of whoever is here. */
function knownHere(): ShareRecord[] {
  return shareRecords.list.filter((record) => isOwnedBy(record, ownerId()));
}

function localItem({ shareId, name, createdAt, made }: ShareRecord): OwnShare {
  return { shareId, name, createdAt, views: 0, waiting: !made };
}

/** Loads the list, newest first; what this device knows when the backend is away. */
export async function loadOwnShares(): Promise<void> {
  const signal = latest.begin();
  ownShares.status = 'loading';
  try {
    const { listOwnShares } = await import('../../backend/repositories/shares.ts');
    const listed = await listOwnShares();
    if (signal.aborted) return;
    const there = listed.map(({ shareId, name, createdAt, viewCount }): OwnShare => ({
      shareId,
      name,
      createdAt,
      views: viewCount,
      waiting: false,
    }));
    // A share that never reached the backend is not in its list; one that was made and is not there was taken back elsewhere.
    for (const { shareId, made } of knownHere())
      if (made && !there.some((item) => item.shareId === shareId)) dropRecord(shareId);
    const waiting = knownHere().filter(
      ({ made, tried, shareId }) => !made && tried && !there.some((item) => item.shareId === shareId),
    );
    ownShares.items = sorted([...there, ...waiting.map(localItem)]);
    ownShares.status = 'ready';
  } catch {
    if (signal.aborted) return;
    ownShares.items = sorted(
      knownHere()
        .filter(({ made, tried }) => made || tried)
        .map(localItem),
    );
    ownShares.status = 'offline';
  }
}

function sorted(items: OwnShare[]): OwnShare[] {
  return items.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

/** Finds out whether a share belongs to whoever is here, where this device does not know it. */
export async function learnWhoseShare(shareId: string): Promise<void> {
  // Whoever has neither an account nor anything given from this device has no share.
  if (!isOwnShare(shareId) && (session.user !== null || hasOwnerSecret())) await loadOwnShares();
}

/** True for a share that whoever is here has made, as far as this device knows. */
export function isOwnShare(
  shareId: string,
  records: readonly ShareRecord[] = shareRecords.list,
  items: readonly OwnShare[] = ownShares.items,
): boolean {
  return (
    records.some((record) => record.shareId === shareId && isOwnedBy(record, ownerId())) ||
    items.some((item) => item.shareId === shareId)
  );
}

/**
 * Takes a share back: its page, its picture and its recording's public file are gone from then on. The fragrance on this
 * device keeps its recording. True when it is gone; what went wrong is told in a notice.
 */
export async function takeBack(shareId: string): Promise<boolean> {
  if (ownShares.withdrawing !== null) return false;
  ownShares.withdrawing = shareId;
  const record = shareRecords.list.find((one) => one.shareId === shareId);
  try {
    // First the one that waits, so that it cannot go out meanwhile.
    if (record !== undefined) await removeWaiting(record.entryId);
    const published = record === undefined || record.made || record.tried;
    const moved = published ? await withdrawnAudio(shareId) : null;
    if (published) recordingMoved(record, moved);
    dropRecord(shareId);
    ownShares.items = ownShares.items.filter((item) => item.shareId !== shareId);
    notify({
      kind: 'success',
      title: 'Your share was taken back.',
      description: 'Its link does not open any more.',
      duration: RESULTS_NOTICE_MS,
      key: 'withdraw',
    });
    return true;
  } catch (error) {
    const away = isCoded(error) && (error.code === 'network' || error.code === 'timeout');
    notify({
      kind: 'error',
      title: 'Your share could not be taken back.',
      description: away ? 'Please check your connection and try again.' : 'Please try again.',
      duration: RESULTS_NOTICE_MS,
      key: 'withdraw',
    });
    return false;
  } finally {
    ownShares.withdrawing = null;
  }
}

/** Withdraws a share; where its recording is now, null when it is nowhere any more. One that is not there is as good as withdrawn. */
async function withdrawnAudio(shareId: string): Promise<string | null> {
  try {
    const { withdrawShare } = await import('../../backend/repositories/shares.ts');
    return (await withdrawShare(shareId)).audioUrl;
  } catch (error) {
    if (isCoded(error, 'not_found')) return null;
    throw error;
  }
}

/** The public file of a recording is gone, or has another name: nothing here names the old one any more. */
function recordingMoved(record: ShareRecord | undefined, audioUrl: string | null): void {
  if (record === undefined) return;
  const { recordingId, audioUrl: old } = record;
  // By its URL: what was shared may be the rendered notes, which have an id of their own.
  if (old !== null) storedFileMoved(old, audioUrl);
  const current = fragrance.current;
  if (
    current === null ||
    current.audioData === undefined ||
    (current.audioData !== old && (recordingId === null || current.recordingId !== recordingId))
  )
    return;
  const { audioData: _gone, ...rest } = current;
  setCurrentFragrance(audioUrl === null ? rest : { ...rest, audioData: audioUrl });
}
