import { BackendError, type BackendErrorCode } from '#core/backend/errors.ts';
import { outbox } from '../../outbox/backend/outbox.ts';
import { coded, isCoded, type CodedError } from '#core/values/errors.ts';
import { createShare } from './createShare.ts';
import { pickFields } from '../../fragrance/domain/schema/fields.ts';
import type { Fragrance } from '../../fragrance/domain/composition/model.ts';
import { readWaitingShare, type WaitingShare } from '../domain/waitingShare.ts';
import type { SendableFragrance } from '../../fragrance/domain/schema/waiting.ts';
import { sendLater } from '../../outbox/state/outbox.ts';
import { amendRecord, type ShareRecord } from './shareRecords.ts';
import { insertShare, isShareIdFree, storeSharePicture, type ShareTerms } from '../backend/shares.ts';
import { isForeignRecording, replacedSoundOf, storedSoundOf } from '../../create/state/recording/storedSound.ts';
import { sharePicture } from '../../fragrance/state/picture/sharePicture.ts';

/** Sends a share: at once after a press on Share, or later from the outbox. Loaded on demand. */

/** The title of every share. */
const SHARE_TITLE = 'My Accord Fragrance Profile';

/** Backend errors after which an entry may wait. */
const CODES: readonly BackendErrorCode[] = [
  'aborted',
  'timeout',
  'network',
  'server',
  'rate_limited',
  'unauthorized',
  'forbidden',
  'not_found',
  'missing_table',
  'other_version',
];

/** The fields of a fragrance that a share needs. */
export const sharedPart = (fragrance: Fragrance): SendableFragrance => pickFields('sending', fragrance);

export interface Published {
  shareId: string;
  audioUrl: string;
}

export interface PublishOptions {
  first: { id: string; tried: boolean };
  picture: Promise<Blob | null>;
  onTry?: (id: string) => void;
  /** What the owner agreed to. */
  terms?: Partial<ShareTerms> | undefined;
  signal?: AbortSignal;
}

/**
 * Makes a share: stores its sound, finds an id, stores the picture and inserts the share.
 * @throws coded {@link ShareFailure}; its cause is the backend's error
 */
export async function publishShare(
  fragrance: SendableFragrance,
  { first, picture, onTry = () => undefined, terms = {}, signal }: PublishOptions,
): Promise<Published> {
  const options = signal === undefined ? {} : { signal };
  let audioUrl = await storedSoundOf(fragrance, options);
  const insert = async (shareId: string): Promise<string | null> => {
    const row = await insertShare(
      { trace: null, ...pickFields('shared', fragrance), shareId, title: SHARE_TITLE, audioUrl },
      { ...options, ...terms },
    );
    return row?.shareId ?? null;
  };
  const shareId = await createShare(
    {
      isFree: (id) => isShareIdFree(id, options),
      onTry,
      storePicture: async (id) => {
        const png = await picture;
        if (png !== null) await storeSharePicture(id, png, options);
      },
      insert: async (id) => {
        try {
          return await insert(id);
        } catch (error) {
          if (isCoded(error) && 'detail' in error && error.detail === 'unreadable_row') return null;
          if (!isForeignRecording(error)) throw error;
          audioUrl = await replacedSoundOf(fragrance, audioUrl, options);
          return insert(id);
        }
      },
    },
    first,
    (count) => crypto.getRandomValues(new Uint8Array(count)),
  );
  return { shareId, audioUrl };
}

/** The root cause of a failure: the backend's error where there is one. */
export function rootOf(error: unknown): CodedError {
  let root: unknown = error;
  while (isCoded(root) && isCoded(root.cause)) root = root.cause;
  return isCoded(root) ? root : coded('failed', String(root));
}

/** True while a share waits for the connection. */
export async function isWaiting({ entryId }: Pick<ShareRecord, 'entryId'>): Promise<boolean> {
  return (await outbox.entries('share')).some(({ id, refused }) => id === entryId && refused === undefined);
}

/** Queues a share in the outbox, which sends it once the connection is back. */
export async function queueShare(
  { entryId, shareId, showName }: Pick<ShareRecord, 'entryId' | 'shareId' | keyof ShareTerms>,
  fragrance: SendableFragrance,
): Promise<void> {
  amendRecord(shareId, { tried: true });
  const waiting: WaitingShare = { shareId, profile: fragrance, showName };
  await sendLater('share', waiting, { id: entryId });
}

/** Sends a waiting share. @throws BackendError; coded `rejected` when the payload is no share */
export async function sendWaitingShare(payload: unknown, signal: AbortSignal): Promise<Published> {
  const { shareId, profile: fragrance, showName = false } = readWaitingShare(payload);
  const picture = sharePicture(fragrance).catch(() => null);
  try {
    const first = { id: shareId, tried: true };
    const published = await publishShare(fragrance, {
      first,
      picture,
      terms: { showName },
      signal,
    });
    amendRecord(shareId, { shareId: published.shareId, made: true, audioUrl: published.audioUrl });
    return published;
  } catch (error) {
    throw backendCause(error);
  }
}

/** The failure for the outbox: the backend's own error where there is one. */
export function backendCause(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  const root = rootOf(error);
  // An answer without a share is inconclusive: retry.
  const code = root.code === 'no_data' ? 'server' : (CODES.find((known) => known === root.code) ?? 'rejected');
  return new BackendError(code, isCoded(error) ? error.message : String(error), { cause: root.message });
}
