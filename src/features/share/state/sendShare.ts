import { BackendError, isRetriable, type BackendErrorCode } from '#core/backend/errors.ts';
import { codedError, isCoded, type CodedError } from '#core/values/errors.ts';
import type { SendContext } from '#features/outbox/backend/outboxContract.ts';
import { pickFields } from '#features/fragrance/domain/schema/fields.ts';
import type { SendableFragrance } from '#features/fragrance/domain/schema/queuedFragrance.ts';
import { sharePicture } from '#features/fragrance/state/picture/sharePicture.ts';
import {
  isForeignRecording,
  reuploadSound,
  ensureSoundStored,
} from '#features/create/state/recording/storeRecording.ts';
import { newShareId, readWaitingShare, type ShareRecord } from '../domain/shareRecord.ts';
import { insertShare, isShareIdFree, storeSharePicture, type Share, type ShareTerms } from '../backend/shares.ts';
import { amendShareRecord, shares } from './shares.ts';

/* Sends a share to the server: at once after a press on Share (share.ts), or later from the outbox. */

/** The title of every share. */
const SHARE_TITLE = 'My Accord Fragrance Profile';
/** Maximum number of ids to try. */
const MAX_ATTEMPTS = 5;

export type ShareFailure =
  /** The sound could not be stored. */
  | 'no_audio_link'
  /** The backend could not find out whether an id is free. */
  | 'unverified'
  /** All tried ids are taken. */
  | 'ids_taken'
  /** The backend answered without a row. */
  | 'no_data'
  /** The backend refused the share; `message` has the reason. */
  | 'not_created'
  | 'failed';

interface SendOptions extends ShareTerms {
  /** Null when it cannot be made. */
  picture: Promise<Blob | null>;
  signal?: AbortSignal;
}

/**
 * Stores the sound of a share, finds a free id, stores the picture and inserts the row; resolves with the id, which is
 * that of the record unless another owner has it. The record has each id before it is tried: an answer may be lost, and
 * the next try then inserts the same share.
 * @throws coded {@link ShareFailure}; its cause is the backend's error
 */
export async function sendShare(
  record: Pick<ShareRecord, 'shareId' | 'tried'>,
  fragrance: SendableFragrance,
  { picture, showName, ...options }: SendOptions,
): Promise<string> {
  let { shareId, tried } = record;
  let audioUrl = await ensureSoundStored(fragrance, options);
  const insert = (): Promise<Share | null> =>
    insertShare(
      { trace: null, ...pickFields('shared', fragrance), shareId, title: SHARE_TITLE, audioUrl },
      { ...options, showName },
    );
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (attempt > 0) {
      const next = newShareId();
      amendShareRecord(shareId, { shareId: next, tried: false });
      shareId = next;
      tried = false;
    }
    if (!tried && !(await isFree(shareId, options))) continue;
    // The backend may have the id from now on: the next press must not take it for another owner's.
    amendShareRecord(shareId, { tried: true, showName });
    // Before the row: the id is not public yet, and a crawler that comes at once finds the picture. A picture of that
    // name exists: the id is taken, even if its share is not visible.
    if ((await storePicture(shareId, await picture, options)) === 'taken' && !tried) continue;
    let row: Share | null;
    try {
      row = await insert().catch(async (error: unknown) => {
        if (!isForeignRecording(error)) throw error;
        audioUrl = await reuploadSound(fragrance, audioUrl, options);
        return insert();
      });
    } catch (error) {
      if (isCoded(error, 'duplicate')) continue;
      if (!isCoded(error) || !('detail' in error) || error.detail !== 'unreadable_row') throw notCreated(error);
      row = null;
    }
    if (row === null) throw codedError('no_data', 'No row came back.');
    amendShareRecord(shareId, { made: true, audioUrl });
    return shareId;
  }
  throw codedError('ids_taken', `${MAX_ATTEMPTS} ids were taken.`);
}

const notCreated = (error: unknown): CodedError<ShareFailure> =>
  codedError('not_created', error instanceof Error || isCoded(error) ? error.message : String(error), error);

/** True when no active share has this id. @throws coded `unverified`; `not_created` for an app that is too old */
async function isFree(shareId: string, options: { signal?: AbortSignal }): Promise<boolean> {
  try {
    return await isShareIdFree(shareId, options);
  } catch (error) {
    // Show the advice, not the id.
    if (isCoded(error, 'other_version')) throw notCreated(error);
    throw codedError('unverified', 'The id could not be looked up.', error);
  }
}

/** Stores the picture of a share. Ignores a failure: a share without a picture is better than none. */
async function storePicture(
  shareId: string,
  picture: Blob | null,
  options: { signal?: AbortSignal },
): Promise<'taken' | 'done'> {
  try {
    if (picture !== null) await storeSharePicture(shareId, picture, options);
  } catch (error) {
    if (isCoded(error, 'duplicate')) return 'taken';
  }
  return 'done';
}

/** Sends a waiting share. @throws BackendError; coded `rejected` when the payload is no share */
export async function sendWaitingShare(payload: unknown, { id, signal }: SendContext): Promise<string> {
  const { shareId, profile: fragrance, showName = false } = readWaitingShare(payload);
  // An earlier try may have found its id taken: the record has the newer one.
  const record = shares.records.find(({ entryId }) => entryId === id);
  const picture = sharePicture(fragrance).catch(() => null);
  try {
    return await sendShare({ shareId, ...record, tried: true }, fragrance, { picture, showName, signal });
  } catch (error) {
    throw backendCause(error);
  }
}

/** The failure for the outbox: the backend's own error where there is one. */
export function backendCause(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  const root = rootOf(error);
  const failure = (code: BackendErrorCode): BackendError =>
    new BackendError(code, isCoded(error) ? error.message : String(error), { cause: root.message });
  // An answer without a share is inconclusive: retry.
  if (root.code === 'no_data') return failure('server');
  const coded = failure(root.code as BackendErrorCode);
  return root.code === 'aborted' || isRetriable(coded) ? coded : failure('rejected');
}

/** The root cause of a failure: the backend's error where there is one. */
export function rootOf(error: unknown): CodedError {
  let root: unknown = error;
  while (isCoded(root) && isCoded(root.cause)) root = root.cause;
  return isCoded(root) ? root : codedError('failed', String(root));
}
