import { exportFileName } from '#features/fragrance/domain/composition/exportNotes.ts';
import type { PictureKind } from '#features/fragrance/domain/drawing/film/pictures.ts';
import type { Fragrance } from '#features/fragrance/domain/composition/model.ts';
import { toCodedError, type CodedError } from '#core/values/errors.ts';
import { copyText } from '#core/sharing/clipboard.ts';
import { Scope } from '#core/lifetime/scope.ts';
import { openShareSheet } from '#core/sharing/shareSheet.ts';
import { isWaiting, removeWaiting, sendLater } from '#features/outbox/state/outbox.ts';
import { isShareIdFree, type ShareTerms } from '../backend/shares.ts';
import { pickFields } from '#features/fragrance/domain/schema/fields.ts';
import { findRecord, type ShareRecord, type WaitingShare } from '../domain/shareRecord.ts';
import { ownerId } from '#features/session/state/session.ts';
import { amendShareRecord, ensureShareRecord, deleteShareRecord, shares } from './shares.ts';
import { LOCK_BUSY, withLock } from '#core/storage/withLock.ts';
import { moveInlineRecording } from '#features/create/state/recording/storeRecording.ts';
import { sharePicture } from '#features/fragrance/state/picture/sharePicture.ts';
import { rootOf, sendShare, type ShareFailure } from './sendShare.ts';

/* Share, from the press to the link. shares.ts has the state, and the life of a share. */

/** Duration of 'Copied!', ms. */
const COPIED_MS = 2000;
/** Duration of an error, ms. */
const ERROR_MS = 3000;
/** The button rests after this although the system's share sheet has not answered, ms. Some never do. */
const SHEET_MS = 5000;
/** A share that takes longer shows why, ms. */
export const SLOW_MS = 5000;
const SLOW_MESSAGE = 'Our server is slow to answer. We keep trying for half a minute.';

const NOT_COPIED = 'Failed to copy to clipboard';
const ERROR_MESSAGES: Partial<Record<string, string>> = {
  no_audio_link: 'Audio link not available. Please try again.',
  unverified: 'Failed to verify share ID uniqueness',
  ids_taken: 'Failed to generate unique share ID',
  no_data: 'No data returned from share creation',
} satisfies Partial<Record<ShareFailure, string>>;

/** Message for a share that could not be made. */
export function shareErrorMessage({ code, message }: CodedError): string {
  if (message === LOCK_BUSY) return message;
  if (code === ('not_created' satisfies ShareFailure)) return `Failed to create shareable link: ${message}`;
  return ERROR_MESSAGES[code] ?? 'Failed to create share link';
}

let restingScope = new Scope();
/** Lets the button rest while the system's share sheet is open. */
let leaveSheet = (): void => {};

/** Opens the sheet with link and film, and abandons a share sheet of the system that has not answered. */
export function openSheet(): void {
  leaveSheet();
  shares.sheet = true;
}

/** Pictures of the current fragrance, each made once, for the preview and for the share. */
const pictures = new Map<PictureKind, { fragrance: Fragrance; picture: Promise<Blob | null> }>();

/** A picture of a fragrance; null when it cannot be made. */
export function pictureOf(fragrance: Fragrance, kind: PictureKind): Promise<Blob | null> {
  const known = pictures.get(kind);
  if (known?.fragrance === fragrance) return known.picture;
  const picture = sharePicture(fragrance, kind).catch(() => {
    // The next call tries again.
    pictures.delete(kind);
    return null;
  });
  pictures.set(kind, { fragrance, picture });
  return picture;
}

/** Makes the picture of a fragrance ahead of time: a share sheet opens only shortly after a tap. */
export function prepareShare(fragrance: Fragrance): void {
  void pictureOf(fragrance, 'link');
}

/** The record of the current member or visitor. */
function recordOf(fragrance: Fragrance): ShareRecord | null {
  return findRecord(shares.records, fragrance, ownerId());
}

/** The address of a share. */
export function shareUrl(shareId: string): string {
  return `${location.origin}/share/${shareId}`;
}

/**
 * Share: makes the link and hands it over; without a connection it is in the outbox, and the link works once it was
 * sent. Ignored while one is being made. With `showName` the page names the member; an existing share stays as it is.
 */
