import { BackendError, type BackendErrorCode } from '../../backend/connection/errors.ts';
import { outbox } from '../../backend/outbox/outbox.ts';
import { storedBlend } from '../../domain/colour/checks.ts';
import { coded, isCoded, type CodedError } from '../../domain/errors.ts';
import type { Fragrance } from '../../domain/fragrance/model.ts';
import { createShare } from './createShare.ts';
import { sendLater } from '../sending/outbox.ts';
import { amendRecord, type ShareRecord } from './shareRecords.ts';
import { isForeignRecording, replacedSoundOf, storedSoundOf } from '../playback/storedSound.ts';

/** Sending a share: at once, when the visitor has pressed Share, or later out of the outbox. Loaded when it is needed. */

/** The title of every share. */
export const SHARE_TITLE = 'My Accord Fragrance Profile';

/** What the backend may say that something has to wait for. */
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
];

/** What is shared; also what waits in the outbox, so it is plain data. */
export type SharedProfile = Pick<
  Fragrance,
  | 'id'
  | 'name'
  | 'musicEssence'
  | 'topNotes'
  | 'middleNotes'
  | 'baseNotes'
  | 'intensity'
  | 'complexity'
  | 'persistence'
  | 'source'
  | 'recordingId'
  | 'audioData'
  | 'trace'
  | 'accents'
  | 'character'
  | 'proportions'
>;

/** The part of a profile that a share needs. */
export function sharedPart({
  id,
  name,
  musicEssence,
  topNotes,
  middleNotes,
  baseNotes,
  intensity,
  complexity,
  persistence,
  source,
  recordingId,
  audioData,
  trace,
  accents,
  character,
  proportions,
}: Fragrance): SharedProfile {
  return {
    id,
    name,
    musicEssence,
    topNotes,
    middleNotes,
    baseNotes,
    intensity,
    complexity,
    persistence,
    source,
    ...(recordingId === undefined ? {} : { recordingId }),
    ...(audioData === undefined ? {} : { audioData }),
    ...(trace === undefined ? {} : { trace }),
    ...storedBlend({ accents, character, proportions }),
  };
}

export interface Published {
  shareId: string;
  audioUrl: string;
}

export interface PublishOptions {
  first: { id: string; tried: boolean };
  picture: Promise<Blob | null>;
  onTry?: (id: string) => void;
  signal?: AbortSignal;
}

/**
 * Makes a share: its sound is stored, an id is found, the picture and the share itself follow.
 * @throws coded {@link import('./createShare.ts').ShareFailure}; its cause is what the backend said
 */
export async function publishShare(
  profile: SharedProfile,
  { first, picture, onTry = () => undefined, signal }: PublishOptions,
): Promise<Published> {
  const options = signal === undefined ? {} : { signal };
  let audioUrl = await storedSoundOf(profile, options);
  const { insertShare, isShareIdFree, storeSharePicture } = await import('../../backend/repositories/shares.ts');
  const insert = async (shareId: string): Promise<string | null> => {
    const { name, musicEssence, topNotes, middleNotes, baseNotes, intensity, complexity, persistence, trace } = profile;
    const row = await insertShare(
      {
        shareId,
        title: SHARE_TITLE,
        name,
        musicEssence,
        topNotes,
        middleNotes,
        baseNotes,
        audioUrl,
        intensity,
        complexity,
        persistence,
        trace: trace ?? null,
        ...storedBlend(profile),
      },
      options,
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
          audioUrl = await replacedSoundOf(profile, audioUrl, options);
          return insert(id);
        }
      },
    },
    first,
    (count) => crypto.getRandomValues(new Uint8Array(count)),
  );
  return { shareId, audioUrl };
}

/** What failed at the bottom of a failure: the backend's own word where there is one. */
export function rootOf(error: unknown): CodedError {
  let root: unknown = error;
  while (isCoded(root) && isCoded(root.cause)) root = root.cause;
  return isCoded(root) ? root : coded('failed', String(root));
}

/** What waits in the outbox: the share's id stands in it, so that every try is the same share. */
interface WaitingShare {
  shareId: string;
  profile: SharedProfile;
}

/** True while a share waits for the connection. */
export async function isWaiting({ entryId }: Pick<ShareRecord, 'entryId'>): Promise<boolean> {
  return (await outbox.entries('share')).some(({ id, refused }) => id === entryId && refused === undefined);
}

/** Leaves a share to the outbox: it goes out by itself once the connection is back. */
export async function leaveShare(
  { entryId, shareId }: Pick<ShareRecord, 'entryId' | 'shareId'>,
  profile: SharedProfile,
): Promise<void> {
  amendRecord(shareId, { tried: true });
  await sendLater('share', { shareId, profile } satisfies WaitingShare, { id: entryId });
}

/** Sends a share that had to wait. @throws BackendError */
export async function sendWaitingShare(payload: unknown, signal: AbortSignal): Promise<Published> {
  const { shareId, profile } = payload as WaitingShare;
  const picture = import('./sharePicture.ts').then(({ sharePicture }) => sharePicture(profile)).catch(() => null);
  try {
    const published = await publishShare(profile, { first: { id: shareId, tried: true }, picture, signal });
    amendRecord(shareId, { shareId: published.shareId, made: true, audioUrl: published.audioUrl });
    return published;
  } catch (error) {
    throw backendCause(error);
  }
}

/** A failure as the outbox judges it: by what the backend said, where it said something. */
export function backendCause(error: unknown): BackendError {
  if (error instanceof BackendError) return error;
  const root = rootOf(error);
  // An answer without a share in it says nothing: the next try tells.
  const code = root.code === 'no_data' ? 'server' : (CODES.find((known) => known === root.code) ?? 'rejected');
  return new BackendError(code, isCoded(error) ? error.message : String(error), { cause: root.message });
}