export async function shareFragrance(
  fragrance: Fragrance,
  { showName = false }: Partial<ShareTerms> = {},
): Promise<void> {
  if (shares.button.status === 'creating') return;
  restingScope.dispose();
  Object.assign(shares.button, { status: 'creating', message: null, fragranceId: fragrance.id });
  restingScope = new Scope();
  restingScope.timeout(() => {
    shares.button.message = SLOW_MESSAGE;
  }, SLOW_MS);
  try {
    const picture = pictureOf(fragrance, 'link');
    // Stored before anything is sent: after a failure, a retry finds the same share.
    let begun = ensureShareRecord(fragrance, ownerId());
    if (begun.made && (await isGone(begun.shareId))) {
      deleteShareRecord(begun.shareId);
      begun = ensureShareRecord(fragrance, ownerId());
    }
    // One tab makes it, the others then find it.
    const shareId = await withLock(`accord-share:${begun.shareId}`, async () => {
      const record = recordOf(fragrance) ?? begun;
      if (record.made || (await isWaiting('share', record.entryId))) return record.shareId;
      // Retry one that was refused for good.
      await removeWaiting(record.entryId);
      const sendable = pickFields('sending', await moveInlineRecording(fragrance));
      try {
        return await sendShare(record, sendable, { picture, showName });
      } catch (error) {
        if (rootOf(error).code !== 'network') throw error;
        const { shareId: latest, entryId } = recordOf(fragrance) ?? record;
        amendShareRecord(latest, { tried: true, showName });
        const waiting: WaitingShare = { shareId: latest, profile: sendable, showName };
        await sendLater('share', waiting, { id: entryId });
        return latest;
      }
    });
    restingScope.dispose();
    shares.button.message = null;
    await handOver(fragrance, shareUrl(shareId), await picture);
  } catch (error) {
    settle('error', ERROR_MS, shareErrorMessage(toCodedError(error, 'failed')));
  }
}

/** Limit of the check that an existing link still works, ms: a share sheet opens only shortly after a tap. */
const GONE_WITHIN_MS = 1500;

/** True when a share was withdrawn on another device; false when the backend is unreachable. */
async function isGone(shareId: string): Promise<boolean> {
  try {
    return await isShareIdFree(shareId, { signal: AbortSignal.timeout(GONE_WITHIN_MS) });
  } catch {
    return false;
  }
}

/** Copies the link. Needs a separate tap where a browser allows the clipboard only in a gesture. */
export async function copyLink(fragranceId: string, url: string): Promise<void> {
  restingScope.dispose();
  shares.button.fragranceId = fragranceId;
  if (await copyText(url)) {
    shares.button.done = 'copied';
    settle('success', COPIED_MS, null);
  } else settle('error', ERROR_MS, NOT_COPIED);
}

function settle(status: 'success' | 'error', ms: number, message: string | null): void {
  restingScope.dispose();
  shares.button.status = status;
  shares.button.message = message;
  restingScope = new Scope();
  restingScope.timeout(() => {
    shares.button.status = 'idle';
    shares.button.message = null;
  }, ms);
}

/** Opens the system's sheet, which carries the name of the fragrance (docs/decisions.md, 27), or copies the link. */
async function handOver(fragrance: Fragrance, url: string, picture: Blob | null): Promise<void> {
  const { name } = fragrance;
  const files =
    picture === null ? {} : { files: [new File([picture], exportFileName(fragrance, 'png'), { type: 'image/png' })] };
  const waiting = new Scope();
  restingScope = waiting;
  leaveSheet = () => {
    waiting.dispose();
    if (restingScope === waiting) shares.button.status = 'idle';
  };
  waiting.timeout(leaveSheet, SHEET_MS);
  // The sheet is over when the visitor is back on the page, although its answer may follow later.
  waiting.onVisible(leaveSheet);
  waiting.listen(window, 'focus', leaveSheet);
  const outcome = await openShareSheet({ title: name, text: name, url, ...files });
  // A newer press has taken over.
  if (restingScope !== waiting) return;
  waiting.dispose();
  switch (outcome) {
    case 'shared':
      shares.button.done = 'shared';
      settle('success', COPIED_MS, null);
      return;
    case 'dismissed':
      shares.button.status = 'idle';
      return;
    default:
      await copyLink(shares.button.fragranceId ?? '', url);
  }
}
